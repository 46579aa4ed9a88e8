import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@tessera/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from './config.js';
import { embedText, plainText } from './record-text.js';

const product: JsonObject = {
  id: 27,
  write_date: '2026-01-31 10:00:00',
  description: '<p>Solid&nbsp;wood &amp; steel.<br/>Seats 6</p>',
  default_code: 'FURN_7777',
  name: 'Large Desk',
  categ_id: [8, 'WorkspaceFixture Furniture'],
  barcode: false,
  tags: [[1, 'New'], { id: 2, name: 'Sale' }],
  tag_ids: [4, 5],
  active: true,
  released: '2025-05-01',
  type: 'consu',
  list_price: 1799,
  image: 'https://example.com/desk.jpg',
  notes: null,
};

test('embedText > by default contains all fields but control fields, titles first, relational values by label', () => {
  expect(embedText(product, readConfig({})).split('\n')).toEqual([
    'Large Desk',
    'New Sale',
    'consu',
    'WorkspaceFixture Furniture',
    '2025-05-01',
    '1799',
    'Solid wood & steel. Seats 6',
    'FURN_7777',
  ]);
});

test('embedText > by default omits identifiers, and fields of type date or enum', () => {
  const config = readConfig({
    id_match_fields: ['default_code'],
    field_types: { released: 'date', type: 'enum', list_price: 'number', description: 'string' },
  });
  const lines = embedText(product, config).split('\n');
  expect(lines).not.toContain('FURN_7777');
  expect(lines).not.toContain('2025-05-01');
  expect(lines).not.toContain('consu');
  expect(lines).toContain('1799');
  expect(lines).toContain('Solid wood & steel. Seats 6');
});

test('embedText > contains exactly embed_fields in their order, regardless of their type', () => {
  const config = readConfig({ embed_fields: ['type', 'image', 'name', 'absent', 'id'], field_types: { type: 'enum' } });
  expect(embedText(product, config)).toBe('consu\nhttps://example.com/desk.jpg\nLarge Desk\n27');
});

test('embedText > does not change if a field that is not part of it changes', () => {
  const config = readConfig({ embed_fields: ['name', 'description'] });
  expect(embedText({ ...product, list_price: 1, categ_id: [9, 'Other'] }, config)).toBe(embedText(product, config));
});

test('embedText > contains nested values, but no keys and no ids of relations', () => {
  const record = {
    specs: { size: { width: '80 cm' }, maker: { id: 9, name: 'Acme', city: 'Bern' }, parts: ['leg', ['screw']] },
  };
  expect(embedText(record, readConfig({}))).toBe('80 cm Acme Bern leg screw');
});

test('embedText > contains the values of a list of objects on lines of their own, so that codes among them are codes', () => {
  const variants: JsonObject[] = [
    { sku: 'OD-1', size: { width: '80 cm' } },
    { sku: 'OD-2', tags: ['new'] },
  ];
  expect(embedText({ name: 'Oak desk', variants }, readConfig({}))).toBe('Oak desk\nOD-1\n80 cm\nOD-2\nnew');
});

test('embedText > contains both of two words in a list, even if the list resembles an id with a label', () => {
  expect(embedText({ tags: ['4K', 'OLED'] }, readConfig({}))).toBe('4K OLED');
});

test('embedText > keeps long text of scripts without spaces, and omits encoded data', () => {
  const record = { blob: 'A1'.repeat(300), text: '家具'.repeat(300) };
  expect(embedText(record, readConfig({}))).toBe('家具'.repeat(300));
});

test('embedText > does not depend on the order of fields', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonValue>), (fields) => {
      const shuffled = reorder(parseJson(stringifyJson(fields))) as JsonObject;
      expect(embedText(shuffled, readConfig({}))).toBe(embedText(fields, readConfig({})));
    }),
  );
});

function reorder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(reorder);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, reorder(item)]),
      )
    : value;
}

test('embedText > ends with a line break if, and only if, a part is not searched', () => {
  const config = readConfig({});
  for (const notes of [
    'x '.repeat(8_000),
    '\ufdfa'.repeat(30_000),
    Array(100_000).fill('leg'),
    `b${' '.repeat(200_000)}c`,
  ]) {
    expect(embedText({ id: 1, name: 'Desk', notes }, config)).toMatch(/^Desk\n.*\n$/s);
  }
  for (const notes of ['x '.repeat(1_900), '\ufdfa'.repeat(500), 'first\nsecond\n', '\n', '…\n']) {
    expect(embedText({ id: 1, name: 'Desk', notes }, config)).not.toMatch(/\n$/);
  }
});

test('embedText > contains the start of a text of megabytes, cut between characters', () => {
  for (const config of [readConfig({}), readConfig({ embed_fields: ['name', 'notes'] })]) {
    const text = embedText({ id: 1, name: 'Desk', notes: `a${'😀 '.repeat(2_000_000)}` }, config);
    expect(text.startsWith('Desk\na😀 😀')).toBe(true);
    expect(text.length).toBeGreaterThan(31_700);
    expect(text.length).toBeLessThanOrEqual(32_001);
    expect(text.isWellFormed()).toBe(true);
  }
  expect(embedText({ id: 1, data: 'x'.repeat(8_000_000) }, readConfig({}))).toBe('');
});

test.each([
  ['<p>Two-tone <b>gray</b><br />hoodie.</p>', 'Two-tone gray hoodie.'],
  ['<a href="https://example.com/?a=1&amp;b=2">link</a>', 'link'],
  ['Tom &amp; Jerry&nbsp;&#39;s &#x1F600; &bull; &unknown; &#0; &#xD800;', "Tom & Jerry 's 😀 &unknown; &#0; &#xD800;"],
  ['  many\n\twhite \u00a0 spaces ', 'many white spaces'],
  ['if a < b and c > d', 'if a < b and c > d'],
  ['Map<String, List<Item>>', 'Map<String, List<Item>>'],
  ['', ''],
])('plainText > reads %j as %j', (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test('plainText > reads unfinished markup of any length in linear time', () => {
  const text = '<p '.repeat(50_000);
  expect(plainText(text)).toBe(text.trim());
});
