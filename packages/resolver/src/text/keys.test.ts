import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf } from './chunks.js';
import { GrowingHash, hashText } from './hash.js';
import { eachWholeValue, joinChunks, wholeValueKey } from './keys.js';

describe('keys', () => {
  const parts = ['lamp', 'e14', '9', '1,000', '8.8', '500', '-', '/', ' ', '"', '\n', 'ß', 'x'.repeat(90)];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((texts) => texts.join(''));

  test('eachWholeValue finds the value of every end, with the key of the chunks up to it', () => {
    fc.assert(
      fc.property(text, (line) => {
        const chunks = chunksOf(line);
        for (const start of chunks.keys()) {
          const found = new Map<number, number>();
          eachWholeValue(chunks, start, (end, key) => found.set(end, key));
          for (let end = start + 1; end <= chunks.length; end++) {
            const joined = joinChunks(chunks, start, end);
            const isValue = joined.length >= 3 && joined.length <= 160 && /\D/.test(joined);
            expect(found.has(end)).toBe(isValue);
            expect(wholeValueKey(chunks.slice(0, end), start)).toBe(found.get(end));
          }
        }
      }),
    );
  });

  test('a hash that grows is the hash of the whole text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(9), (parts, seed) => {
        const hash = new GrowingHash(seed);
        for (const each of parts) {
          hash.add(each);
        }
        expect(hash.value).toBe(hashText(parts.join(''), seed));
      }),
    );
  });
});
