import { parseJson, stringifyJson } from '@tessera/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { parseInPieces } from './json-pieces.js';

const limitBytes = 8 * 1024 * 1024;
const parse = (text: string, pieceLength?: number) =>
  parseInPieces(new TextEncoder().encode(text), {
    limitBytes,
    ...(pieceLength === undefined ? {} : { pieceLength, lengthAtOnce: 0 }),
  });
const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join()}}`;

/** JSON with white space, exact numbers, repeated keys, and keys of the object prototype. */
const json = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.json({ maxDepth: 0 }),
      fc.constantFrom(
        '1e999',
        '"\\ud83d\\ude00 \\udc00 \\ud800"',
        '"é漢😀"',
        '12345678901234567890',
        '"[{,\\"\\\\"',
        '"]"',
        ' -0 ',
      ),
    ),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value')).map((values) => `[ ${values.join(' ,')}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'b', '7', '__proto__', 'constructor', '\\"{'), tie('value')))
    .map((members) => `{${members.map(([key, value]) => `"${key}" : ${value}`).join()}}\n`),
})).value;

describe('parseInPieces', () => {
  it('returns the same value as JSON.parse with exact numbers', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 1, max: 30 }), async (text, pieceLength) => {
        expect(stringifyJson(await parse(text, pieceLength))).toBe(stringifyJson(parseJson(text)));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('rejects the same input as JSON.parse', async () => {
    const damage = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '1', '-', 'x'));
    await fc.assert(
      fc.asyncProperty(json, damage, fc.integer({ min: 1, max: 30 }), async (text, [at, cut, put], pieceLength) => {
        const characters = [...text];
        const damaged = characters.toSpliced(at % (characters.length + 1), cut, put).join('');
        const outcome = (value: Promise<unknown>) => value.then(stringifyJson, (error: Error) => error.name);
        const atOnce = await outcome((async () => parseJson(damaged))());
        expect(await outcome(parse(damaged, pieceLength))).toBe(atOnce);
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });

  it.each([
    ['many records', JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, name: 'a lamp for a desk' })))],
    ['one record of long lists', `{"a":{"b":[${'[1,2],'.repeat(100_000)}3]}}`],
    ['lists in lists', `[${`${'["a","b",'.repeat(9_000)}1${']'.repeat(9_000)},`.repeat(16)}1]`],
    ['texts of quotes', JSON.stringify(Array.from({ length: 100 }, () => '"'.repeat(20_000)))],
  ])('yields to others: %s', async (_title, text) => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    // Parsing this many records takes longer than one time slice on any machine.
    for (let round = 0; round < 20 && turns < 2; round += 1) {
      await parse(text);
    }
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(1);
  });
});

describe('parseInPieces > limits', () => {
  it.each([
    ['lists in lists', '['.repeat(4_000_000), 'is nested deeper than'],
    ['lists in lists of a short body', '['.repeat(100_000), 'is nested deeper than'],
    ['objects in objects of a short body', '{"a":'.repeat(15_000), 'is nested deeper than'],
    ['keys of a short body', keys(20_001), 'holds an object of more than'],
    ['lists in a list', `[${'[],'.repeat(600_000)}1]`, 'holds more than'],
    ['values in a list', `[${'1,'.repeat(600_000)}1]`, 'holds more than'],
    ['keys', keys(600_000), 'holds an object of more than'],
    ['keys further down', `[[${keys(20_001)}]]`, 'holds an object of more than'],
    ['digits', `[1,1${'7'.repeat(7_000_000)}]`, 'holds a number of more than'],
    ['digits at the end', `1${'7'.repeat(7_000_000)}`, 'holds a number of more than'],
  ])('rejects %s', async (_title, text, message) => {
    await expect(parse(text)).rejects.toThrow(message);
  });

  it('does not count brackets in strings', async () => {
    const texts = ['[{,'.repeat(500_000), '\\', '"', '\\"', ','.repeat(600_000), '7'.repeat(300_000)];
    expect(await parse(JSON.stringify(texts))).toEqual(texts);
  });

  it('accepts an object with the maximum of keys', async () => {
    expect(Object.keys((await parse(keys(20_000))) as object)).toHaveLength(20_000);
  });
});
