import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disambiguate as ask } from './disambiguation.js';

const plain = { field_types: new Map(), id_match_fields: [] };
const disambiguate = (found: Parameters<typeof ask>[0], declared: Parameters<typeof ask>[1] = plain) =>
  ask(found, declared);

const records = (...attributes: readonly Record<string, string | number | boolean | (string | number)[]>[]) =>
  attributes.map((each, i) => ({ external_id: String(i), attributes: each }));

describe('disambiguate', () => {
  test('returns the field that divides records most evenly, with the record ids of each value', () => {
    const desks = records(
      { name: 'Desk', wood: 'oak', size: 140 },
      { name: 'Desk', wood: 'oak', size: 160 },
      { name: 'Desk', wood: 'ash', size: 140 },
      { name: 'Desk', wood: 'oak', size: 160 },
    );
    expect(disambiguate(desks)).toEqual({
      field: 'size',
      values: [
        { value: '140', external_ids: ['0', '2'] },
        { value: '160', external_ids: ['1', '3'] },
      ],
    });
  });

  test('prefers a title field if several fields divide equally well', () => {
    expect(disambiguate(records({ sku: 'A1', name: 'Oak' }, { sku: 'A2', name: 'Ash' }))?.field).toBe('name');
  });

  test('uses the label of a relational value, and lists records without a value', () => {
    expect(disambiguate(records({ kind: [3, 'Desks'] }, { kind: false }))?.values).toEqual([
      { value: 'Desks', external_ids: ['0'] },
      { value: null, external_ids: ['1'] },
    ]);
  });

  test('ignores differences in accents and case', () => {
    const people = [
      { name: 'Jan Novak', city: 'Brno' },
      { name: 'JAN NOVÁK', city: 'Praha' },
      { name: 'Jan Novák', city: 'praha' },
    ];
    expect(disambiguate(records(...people))).toEqual({
      field: 'city',
      values: [
        { value: 'Brno', external_ids: ['0'] },
        { value: 'Praha', external_ids: ['1', '2'] },
      ],
    });
  });

  test.each([
    ['no field differs', records({ name: 'Desk' }, { name: 'Desk' })],
    ['what differs is long or composed', records({ text: 'a'.repeat(100), tags: ['x', 'y'] }, { text: 'b', tags: [] })],
    ['there is one record', records({ name: 'Desk' })],
    ['there is none', []],
  ])('returns undefined if %s', (_, found) => {
    expect(disambiguate(found)).toBeUndefined();
  });

  /**
   * Fields that distinguish all records, but that no person can answer. Each value depends on n, the number of the
   * record.
   */
  const unaskable: Record<string, (n: number) => string | number> = {
    image_link: (n) => `https://shop.example/i/${n}.jpg`,
    thumb: (n) => `/media/${n}.webp`,
    Website: (n) => `www.shop${n}.example`,
    description: (n) => `Number ${n} of a range that is made by hand, oiled and packed`,
    blurb: (n) => `<p>${n}</p>`,
    created_at: (n) => `2024-03-${10 + n}T08:00:00Z`,
    last_change: (n) => 1_719_400_000 + n,
    delivered: (n) => `2024-03-${10 + n}`,
    uuid: (n) => `0b9f3c1e-0000-4000-8000-00000000000${n}`,
    sku: (n) => `AB-${100 + n}`,
    ean: (n) => `400638133393${n}`,
    product_id: (n) => n,
    parentID: (n) => String(n),
    phone: (n) => `+49 30 123456${n}`,
    contact: (n) => `office${n}@mill.example`,
    tags: (n) => `[${n}]`,
  };
  /** Fields that people can answer, the best first. */
  const variants = ['brand', 'Farbe', 'colour', 'shoe_size', 'Größe', 'talla'];

  test('never returns URLs, images, long text, ids or times, however well they divide', () => {
    const fields = fc.subarray(Object.keys(unaskable), { minLength: 1 });
    fc.assert(
      fc.property(fields, fc.integer({ min: 2, max: 9 }), fc.constantFrom(...variants), (chosen, count, variant) => {
        const found = records(
          ...Array.from({ length: count }, (_, n) =>
            Object.fromEntries(chosen.map((field) => [field, unaskable[field]?.(n) ?? ''])),
          ),
        );
        expect(disambiguate(found)).toBeUndefined();
        const withVariant = found.map((record, n) => ({
          ...record,
          attributes: { ...record.attributes, [variant]: `v${n % 3}` },
        }));
        expect(disambiguate(withVariant)?.field).toBe(variant);
      }),
    );
  });

  test('chooses among the fields that can be returned alone, whatever the other fields contain', () => {
    const shapes: ((n: number) => string | number)[] = [
      ...Object.values(unaskable),
      (n) => ['oak', 'Oak', 'ash', 'Jan Novák'][n % 4] ?? '',
      (n) => n % 3,
      (n) => 12.5 * n,
    ];
    const names = [...Object.keys(unaskable), ...variants, 'name', 'company_name', 'finish', 'price', 'popularity'];
    const values = fc.tuple(fc.constantFrom(...shapes), fc.array(fc.nat(9), { minLength: 10, maxLength: 10 }));
    const types = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('enum', 'number', 'date', 'string'));
    const found = fc.tuple(fc.dictionary(fc.constantFrom(...names), values), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(found, types, fc.subarray(names, { maxLength: 3 }), ([fields, count], types, identifiers) => {
        const declared = { field_types: new Map(Object.entries(types)), id_match_fields: identifiers };
        const only = (isKept: (field: string) => boolean) => {
          const kept = Object.entries(fields).filter(([field]) => isKept(field));
          const record = (at: number) => kept.map(([field, [shape, numbers]]) => [field, shape(numbers[at] ?? 0)]);
          return records(...Array.from({ length: count }, (_, at) => Object.fromEntries(record(at))));
        };
        const isReturnedAlone = (field: string) =>
          disambiguate(
            only((other) => other === field),
            declared,
          ) !== undefined;
        const all = disambiguate(
          only(() => true),
          declared,
        );
        expect(all).toEqual(disambiguate(only(isReturnedAlone), declared));
        expect(all === undefined).toBe(!Object.keys(fields).some(isReturnedAlone));
      }),
    );
  });

  test('prefers a declared enum or a variant to a more even division, and offers at most five values', () => {
    const found = records(
      ...Array.from({ length: 8 }, (_, n) => ({ name: `Desk ${n}`, finish: n < 6 ? 'oiled' : 'raw', room: n % 4 })),
    );
    expect(disambiguate(found)?.field).toBe('room');
    const declared = { ...plain, field_types: new Map([['finish', 'enum' as const]]) };
    expect(disambiguate(found, declared)?.field).toBe('finish');
    expect(disambiguate(found.map(({ external_id }, n) => ({ external_id, attributes: { city: `C${n}` } })))).toBe(
      undefined,
    );
  });

  test('returns ranges for a number with too many values', () => {
    const found = records(...[40, 12.5, 80, 33, 99, 20, 12.5].map((price) => ({ price })));
    expect(disambiguate(found)).toEqual({
      field: 'price',
      values: [
        { value: '33 to 40', external_ids: ['0', '3'] },
        { value: '12.5 to 20', external_ids: ['1', '5', '6'] },
        { value: '80 to 99', external_ids: ['2', '4'] },
      ],
    });
  });

  test('returns ranges only for numbers whose range people know', () => {
    const counted = (field: string) => records(...[40, 12, 80, 33, 99, 20, 12].map((count) => ({ [field]: count })));
    expect(disambiguate(counted('sale_price_eur'))?.field).toBe('sale_price_eur');
    expect(disambiguate(counted('popularity'))).toBeUndefined();
    const declared = { ...plain, field_types: new Map([['popularity', 'number' as const]]) };
    expect(disambiguate(counted('popularity'), declared)?.field).toBe('popularity');
  });

  test('never returns a field declared as identifier', () => {
    const found = records({ rack: 'left' }, { rack: 'right' });
    expect(disambiguate(found)?.field).toBe('rack');
    expect(disambiguate(found, { ...plain, id_match_fields: ['rack'] })).toBeUndefined();
  });
});
