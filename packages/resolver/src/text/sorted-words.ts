import { fold } from './fold.js';

/** A run of letters and digits; punctuation between two digits is a part of it, as in "2.5" and "12-34". */
const words = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{N})[^\p{L}\p{M}\p{N}\s]+(?=\p{N})[\p{L}\p{M}\p{N}]+)*/gu;
const apostrophe = /['’ʼ]/g;
const between = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of a text in alphabetical order: equal for texts that differ in case, diacritics, space, punctuation or order
 * alone. Which mark stands between two digits does not matter, but that there is one does. Empty for a text without words.
 */
export function sortedWords(text: string): string {
  const found = fold(text).replace(apostrophe, '').match(words) ?? [];
  return found
    .map((word) => word.replace(between, '.'))
    .sort()
    .join(' ');
}
