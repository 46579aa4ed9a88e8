import { fold, spellOut } from './words.js';

const snippetCharacters = 240;
/** Number of characters in a snippet before the first match. */
const leadCharacters = 60;
/** How many letters may differ at the end of two forms of a word, in the longer and in the shorter form. */
const endingCharacters = { longer: 3, shorter: 1 };
const shortestStem = 4;

/** The text of a snippet, with the ranges of its matching words: [start, end) in UTF-16 units. */
export interface Snippet {
  readonly snippet: string;
  readonly highlights: [number, number][];
}

/** The part of text with the most matching words. */
export function snippetOf(text: string, query: QueryWords): Snippet {
  const plain = withoutMarkup(text);
  const found = query.in(plain);
  let next = found.next();
  const first = next.value?.start ?? 0;
  const start = first <= leadCharacters ? 0 : plain.lastIndexOf(' ', first - leadCharacters) + 1;
  const end = endOfWord(plain, start + snippetCharacters);
  const highlights: [number, number][] = [];
  for (; !next.done && next.value.end <= end; next = found.next()) {
    highlights.push([next.value.start - start, next.value.end - start]);
  }
  return { snippet: plain.slice(start, end), highlights };
}

function endOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  if (from >= text.length || (space === -1 && text.length - from < leadCharacters)) {
    return text.length;
  }
  return space === -1 || space - from > leadCharacters ? from : space;
}

/** Converts Markdown to plain text on one line. Removes the heading at its start, because results show it above. */
function withoutMarkup(text: string): string {
  return (
    text
      .replace(/^\s*#{1,6}[ \t][^\n]*\n(?=\s*\S)/, '')
      .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, '')
      .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s"[^"]*")?\)/g, '$1')
      .trim()
      .replace(/\n(?<=\S\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]+/g, ' · ')
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
      .replace(/[*`|~]+|(?<!\w)_+|_+(?!\w)|-{3,}/g, ' ')
      // Does not match single spaces, which are by far the most frequent white space.
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
  );
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** The words of a query, prepared to be found in many strings. */
export class QueryWords {
  private readonly words: readonly string[];
  /** Matches words that could be forms: they start with the same letter, or with a letter that is not ASCII. */
  private readonly candidates: RegExp;

  constructor(query: string) {
    this.words = [...new Set([...query.matchAll(wordPattern)].flatMap(([word]) => spellings(word)))];
    const letters = this.words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)).join('');
    const first = `(?:[${letters}${letters.toUpperCase()}]|(?!\\p{ASCII})[\\p{L}\\p{N}])`;
    this.candidates = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${first}[\\p{L}\\p{M}\\p{N}]*`, 'gu');
  }

  /** The ranges of words that match, including other forms of them. */
  *in(text: string): Generator<{ readonly start: number; readonly end: number }, undefined> {
    for (const { 0: word, index } of text.matchAll(this.candidates)) {
      const written = spellings(word);
      if (this.words.some((one) => written.some((other) => isForm(one, other)))) {
        yield { start: index, end: index + word.length };
      }
    }
  }

  /** Whether text contains one of the words or a form of it. */
  areIn(text: string): boolean {
    return this.in(text).next().done === false;
  }
}

/**
 * Spellings of a word in lower case: without accents, and as typed on a keyboard that lacks its letters ("ubung" and
 * "uebung" for "Übung").
 */
function spellings(word: string): string[] {
  const spelledOut = spellOut(word);
  return [fold(word), ...(spelledOut === undefined ? [] : [fold(spelledOut)])];
}

/** Whether two words are equal, or forms of one word: they differ only in a few letters at the end. */
function isForm(one: string, other: string): boolean {
  // The first letters are compared first, because nearly all words differ there.
  if (one === other || one[0] !== other[0]) {
    return one === other;
  }
  const [shorter, longer] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  const stem = Math.max(shortestStem, longer - endingCharacters.longer, shorter - endingCharacters.shorter);
  return shorter >= stem && one.slice(0, stem) === other.slice(0, stem);
}
