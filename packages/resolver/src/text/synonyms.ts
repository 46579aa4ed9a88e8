import { unspacedScripts } from './chunks.js';
import { fold, stem } from './words.js';

/**
 * Matches a run of letters and digits. In scripts without spaces it matches one character, because a phrase can start
 * anywhere.
 */
const words = new RegExp(`[${unspacedScripts}]\\p{M}*|(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
/** The separators that may occur between the words of a phrase: "flat-screen" is the same as "flat screen". */
const gap = /^[^\S\n]*[-/&'’.]?[^\S\n]*$/;
const letter = /[\p{L}\p{M}\p{N}]/u;
/**
 * Matches text before or after a phrase that makes it part of a code, e-mail address or URL. In "TV-100" and
 * "www.sofa.example", nothing is replaced.
 */
const codeBefore = /\p{N}[\p{L}\p{M}\p{N}]*[-_/.#+&@:]$|[\p{L}\p{N}][.@_]$/u;
const codeAfter = /^[-_/.#+&@:][\p{L}\p{M}]*\p{N}|^[.@_][\p{L}\p{N}]/u;
/** How many characters around a phrase are checked for such parts. */
const aroundCharacters = 64;

/** A phrase with its replacement. */
interface Phrase {
  readonly keys: readonly string[];
  readonly canonical: string;
}

type Word = ReturnType<typeof wordsOf>[number];

/**
 * Lists of synonymous phrases. Each phrase is replaced by one phrase of its list, ignoring case and number. Lists that
 * share a phrase are merged. If several phrases start at a word, the longest is replaced.
 */
export class Synonyms {
  /** By first word, longest phrases first. */
  private readonly phrases = new Map<string, Phrase[]>();

  constructor(lists: readonly (readonly string[])[] = []) {
    for (const group of new Set(merged(lists).values())) {
      const canonical = canonicalOf([...group.values()]);
      for (const key of group.size > 1 ? group.keys() : []) {
        const keys = key.split(' ');
        const [first = ''] = keys;
        this.phrases.set(first, [...(this.phrases.get(first) ?? []), { keys, canonical }]);
      }
    }
    for (const phrases of this.phrases.values()) {
      phrases.sort((a, b) => b.keys.length - a.keys.length);
    }
  }

  /** Replaces the phrases of all lists in text. Returns the text unchanged if it contains none. */
  replace(text: string): string {
    if (this.phrases.size === 0) {
      return text;
    }
    const found = wordsOf(text);
    let replaced = '';
    let from = 0;
    for (let at = 0; at < found.length; ) {
      const phrase = this.phraseAt(text, found, at);
      const length = phrase?.keys.length ?? 1;
      if (phrase !== undefined) {
        const start = (found[at] as Word).start;
        const end = (found[at + length - 1] as Word).end;
        const before = replaced + text.slice(from, start);
        // A letter before or after the phrase would join its first or last word.
        const gaps = [before.slice(-1), text.charAt(end)].map((beside) => (letter.test(beside) ? ' ' : ''));
        replaced = before + gaps[0] + phrase.canonical + gaps[1];
        from = end;
      }
      at += length;
    }
    return from === 0 ? text : replaced + text.slice(from);
  }

  private phraseAt(text: string, found: readonly Word[], at: number): Phrase | undefined {
    return this.phrases.get((found[at] as Word).key)?.find(({ keys }) => {
      const isThere = keys.every((key, i) => {
        const [word, before] = [found[at + i], found[at + i - 1]];
        return word?.key === key && (i === 0 || gap.test(text.slice(before?.end, word.start)));
      });
      return isThere && !isInCode(text, (found[at] as Word).start, (found[at + keys.length - 1] as Word).end);
    });
  }
}

function isInCode(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - aroundCharacters), start);
  return codeBefore.test(before) || codeAfter.test(text.slice(end, end + aroundCharacters));
}

function wordsOf(text: string) {
  return Array.from(text.matchAll(words), ({ 0: word, index: start }) => ({
    key: stem(fold(word)),
    start,
    end: start + word.length,
  }));
}

/** Maps the words of each phrase to all phrases of its merged list. */
function merged(lists: readonly (readonly string[])[]): Map<string, Map<string, string>> {
  const groups = new Map<string, Map<string, string>>();
  for (const list of lists) {
    const group = new Map<string, string>();
    for (const phrase of list) {
      const key = wordsOf(phrase)
        .map((word) => word.key)
        .join(' ');
      for (const [otherKey, other] of groups.get(key) ?? [[key, phrase] as const]) {
        group.set(otherKey, other);
      }
    }
    group.delete('');
    for (const key of group.keys()) {
      groups.set(key, group);
    }
  }
  return groups;
}

/**
 * The phrase of a list that replaces the others: with the fewest words, then the longest, because a short one before a
 * number would look like a code.
 */
function canonicalOf(phrases: readonly string[]): string {
  const count = (phrase: string) => wordsOf(phrase).length;
  const [first = ''] = [...phrases].sort((a, b) => count(a) - count(b) || b.length - a.length || (a < b ? -1 : 1));
  return first;
}
