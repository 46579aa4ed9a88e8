import type { Chunk } from './chunks.js';
import { isPersonalName } from './meaning-table.js';
import { stem } from './words.js';

/**
 * What an apostrophe joins to the next word: an article or preposition before a vowel ("l'huile d'olive"), or a part of a
 * name ("O'Brien", "D'Angelo"). In "it's", it joins an ending.
 */
export function prefixAt(chunks: readonly Chunk[], at: number): 'elided' | 'name' | undefined {
  const [own, next] = [chunks[at]?.text ?? '', chunks[at + 1]];
  if (next?.kind !== 'word' || next.joint !== 'tight' || !/^['’]$/.test(next.sign) || next.text.length < 3) {
    return undefined;
  }
  const isElided = /^(?:[dl]|un)$/.test(own) && /^[aeiouyh]/.test(next.text) && !isPersonalName(next.text);
  return isElided ? 'elided' : 'name';
}

/** Whether a stem drops or changes the last letter of a word, which is a name with or without it. */
export function isInflectedName(word: string): boolean {
  return /[sey]$/.test(word) && stem(word) !== word && (isPersonalName(word) || isPersonalName(word.slice(0, -1)));
}
