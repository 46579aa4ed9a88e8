import { cosine } from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf } from './chunks.js';
import { meaningTable, rowsOf } from './meaning-table.js';
import { meaningVector } from './meaning-vector.js';

const table = meaningTable();
const meaning = (text: string) => meaningVector(chunksOf(text), table);
const likeness = (a: string, b: string) => cosine(meaning(a), meaning(b));
const lengthOf = (text: string) => Math.hypot(...meaning(text));

describe('meaningVector', () => {
  test('is close to that of synonyms, in several languages', () => {
    const pairs = [
      ['couch', 'sofa'],
      ['notebook computer', 'laptop'],
      ['Lautsprecher', 'loudspeaker'],
      ['chaise de bureau', 'office chair'],
      ['impresora', 'printer'],
      ['电脑', 'computer'],
    ];
    for (const [one = '', other = ''] of pairs) {
      expect(likeness(one, other), `${one}, ${other}`).toBeGreaterThan(0.5);
      expect(likeness(one, other), `${one}, ${other}`).toBeGreaterThan(likeness(one, 'goat cheese') + 0.3);
    }
  });

  test('ignores case, accents and stop words', () => {
    expect(meaning('Canapé')).toEqual(meaning('canape'));
    expect(meaning('OFFICE Chair')).toEqual(meaning('office chair'));
    expect(meaning('do you have an office chair?')).toEqual(meaning('office chair'));
    expect(lengthOf('the')).toBeCloseTo(1, 5);
  });

  test('ignores numbers and codes', () => {
    expect(lengthOf('4711 M8x20 16GB 10.5 B0017')).toBe(0);
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9][a-z0-9]{3,12}$/), (code) => {
        expect(meaning(`${code} office chair`)).toEqual(meaning('office chair'));
      }),
    );
  });

  test('splits unknown words into pieces, and gives them less weight', () => {
    const rows = rowsOf('wohnzimmerlampe', table);
    expect(rows.length).toBeGreaterThan(1);
    expect(rowsOf('lamp', table)).toHaveLength(1);
    expect(lengthOf('wohnzimmerlampe')).toBeCloseTo(1 / Math.sqrt(rows.length), 5);
    expect(lengthOf('lamp')).toBeCloseTo(1, 5);
    expect(rowsOf('無線充電器', table).length).toBeGreaterThan(1);
    expect(rowsOf('x'.repeat(300), table)).toEqual([]);
  });

  test('has a length from 0 to 1 for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(lengthOf(text)).toBeGreaterThanOrEqual(0);
        expect(lengthOf(text)).toBeLessThan(1.0001);
      }),
    );
  });

  test('gives the first line of a text more weight', () => {
    expect(likeness('teapot\nbicycle', 'teapot')).toBeGreaterThan(likeness('teapot bicycle', 'teapot') + 0.05);
  });
});
