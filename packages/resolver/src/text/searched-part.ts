import { countPieces } from './chunks.js';
import { fold } from './fold.js';

/**
 * How much of a text is searched: characters (UTF-16 units) as they read once folded, and words, numbers and codes. What a
 * text costs to index and to embed grows with both, and folding makes up to 18 characters of one.
 */
export const searchedMax = { characters: 32_000, words: 2_000 } as const;
const mostCharactersOfOne = 18;
/** Characters that are counted at a time. */
const stepCharacters = 256;

/** The part of a text that is searched: all of it, or as much as is allowed, give or take the last step. */
export function searchedPart(text: string): string {
  // Each word takes a character at least.
  if (text.length <= searchedMax.words && mostFolded(text) <= searchedMax.words) {
    return text;
  }
  let characters = 0;
  let words = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfStep(text, start);
    const folded = fold(text.slice(start, end));
    characters += Math.max(end - start, folded.length);
    words += countPieces(folded);
    if (characters > searchedMax.characters || words > searchedMax.words) {
      return text.slice(0, start);
    }
    start = end;
  }
  return text;
}

/** No fewer characters than the text has once folded: of ASCII each stays one. */
function mostFolded(text: string): number {
  let most = text.length;
  for (let i = 0; i < text.length; i++) {
    most += text.charCodeAt(i) > 0x7f ? mostCharactersOfOne - 1 : 0;
  }
  return most;
}

/** Where a step ends: at a space, so that no word is cut, unless there is none. */
function endOfStep(text: string, start: number): number {
  const end = start + stepCharacters;
  if (end >= text.length) {
    return text.length;
  }
  const space = text.lastIndexOf(' ', end);
  if (space > start) {
    return space;
  }
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
