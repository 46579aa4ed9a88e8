import { cosine } from '@tessera/search-engine';
import { type Chunk, chunksOf } from './chunks.js';
import { isKnownWord, meaningTable, splitsMax } from './meaning-table.js';
import { meaningVector } from './meaning-vector.js';
import { stem } from './words.js';

/** Names in several languages, whose meanings are near to those of other names. */
const names =
  'anna peter maria john thomas robert williams smith schmidt weber muller garcia rossi dubois martin jones';
/** Minimum sum of the cosines of a name with them. That of words for things is below, and that of most names above. */
const nameMin = 1.4763;
let namesMeant: Float32Array[] | undefined;
/** Words that were compared before, because each comparison adds up two vectors. */
const compared = new Map<string, boolean>();

/** Whether a folded word is used as the name of a person: "Peters", but not "chairs". */
export function isPersonalName(word: string): boolean {
  const known = compared.get(word);
  if (known !== undefined) {
    return known;
  }
  const meaningOf = (text: string) => meaningVector(chunksOf(text), meaningTable());
  namesMeant ??= names.split(' ').map(meaningOf);
  const own = meaningOf(word);
  const isName = isKnownWord(word) && namesMeant.reduce((sum, name) => sum + cosine(name, own), 0) >= nameMin;
  if (compared.size >= splitsMax) {
    compared.clear();
  }
  compared.set(word, isName);
  return isName;
}

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
