import { fold, spellOut } from '@tessera/resolver';

const snippetCharacters = 240;
/** How far before the first found word a snippet begins. */
const leadCharacters = 60;
/** Letters that the longer of a word and a form of it may have at the end, and the shorter. */
const endingCharacters = { longer: 3, shorter: 1 };
const shortestStem = 4;

/** A piece of text to show, and where words of the query stand in it: [start, end) in UTF-16 units. */
export interface Snippet {
  readonly snippet: string;
  readonly highlights: [number, number][];
}

/** The part of a text that shows best where words of the query stand. */
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

/**
 * Markdown as words in one line: the signs of links, emphasis, code and tables go, and the heading that the text begins
 * with, which is shown above it.
 */
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
      // Not the single spaces, of which there are most.
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
  );
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** The words of a query, which are searched in many strings. */
export class QueryWords {
  private readonly words: readonly string[];
  /** The words of a text that may be forms of one of these: they begin with the same letter, or with one beyond ASCII. */
  private readonly candidates: RegExp;

  constructor(query: string) {
    this.words = [...new Set([...query.matchAll(wordPattern)].flatMap(([word]) => spellings(word)))];
    const letters = this.words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)).join('');
    const first = `(?:[${letters}${letters.toUpperCase()}]|(?!\\p{ASCII})[\\p{L}\\p{N}])`;
    this.candidates = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${first}[\\p{L}\\p{M}\\p{N}]*`, 'gu');
  }

  /** Their offsets in a text, other forms included. Stops at the given limit. */
  *in(text: string): Generator<{ readonly start: number; readonly end: number }, undefined> {
    for (const { 0: word, index } of text.matchAll(this.candidates)) {
      const written = spellings(word);
      if (this.words.some((one) => written.some((other) => isForm(one, other)))) {
        yield { start: index, end: index + word.length };
      }
    }
  }

  /** Whether any of them stands in a text, be it in another form. */
  areIn(text: string): boolean {
    return this.in(text).next().done === false;
  }
}

/** A word without accents and in lower case, and as keyboards without its letters write it: "ubung" and "uebung". */
function spellings(word: string): string[] {
  const spelledOut = spellOut(word);
  return [fold(word), ...(spelledOut === undefined ? [] : [fold(spelledOut)])];
}

/** Whether two words are the same or forms of one: alike but for a few letters at the end. */
function isForm(one: string, other: string): boolean {
  // Nearly all differ in their first letter.
  if (one === other || one[0] !== other[0]) {
    return one === other;
  }
  const [shorter, longer] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  const stem = Math.max(shortestStem, longer - endingCharacters.longer, shorter - endingCharacters.shorter);
  return shorter >= stem && one.slice(0, stem) === other.slice(0, stem);
}
