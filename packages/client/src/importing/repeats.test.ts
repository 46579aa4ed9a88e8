import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { readerFor } from './formats.js';
import type { Item } from './items.js';
import { fieldsOf, textOfFields } from './record-fields.js';
import { recordId } from './record-id.js';
import { findRepeats, mergeRepeats, type RepeatRules, withoutRepeats } from './repeats.js';
import { sourceOf } from './testing/sources.js';

describe('fieldsOf', () => {
  it('keeps the JSON of each field as written', () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(JSON.parse(textOfFields(fieldsOf(text)))).toEqual(JSON.parse(text));
      }),
      { numRuns: propertyRuns(200) },
    );
    const exact = '{"n":12345678901234567890,"e":1.50,"":[1.0]}';
    expect(textOfFields(fieldsOf(exact))).toBe(exact);
    expect(fieldsOf('{}')).toEqual([]);
  });
});

it.each([
  ['7', '7'],
  ['7.0', '7'],
  ['"7.00"', '7'],
  ['" 7 "', '7'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e3', '1000'],
  ['"A-1"', 'A-1'],
  ['1.5', undefined],
  ['" "', undefined],
  ['null', undefined],
])('the ids %s and %s are equal', (value, id) => {
  expect(recordId(`{"name":"x","id":${value}}`, 'id')).toBe(id);
});

const spellings = (id: number) => [`${id}`, `${id}.0`, ` ${id} `];
const row = fc.record({
  id: fc.nat(3),
  spelling: fc.nat(2),
  a: fc.constantFrom('', 'x', 'y'),
  b: fc.constantFrom('', 'z'),
});
const sent = fc.array(row, { minLength: 1, maxLength: 8 });

/** The rows as CSV. An empty line follows the header. */
function csvOf(rows: readonly { id: number; spelling: number; a: string; b: string }[]): Buffer {
  const lines = rows.map(({ id, spelling, a, b }) => [spellings(id)[spelling], a, b].join(','));
  return Buffer.from(['id,a,b', '', ...lines].join('\r\n'));
}

describe('rows with the same id', () => {
  it('count as one record, and are reported with their lines', async () => {
    await fc.assert(
      fc.asyncProperty(sent, async (rows) => {
        const reader = await readerFor(sourceOf(csvOf(rows), 'a.csv'));
        const found = await findRepeats(reader.items(0), 'id');
        const ids = rows.map(({ id }) => `${id}`);
        expect(found).toMatchObject({ rows: rows.length, records: new Set(ids).size });
        const lines = new Map([...found.byId].map(([id, each]) => [id, each.map(({ line }) => line)]));
        for (const id of new Set(ids)) {
          const expected = ids.flatMap((other, at) => (other === id ? [at + 3] : []));
          expect(lines.get(id)).toEqual(expected.length > 1 ? expected : undefined);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it.each(['first', 'last', 'merge'] as const)(
    'become one record by the choice "%s", also after a resume',
    async (choice) => {
      await fc.assert(
        fc.asyncProperty(sent, async (rows) => {
          const { items } = await readerFor(sourceOf(csvOf(rows), 'a.csv'));
          const repeats = await findRepeats(items(0), 'id');
          const merged = choice === 'merge' ? await mergeRepeats(items(0), { idField: 'id', repeats }) : new Map();
          const rules: RepeatRules = { idField: 'id', repeats, choice, merged };
          const all: Item[] = [];
          for await (const item of withoutRepeats(items(0), 0, rules)) all.push(item);
          const fields = all.map(({ text }) => JSON.parse(text ?? ''));
          const expected = new Map<number, { a: string; b: string }>();
          for (const { id, a, b } of rows) {
            const known = expected.get(id);
            if (known === undefined || choice === 'last') expected.set(id, { a, b });
            else if (choice === 'merge') expected.set(id, { a: a || known.a, b: b || known.b });
          }
          expect(new Map(fields.map(({ id, a, b }) => [Number(id), { a, b }]))).toEqual(expected);
          expect(all.length).toBe(expected.size);
          const [first] = all;
          const rest: Item[] = [];
          for await (const item of withoutRepeats(items(first?.end ?? 0), first?.row ?? 0, rules)) rest.push(item);
          expect(rest).toEqual(all.slice(1));
        }),
        { numRuns: propertyRuns(60) },
      );
    },
  );

  it('keep numbers as written when they are merged', async () => {
    const text = '{"id":1,"n":12345678901234567890}\n{"id":"1.0","m":1.50,"n":null}';
    const { items } = await readerFor(sourceOf(Buffer.from(text), 'a.ndjson'));
    const repeats = await findRepeats(items(0), 'id');
    expect([...(await mergeRepeats(items(0), { idField: 'id', repeats })).values()]).toEqual([
      '{"id":"1.0","n":12345678901234567890,"m":1.50}',
    ]);
  });
});
