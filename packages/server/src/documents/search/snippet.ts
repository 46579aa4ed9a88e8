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
export function snippetOf(text: string, query: string): Snippet {
  const plain = withoutMarkup(text);
  const wanted = wordsIn(query).map(({ word }) => word);
  const found = wordsIn(plain).filter(({ word }) => wanted.some((one) => isForm(one, word)));
  const first = found[0]?.start ?? 0;
  const start = first <= leadCharacters ? 0 : plain.lastIndexOf(' ', first - leadCharacters) + 1;
  const end = endOfWord(plain, start + snippetCharacters);
  return {
    snippet: plain.slice(start, end),
    highlights: found
      .filter((one) => one.start >= start && one.end <= end)
      .map((one): [number, number] => [one.start - start, one.end - start]),
  };
}

/** Whether any word of the query stands in a text, be it in another form. */
export function sharesWord(text: string, query: string): boolean {
  const wanted = wordsIn(query).map(({ word }) => word);
  return wordsIn(text).some(({ word }) => wanted.some((one) => isForm(one, word)));
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
  return text
    .replace(/^\s*#{1,6}[ \t][^\n]*\n(?=\s*\S)/, '')
    .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s"[^"]*")?\)/g, '$1')
    .trim()
    .replace(/(?<=\S)\n[ \t]*(?:[-*+]|\d+[.)])[ \t]+/g, ' · ')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replace(/[*`|~]+|(?<!\w)_+|_+(?!\w)|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: fold(word),
    start: index,
    end: index + word.length,
  }));
}

/** Without accents and in lower case; a text in ASCII has no accents. */
function fold(word: string): string {
  const bare = /\P{ASCII}/u.test(word) ? word.normalize('NFKD').replace(/\p{M}+/gu, '') : word;
  return bare.toLowerCase();
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
