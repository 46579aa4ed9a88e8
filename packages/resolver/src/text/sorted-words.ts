import { fold } from './fold.js';

/** A run of letters and digits. Punctuation between two digits belongs to it, as in "2.5" and "12-34". */
const words = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{N})[^\p{L}\p{M}\p{N}\s]+(?=\p{N})[\p{L}\p{M}\p{N}]+)*/gu;
const apostrophe = /['’ʼ]/g;
const between = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of a text in alphabetical order. Equal for strings that differ only in case, diacritics, spaces, punctuation
 * or order. The kind of punctuation between two digits is ignored, but not its presence. Empty for a text without
 * words.
 */
export function sortedWords(text: string): string {
  const found = fold(text).replace(apostrophe, '').match(words) ?? [];
  return found
    .map((word) => word.replace(between, '.'))
    .sort()
    .join(' ');
}
