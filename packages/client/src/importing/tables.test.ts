import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { withColumns } from './columns.js';
import type { Encoding } from './encoding.js';
import { type FormatChoice, readerFor } from './formats.js';
import type { Item } from './items.js';
import { previewOf } from './preview.js';
import { sourceOf } from './testing/sources.js';
import { valueHint } from './value-hints.js';

async function read(
  bytes: Buffer,
  choice: FormatChoice = {},
  { offset = 0, name = 'a.csv', size = 7 } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  const { items: from } = await readerFor(sourceOf(bytes, name, size), choice);
  for await (const item of from(offset)) items.push(item);
  return items;
}

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : encoding === 'utf-8' ? 'utf8' : 'latin1');
}

const table = fc.record({
  encoding: fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  hasMark: fc.boolean(),
  hasSeparatorLine: fc.boolean(),
  space: fc.constantFrom('', ' ', '\u00a0'),
  emptyColumns: fc.nat(2),
  emptyRows: fc.nat(2),
  isQuoted: fc.boolean(),
  values: fc.array(fc.tuple(fc.stringMatching(/^[A-Za-zäöüéß 0-9.]{1,8}$/), fc.stringMatching(/^[a-zé;,|" ]{0,8}$/)), {
    minLength: 1,
    maxLength: 5,
  }),
  size: fc.integer({ min: 1, max: 40 }),
});

it("readerFor > reads a spreadsheet's table completely, for any encoding, delimiter, quotes and line ends", async () => {
  await fc.assert(
    fc.asyncProperty(table, async (how) => {
      const { encoding, delimiter, end, emptyColumns, size } = how;
      const isQuoted = how.isQuoted && delimiter !== '\t';
      // Without quotes, values must not contain special characters.
      const sent = how.values.map(([id, name]) => [id.trim() || 'x', isQuoted ? name : name.replace(/[;,|"]/g, '')]);
      const cell = (text = '') => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text);
      const line = (cells: string[]) => [...cells.map(cell), ...Array<string>(emptyColumns).fill('')].join(delimiter);
      const lines = [
        ...(how.hasSeparatorLine ? [`sep=${delimiter}`] : []),
        line([`${how.space}id${how.space}`, 'Größe ']),
        ...sent.map(line),
        ...Array<string>(how.emptyRows).fill(delimiter.repeat(1 + emptyColumns)),
      ];
      const hasMark = encoding.startsWith('utf-16') || (how.hasMark && encoding === 'utf-8');
      const bytes = encoded(`${hasMark ? '\uFEFF' : ''}${lines.join(end)}`, encoding);
      const choice = encoding === 'windows-1252' ? { encoding } : {};
      const items = await read(bytes, choice, { size });
      expect(items.map(({ text }) => JSON.parse(text ?? 'null'))).toEqual(
        sent.map(([id, name]) => ({ id, Größe: name })),
      );
      expect(items.map((item) => item.line)).toEqual(sent.map((_, at) => at + 2 + (how.hasSeparatorLine ? 1 : 0)));
      for (const [at, item] of items.entries()) {
        expect(await read(bytes, choice, { size, offset: item.end })).toEqual(items.slice(at + 1));
      }
    }),
    { numRuns: propertyRuns(120) },
  );
});

it('readerFor > reports a row with a value in a column without a name, instead of dropping the value', async () => {
  const items = await read(Buffer.from('id;name;\n1;a;\n2;b;lost\n3;c;;\n4;d\n5\n'));
  expect(items.map(({ text, problem }) => text ?? problem.error)).toEqual([
    '{"id":"1","name":"a"}',
    'invalid_request',
    '{"id":"3","name":"c"}',
    '{"id":"4","name":"d"}',
    'invalid_request',
  ]);
});

it.each(['a.ndjson', 'a.json'])('readerFor > returns the line on which a record of %s starts', async (name) => {
  const text = name === 'a.json' ? '[\n\n{"id":1,\n"a":2},{"id":2}\n,{"id":3}]' : '{"id":1}\n\r\n{"id":2}\n{"id":3}';
  const lines = name === 'a.json' ? [3, 4, 5] : [1, 3, 4];
  const items = await read(Buffer.from(text), {}, { name, size: 3 });
  expect(items.map(({ line }) => line)).toEqual(lines);
  const rest = await read(Buffer.from(text), {}, { name, offset: items[0]?.end ?? 0 });
  expect(rest.map(({ line }) => line)).toEqual(lines.slice(1));
});

describe('withColumns', () => {
  const mapping = new Map([['Artikel Nr', 'id']]);

  it('renames columns and fields, and keeps values as written', async () => {
    const csv = withColumns(await readerFor(sourceOf(Buffer.from('Artikel Nr;n\n1;2\n'), 'a.csv')), mapping);
    expect(csv.columns).toEqual(['id', 'n']);
    const json = withColumns(
      await readerFor(sourceOf(Buffer.from('{"Artikel Nr":12345678901234567890}'), 'a.json')),
      mapping,
    );
    const texts: (string | undefined)[] = [];
    for (const reader of [csv, json]) for await (const { text } of reader.items(0)) texts.push(text);
    expect(texts).toEqual(['{"id":"1","n":"2"}', '{"id":12345678901234567890}']);
  });

  it('is refused if two columns get the same name', async () => {
    const reader = await readerFor(sourceOf(Buffer.from('id;Artikel Nr\n1;2\n'), 'a.csv'));
    expect(() => withColumns(reader, mapping)).toThrow('Two columns would be named "id"');
  });
});

describe('previewOf', () => {
  it('reports detected columns, values of other types, and what an import would do', async () => {
    const csv =
      'id;price;write_date;name;stock\n7;12,50;2026-01-31;Desk;1\n7.0;12.50;03/04/2026;Lamp;\n8;x;;;x\n;1;;;\n4.00638E+12;2;;;\n9;1';
    const reader = await readerFor(sourceOf(Buffer.from(csv), 'a.csv'));
    const fields = [{ name: 'price', type: 'number' as const }];
    expect(await previewOf(reader, { id_field: 'id', write_date_field: 'write_date', fields })).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      sheet: null,
      other_sheets: [],
      header_row: 1,
      notices: [],
      header: ['id', 'price', 'write_date', 'name', 'stock'],
      id_field: 'id',
      clock_field: 'write_date',
      fields: [
        expect.objectContaining({ name: 'id', looks: 'number', examples: ['7', '7.0', '8'] }),
        {
          name: 'price',
          declared: 'number',
          looks: 'number or text',
          examples: ['12,50', '12.50', 'x'],
          misfits: 2,
          shown_misfits: [
            { line: 2, value: '12,50', hint: 'decimal comma' },
            { line: 4, value: 'x', hint: 'not a number' },
          ],
        },
        expect.objectContaining({
          name: 'write_date',
          shown_misfits: [{ line: 3, value: '03/04/2026', hint: 'day or month first?' }],
        }),
        expect.objectContaining({ name: 'name', looks: 'text', misfits: 0 }),
        expect.objectContaining({ name: 'stock', looks: 'number or text', misfits: 0 }),
      ],
      rows: 6,
      records: 2,
      absent: null,
      without_id: 1,
      repeated: 1,
      shown_repeated: [{ id: '7', lines: [2, 3] }],
      problems: 2,
      shown_problems: [
        expect.objectContaining({ line: 6, error: 'invalid_id' }),
        expect.objectContaining({ line: 7, error: 'invalid_request' }),
      ],
      unreadable: null,
    });
  });

  it.each([
    ['"12.5"', 'number', undefined],
    ['" -3 "', 'number', undefined],
    ['12.5', 'number', undefined],
    ['""', 'number', undefined],
    ['"12,50"', 'number', 'decimal comma'],
    ['"1.234,50"', 'number', 'decimal comma'],
    ['"1,234"', 'number', 'decimal comma, or a comma between thousands?'],
    ['"1,234.50"', 'number', 'comma between thousands'],
    ['"12.50 €"', 'number', 'a unit or currency with the number'],
    ['"free"', 'number', 'not a number'],
    ['"2026-04-03"', 'date', undefined],
    ['"2026-04-03 10:00:00"', 'date', undefined],
    ['"2026-02-30"', 'date', 'not a date such as 2026-04-03'],
    ['"03/04/2026"', 'date', 'day or month first?'],
    ['"13/04/2026"', 'date', 'day first: write it as 2026-04-03'],
    ['"04/13/2026"', 'date', 'month first: write it as 2026-04-03'],
    ['"3.4.2026"', 'date', 'day first: write it as 2026-04-03'],
    ['"45413"', 'date', 'day number of a spreadsheet?'],
    ['5', 'string', 'not text'],
    ['5', 'enum', undefined],
  ] as const)('hints at what is wrong with %s as a %s: %s', (value, type, hint) => {
    expect(valueHint(value, type)).toBe(hint);
  });
});
