import { countPieces } from './chunks.js';
import { fold } from './fold.js';

/**
 * Maximum searched text: characters (UTF-16 units) after folding, and words, numbers and codes. The cost of indexing
 * and embedding grows with both, and folding can turn one character into 18.
 */
export const searchedMax = { characters: 32_000, words: 2_000 } as const;
const mostCharactersOfOne = 18;
/** Characters counted per step. */
const stepCharacters = 256;

/** Returns the searched part of a text: all of it, or up to the limits, rounded to a step. */
export function searchedPart(text: string): string {
  // Each word has at least one character.
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

/** An upper bound of the folded length. ASCII characters stay single. */
function mostFolded(text: string): number {
  let most = text.length;
  for (let i = 0; i < text.length; i++) {
    most += text.charCodeAt(i) > 0x7f ? mostCharactersOfOne - 1 : 0;
  }
  return most;
}

/** Ends a step at a space, if there is one, so that no word is cut. */
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
