import { ExactNumber, type JsonValue, parseJson } from '@tessera/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalId, canonicalKey, identifierValues } from './identity.js';

function idOf(value: JsonValue | undefined): string {
  const answer = canonicalId(value);
  return 'id' in answer ? answer.id : answer.error;
}

describe('canonicalId', () => {
  test.each<[JsonValue, string]>([
    [12, '12'],
    ['12', '12'],
    ['12.0', '12'],
    ['12.00', '12'],
    [' 12 ', '12'],
    ['-5.0', '-5'],
    [-5, '-5'],
    [-0, '0'],
    ['-0.0', '0'],
    [1e3, '1000'],
    [1e21, '1000000000000000000000'],
    ['007', '007'],
    ['007.0', '007'],
    ['1.50', '1.50'],
    ['1.', '1.'],
    ['.0', '.0'],
    ['v2.0', 'v2.0'],
    ['1.0.0', '1.0.0'],
    ['MH01-XS-Black', 'MH01-XS-Black'],
    ['a b', 'a b'],
    ['1e3', '1e3'],
  ])('reads %j as the id %s', (value, id) => {
    expect(idOf(value)).toBe(id);
  });

  test('keeps integers beyond double precision exactly', () => {
    expect(idOf(parseJson('12345678901234567890'))).toBe('12345678901234567890');
    expect(idOf(parseJson('12345678901234567890.0'))).toBe('12345678901234567890');
    expect(idOf(new ExactNumber('123456789012345678905e-1'))).toBe('invalid_id');
  });

  test.each<[JsonValue | undefined]>([[undefined], [null], [false], [''], ['  ']])(
    'reads %j as a missing id',
    (value) => {
      expect(idOf(value)).toBe('missing_id');
    },
  );

  test.each<[JsonValue]>([
    [true],
    [1.5],
    [[]],
    [[5, 'Chair']],
    [{}],
    ['a\0'],
    ['.'],
    [' .. '],
    ['\ud800'],
    ['x'.repeat(513)],
    [new ExactNumber('1e999')],
  ])('rejects %j as an invalid id', (value) => {
    expect(idOf(value)).toBe('invalid_id');
  });

  test('counts the length in code points', () => {
    expect(idOf('😀'.repeat(512))).toBe('😀'.repeat(512));
    expect(idOf('😀'.repeat(513))).toBe('invalid_id');
  });

  test('gives an integer, its string and its .0 form the same id', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 1, max: 4 }),
        (integer, zeros) => {
          const id = integer.toString();
          expect(idOf(parseJson(id))).toBe(id);
          expect(idOf(id)).toBe(id);
          expect(idOf(`${id}.${'0'.repeat(zeros)}`)).toBe(id);
        },
      ),
    );
  });

  test('gives ids that look the same, or that a spreadsheet has marked as text, the same id', () => {
    const part = fc.constantFrom('A', '7', '00', 'é', 'ü-', ' x', 'Ångström', '.', '/');
    const invisible = fc.constantFrom(
      '\u200B',
      '\u200E',
      '\u2060',
      '\u00AD',
      '\uFEFF',
      '\u200D',
      '\u200C',
      '\uFE0F',
      '\u202A',
      '\u0007',
    );
    const form = fc.constantFrom('NFC', 'NFD');
    const space = fc.constantFrom(' ', '\u00A0', '\u202F', '\t', '\n', '\v', '\r\n', '\x85', '\u2028', ' \t ');
    const mark = fc.constantFrom<(id: string) => string>(
      (id) => id,
      (id) => `="${id}"`,
      (id) => (/^[^\s'\x85]*\d/.test(id) ? `'${id}` : id),
    );
    const parts = fc.array(fc.tuple(part, fc.array(invisible, { maxLength: 2 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, form, space, mark, (pairs, unicode, between, marked) => {
        const id = pairs.map(([text]) => text).join('');
        const hidden = pairs.map(([text, signs]) => text + signs.join('')).join('');
        const sent = marked(`${between}${hidden.normalize(unicode).replaceAll(' ', between)}`);
        expect(idOf(sent)).toBe(idOf(id));
        expect(canonicalKey(sent)).toBe(canonicalKey(id));
      }),
    );
  });

  test('takes the time of its length for many spaces and joiners', () => {
    const many = 200_000;
    expect(idOf(`a${' '.repeat(many)}b`)).toBe('invalid_id');
    expect(idOf(`a${' '.repeat(many)}\tb`)).toBe('a b');
    expect(idOf(`a${'\u200C'.repeat(many)}b`)).toBe('ab');
  });

  test.each([
    ['می\u200Cخواهم', 'a joiner inside of a Persian word'],
    ['👨\u200D👩', 'an emoji of several'],
    ["'s-Gravenhage", 'an apostrophe of a name'],
    ['="A" & "B"', 'a formula of two texts'],
  ])('keeps %s, %s', (id) => expect(idOf(id)).toBe(id));

  test('returns a canonical id unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (text) => {
        const first = canonicalId(text);
        fc.pre('id' in first);
        expect(canonicalId('id' in first ? first.id : '')).toEqual(first);
      }),
    );
  });
});

describe('canonicalKey', () => {
  test('trims identifiers, reads integers as integers, and keeps case', () => {
    expect([' FURN_7777 ', 'furn_7777', 601647855646, '601647855646.0', 1.5].map(canonicalKey)).toEqual([
      'FURN_7777',
      'furn_7777',
      '601647855646',
      '601647855646',
      '1.5',
    ]);
  });

  test('returns no key for empty values, booleans, objects and strings longer than any query', () => {
    const values: JsonValue[] = [null, false, true, '', ' ', {}, [], '本'.repeat(2_001), 'a\0'];
    expect(values.map(canonicalKey)).toEqual(values.map(() => undefined));
  });

  test('hashes long text to a unique key that fits an index row', () => {
    const texts = [256, 257, 2_000].flatMap((length) => ['é'.repeat(length), `${'é'.repeat(length - 1)}e`]);
    const keys = texts.map(canonicalKey);
    expect(keys.slice(0, 2)).toEqual(texts.slice(0, 2));
    expect(keys.every((key) => Buffer.byteLength(key ?? '') <= 512)).toBe(true);
    expect(new Set(keys).size).toBe(texts.length);
    expect(canonicalKey(` ${texts[5]} `)).toBe(keys[5]);
  });

  test('identifierValues > returns distinct keys of all identifier fields; relational values count by label', () => {
    const fields = ['sku', 'ean', 'codes', 'partner', 'lines', 'absent'];
    const record: JsonValue = {
      sku: 'A-1',
      ean: 4006381333931,
      codes: ['A-1', 'B-2', false, '', ['nested', 'list']],
      partner: [7, 'Deco Addict'],
      lines: [[1, 'First'], { id: 2, name: 'Second' }],
      other: 'C-3',
    };
    expect(identifierValues(record, fields)).toEqual(['A-1', '4006381333931', 'B-2', 'Deco Addict', 'First', 'Second']);
  });

  test('identifierValues > returns both of two codes in a list, even if the list resembles an id with a label', () => {
    const record = { codes: ['4006381333931', 'XPHONE'], more: [['P-1', 'Chair']] };
    expect(identifierValues(record, ['codes', 'more'])).toEqual(['4006381333931', 'XPHONE', 'P-1', 'Chair']);
  });
});
