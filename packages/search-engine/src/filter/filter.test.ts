import { ExactNumber, type JsonObject, type JsonValue, parseJson } from '@tessera/json';
import { describe, expect, test } from 'vitest';
import { compileFilter, compileSlice, type DeclaredType, matchesFilter, matchesSlice } from './compile.js';
import { type Filter, FilterError, fixedValues, parseFilter } from './parse.js';

const types: Record<string, DeclaredType> = { price: 'number', made: 'date', kind: 'enum', note: 'string' };

function matches(filters: JsonValue, attributes: JsonObject): boolean {
  return matchesFilter(compileFilter(parseFilter(filters), types), attributes);
}

function matchingValues(filters: JsonValue, field: string, values: readonly JsonValue[]): JsonValue[] {
  return values.filter((value) => matches(filters, { [field]: value }));
}

function refusal(run: () => unknown): FilterError {
  try {
    run();
  } catch (error) {
    if (error instanceof FilterError) {
      return error;
    }
  }
  throw new Error('expected a FilterError');
}

describe('matchesFilter > equality', () => {
  test('compares undeclared fields as text, with numbers in their simplest spelling', () => {
    expect(matchingValues({ size: 5 }, 'size', [5, '5', 5.5, '5.0', '05', [5, 'five'], true])).toEqual([
      5,
      '5',
      [5, 'five'],
    ]);
    expect(matchingValues({ size: 'Red' }, 'size', ['Red', 'red', ' Red'])).toEqual(['Red']);
  });

  test('compares a declared number as a number, even if it is stored as text', () => {
    expect(matchingValues({ price: '5' }, 'price', [5, '5.0', ' 5 ', '5e0', 6, 'five', false])).toEqual([
      5,
      '5.0',
      ' 5 ',
      '5e0',
    ]);
  });

  test('compares a declared date as an instant, in any spelling', () => {
    const same = ['2026-01-31 10:00:00', '2026-01-31T10:00:00Z', '2026-01-31T12:00:00+02:00', '2026/01/31 10:00'];
    expect(matchingValues({ made: '2026-01-31T10:00:00.000Z' }, 'made', [...same, '2026-01-31', false])).toEqual(same);
  });

  test('false matches false and nothing else', () => {
    const values: JsonValue[] = [false, null, '', 0, '0', [], 'false', [false]];
    expect(matchingValues({ note: false }, 'note', values)).toEqual([false]);
    expect(matches({ note: false }, {})).toBe(false);
    expect(matchingValues({ price: false }, 'price', values)).toEqual([false]);
  });

  test('null matches null and absent fields', () => {
    expect(matchingValues({ note: null }, 'note', [null, false, '', []])).toEqual([null]);
    expect(matches({ note: null }, {})).toBe(true);
  });

  test('a relational value equals its id and its label', () => {
    const spellings: JsonValue[] = [
      [75, 'France'],
      { id: 75, label: 'France' },
      { id: '75', name: 'France' },
      { id: 75, display_name: 'France' },
    ];
    for (const value of spellings) {
      expect(matchingValues({ country: 75 }, 'country', [value])).toHaveLength(1);
      expect(matchingValues({ country: 'France' }, 'country', [value])).toHaveLength(1);
      expect(matchingValues({ country: 'Fran' }, 'country', [value])).toHaveLength(0);
      expect(matchingValues({ country: [75, 'Frankreich'] }, 'country', [value])).toHaveLength(1);
    }
  });

  test('a list equals a value if any element does', () => {
    expect(matches({ tags: 'b' }, { tags: ['a', 'b', 'c'] })).toBe(true);
    expect(
      matches(
        { tags: 'Blue' },
        {
          tags: [
            [1, 'Red'],
            [2, 'Blue'],
          ],
        },
      ),
    ).toBe(true);
    expect(matches({ tags: 'd' }, { tags: ['a', 'b'] })).toBe(false);
  });

  test('compares long integers exactly', () => {
    const attributes = parseJson('{"ref": 12345678901234567890}') as JsonObject;
    expect(matches(parseJson('{"ref": 12345678901234567890}'), attributes)).toBe(true);
    expect(matches(parseJson('{"ref": 12345678901234567891}'), attributes)).toBe(false);
    expect(matches({ ref: '12345678901234567890' }, attributes)).toBe(true);
  });
});

describe('matchesFilter > ranges', () => {
  test('compares undeclared numbers as text, and declared ones by value', () => {
    expect(matchingValues({ size: { gt: 5 } }, 'size', [10, 6, 50])).toEqual([6, 50]);
    expect(matchingValues({ price: { gt: 5 } }, 'price', [10, 6, '50', 5, '4'])).toEqual([10, 6, '50']);
  });

  test('requires all comparisons of a field', () => {
    expect(matchingValues({ price: { gte: 2, lt: 4, ne: 3 } }, 'price', [1, 2, 3, 3.5, 4])).toEqual([2, 3.5]);
  });

  test('excludes empty and unreadable values', () => {
    expect(matchingValues({ price: { lt: 100 } }, 'price', [false, null, '', [], 'cheap', true])).toEqual([]);
    expect(matchingValues({ size: { lt: 'zzz' } }, 'size', [false, null, '', []])).toEqual([]);
  });

  test('compares dates by time', () => {
    expect(
      matchingValues({ made: { gte: '2026-01-31' } }, 'made', ['2026-01-30T23:30:00-01:00', '2026-01-30', 'soon']),
    ).toEqual(['2026-01-30T23:30:00-01:00']);
  });

  test.each<[JsonValue, readonly number[]]>([
    [{ lte: '2026-01-31' }, [0, 1, 2, 3]],
    [{ lt: '2026-01-31' }, [0]],
    [{ gte: '2026/01/31' }, [1, 2, 3, 4]],
    [{ gt: ' 2026-01-31 ' }, [4]],
    [{ gt: '2026-01-31', lte: '2026-02-01' }, [4]],
    ['2026-01-31', [1, 2, 3]],
    [{ ne: '2026-01-31' }, [0, 4]],
    [{ in: ['2026-01-30', '2026-02-01'] }, [0, 4]],
    [{ in: ['2026-01-31T00:00:00Z', '2026-02-01'] }, [1, 4]],
    [{ lte: '2026-01-31T00:00:00Z' }, [0, 1]],
  ])('reads a date without a time as the whole day in UTC: %j', (asked, indexes) => {
    const values = [
      '2026-01-30T23:59:59.999Z',
      '2026-01-31',
      '2026-01-31T12:00:00Z',
      '2026-01-31T21:59:59-02:00',
      '2026-01-31T22:00:00-02:00',
    ];
    expect(matchingValues({ made: asked }, 'made', values)).toEqual(indexes.map((index) => values[index]));
  });
});

describe('matchesFilter > other operators', () => {
  test('ne also matches absent fields and unreadable values', () => {
    expect(matches({ price: { ne: 5 } }, {})).toBe(true);
    expect(matchingValues({ price: { ne: 5 } }, 'price', [5, '5.0', 6, 'five', null])).toEqual([6, 'five', null]);
  });

  test('exists matches values that are not empty', () => {
    const values: JsonValue[] = [0, 'a', {}, [0], false, null, '', []];
    expect(matchingValues({ note: { exists: true } }, 'note', values)).toEqual([0, 'a', {}, [0]]);
    expect(matchingValues({ note: { exists: false } }, 'note', values)).toEqual([false, null, '', []]);
    expect(matches({ note: { exists: false } }, {})).toBe(true);
  });

  test('in matches any of its values, and nothing if empty', () => {
    expect(matchingValues({ kind: { in: ['a', 2, false] } }, 'kind', ['a', '2', 2, false, 'b'])).toEqual([
      'a',
      '2',
      2,
      false,
    ]);
    expect(matchingValues({ kind: { in: [] } }, 'kind', ['a', false])).toEqual([]);
  });

  test('treats fields with names of inherited properties like any other', () => {
    expect(matches({ toString: { exists: true } }, {})).toBe(false);
    const filters = parseJson('{"__proto__": "x"}');
    expect(matches(filters, parseJson('{"__proto__": "x"}') as JsonObject)).toBe(true);
    expect(matches(filters, {})).toBe(false);
  });

  test('matches everything without conditions', () => {
    expect(matches({}, {})).toBe(true);
  });
});

describe('compileFilter', () => {
  test.each<[string, unknown, string]>([
    ['filters that are no object', [], ''],
    ['filters that are null', null, ''],
    ['filters that are text', 'a=b', ''],
    ['an unknown operator', { price: { between: [1, 2] } }, 'price.between'],
    ['an empty range', { price: {} }, 'price'],
    ['a list in place of a value', { kind: ['a', 'b'] }, 'kind'],
    ['in without a list', { kind: { in: 'a' } }, 'kind.in'],
    ['in with an object', { kind: { in: [{}] } }, 'kind.in.0'],
    ['exists without a boolean', { kind: { exists: 'yes' } }, 'kind.exists'],
    ['a range of booleans', { price: { lt: true } }, 'price.lt'],
    ['a range of null', { price: { gte: null } }, 'price.gte'],
    ['a nested object', { price: { lt: { eq: 1 } } }, 'price.lt'],
    ['NUL in a value', { kind: 'a\0' }, 'kind'],
    ['a lone surrogate in a list', { kind: { in: ['\ud800'] } }, 'kind.in.0'],
    ['NUL in a field name', { 'a\0': 1 }, ''],
    ['a number too long to be stored', { n: new ExactNumber('1e200000') }, 'n'],
    ['a range up to such a number', { n: { lt: new ExactNumber('1e-140000') } }, 'n.lt'],
    ['a list with such a number', { n: { in: [1, new ExactNumber('9'.repeat(1_001))] } }, 'n.in.1'],
    ['a pair of such a number', { n: [new ExactNumber('1e200000'), 'Label'] }, 'n'],
    ['a lone surrogate in the label of a pair', { p: [5, '\ud800'] }, 'p'],
    ['NUL in the label of a pair in a list', { p: { in: [[5, 'a\0']] } }, 'p.in.0'],
  ])('rejects %s, and returns its path', (_, filters, path) => {
    expect(refusal(() => parseFilter(filters)).path).toBe(path);
  });

  test.each<[JsonValue, string, string]>([
    [{ price: 'cheap' }, 'price', 'number'],
    [{ price: { lte: 'cheap' } }, 'price.lte', 'number'],
    [{ price: true }, 'price', 'number'],
    [{ made: { in: ['2026-02-30'] } }, 'made.in', 'date'],
    [{ made: { gt: 5 } }, 'made.gt', 'date'],
  ])('rejects %j for the declared type, and names field and type', (filters, path, type) => {
    const filter: Filter = parseFilter(filters);
    const error = refusal(() => compileFilter(filter, types));
    expect(error.path).toBe(path);
    expect(error.message).toContain(`"${path.split('.')[0]}"`);
    expect(error.message).toContain(type);
  });
});

test('compileSlice > omits a filter that a later type declaration made unreadable', () => {
  const stored: JsonValue[] = [{ price: { ne: 'cheap' } }, { kind: 'a' }];
  expect(compileSlice(stored, {})).toHaveLength(2);
  const slice = compileSlice(stored, types);
  expect(matchesSlice(slice, { price: 5 })).toBe(false);
  expect(matchesSlice(slice, { kind: 'a' })).toBe(true);
});

test.each<[string, JsonValue, readonly string[]]>([
  ['a text', 'a', ['a']],
  ['a pair of two texts', ['b', 'a'], ['b']],
  ['an object with a label', { id: 'b', label: 'a' }, ['b']],
  ['an object with a name', { id: 'b', name: 'a' }, ['b']],
  ['a pair of number and label', [7, 'a'], ['7']],
  ['a list of relational values', [[7, 'a'], { id: 'b', label: 'a' }], ['7', 'b']],
  ['a list of texts', ['a', 'b', 'c'], ['a', 'b', 'c']],
])('compileSlice: %s is in the slice of its ids, never of a label', (_, field, inside) => {
  const slices = ['a', 'b', 'c', '7'].filter((value) => matchesSlice(compileSlice([{ field: value }], {}), { field }));
  expect(slices.sort()).toEqual([...inside].sort());
});

test('fixedValues > returns equalities and lists of one value', () => {
  const fixed = fixedValues({
    brand: 'Acme',
    country: [75, 'France'],
    price: { lte: 5 },
    kind: { in: ['chair'] },
    owner: { in: [[7, 'Ada']] },
    size: { in: [1, 2] },
    shade: { in: [] },
  });
  expect([...fixed]).toEqual([
    ['brand', 'Acme'],
    ['country', [75, 'France']],
    ['kind', 'chair'],
    ['owner', [7, 'Ada']],
  ]);
});
