import { Bitset } from '../bitset.js';

/** The slots among `candidates` that pass the test, word by word: several times faster than iterating over the set. */
export function keepSlots(candidates: Bitset, passes: (slot: number) => boolean): Bitset {
  const source = candidates.words;
  const kept = new Bitset(candidates.capacity);
  const target = kept.words;
  for (let index = 0; index < source.length; index += 1) {
    let word = source[index] ?? 0;
    let passing = 0;
    while (word !== 0) {
      const bit = 31 - Math.clz32(word & -word);
      if (passes(index * 32 + bit)) {
        passing |= 1 << bit;
      }
      word &= word - 1;
    }
    target[index] = passing;
  }
  return kept;
}
