import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf, searchedMax, searchedPart } from './chunks.js';
import { recordTerms } from './terms.js';
import { fold } from './words.js';

const repeated = (text: string) => text.repeat(Math.ceil(40_000 / text.length));
/** Units of text that took far longer than others in earlier versions, when repeated to 40,000 characters. */
const hostile = [
  'x ',
  '\ufdfa',
  '1 x ',
  'a',
  'a.',
  '"1" ',
  'é ',
  '漢a',
  '㌀',
  'a\u0323\u0301',
  'x1@b.c ',
  'a-1-',
  '0171 ',
];

describe('searchedPart', () => {
  test.each(hostile)('of many %j is short, even after folding', (unit) => {
    const part = searchedPart(repeated(unit));
    expect(part.length).toBeGreaterThan(0);
    expect(fold(part).length).toBeLessThanOrEqual(searchedMax.characters);
    expect(chunksOf(part).length).toBeLessThanOrEqual(searchedMax.words);
    expect(searchedPart(part)).toBe(part);
  });

  test('is the whole text up to two thousand words, otherwise its start', () => {
    expect(searchedPart('word '.repeat(2_000))).toBe('word '.repeat(2_000));
    expect(searchedPart('word '.repeat(2_001)).length).toBeGreaterThan(9_000);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 3_000 }), (unit, count) => {
        const text = unit.repeat(count);
        const part = searchedPart(text);
        expect(text.startsWith(part)).toBe(true);
        expect(part.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('recordTerms', () => {
  // A quadratic algorithm took seconds to minutes for each of these.
  test.each([...hostile, `${'a'.repeat(30_000)}@`, `a${'\u0323\u0301'.repeat(15_000)}`])(
    'returns few terms for %#',
    (unit) => {
      expect(recordTerms(repeated(unit), [unit]).keys.length).toBeLessThan(5 * searchedMax.words);
    },
  );

  test('indexes the first identifiers if there are very many', () => {
    const identifiers = Array.from({ length: 100_000 }, (_, n) => `id-${n}`);
    expect(recordTerms('desk', identifiers).keys.length).toBeLessThan(5 * searchedMax.words);
  });
});
