import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { readerFor } from './formats.js';
import type { Item } from './items.js';
import { recordId } from './record-id.js';
import { sourceOf } from './testing/sources.js';
import { workbook, zipped } from './testing/workbook.js';

async function read(bytes: Buffer, offset = 0, name = 'a.xlsx'): Promise<Item[]> {
  const items: Item[] = [];
  const { items: from } = await readerFor(sourceOf(bytes, name, 1 << 16));
  for await (const item of from(offset)) items.push(item);
  return items;
}

const records = (items: readonly Item[]) =>
  items.map(({ text, problem }) => (text === undefined ? problem.error : JSON.parse(text)));

describe('a workbook', () => {
  it('gives the same records as the same table in CSV, with the row numbers of the spreadsheet', async () => {
    const rows = [
      [' id ', 'price', 'made', 'name', ''],
      [{ number: '4006381333931' }, { number: '12.5' }, { day: 45_413 }, ' Tisch "Eiche" <1>', null],
      [null],
      [{ number: '7.0' }, { number: '0.30000000000000004' }, { day: 45_413.5 }, 'Größe', null],
      ['A-1', { number: '4.006381333931E+12' }, null, null],
    ];
    const items = await read(workbook(rows));
    expect(records(items)).toEqual([
      { id: '4006381333931', price: '12.5', made: '2024-05-01', name: ' Tisch "Eiche" <1>' },
      { id: '7', price: '0.3', made: '2024-05-01 12:00:00', name: 'Größe' },
      { id: 'A-1', price: '4006381333931', made: '', name: '' },
    ]);
    expect(items.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(records(await read(workbook(rows), 4))).toEqual(records(items).slice(2));
  });

  it('is recognised by its first bytes, and its sheet is reported', async () => {
    const reader = await readerFor(sourceOf(workbook([['id'], ['1']]), '-', 1 << 16));
    expect(reader).toMatchObject({ format: 'xlsx', sheet: { name: 'Products & more' }, columns: ['id'] });
    const other = readerFor(sourceOf(workbook([['id']]), 'a.xlsx', 1 << 16), { sheet: 'Orders' });
    await expect(other).rejects.toThrow('a.xlsx has no sheet "Orders". Its sheets: Products & more.');
  });

  it('is read from its first visible sheet', async () => {
    const bytes = workbook([['id'], ['1']], { isAfterHidden: true });
    const reader = await readerFor(sourceOf(bytes, 'a.xlsx', 1 << 16));
    expect(reader.sheet).toEqual({ name: 'Products & more', names: ['Lists', 'Products & more'] });
    expect(reader.columns).toEqual(['id']);
  });

  it('keeps the exponent of a number whose last digits are lost, so that it is refused as an id', async () => {
    const items = await read(
      workbook([['id'], [{ number: '7.8803211967429299E+17' }], [{ number: '788032119674292922' }]]),
    );
    expect(records(items)).toEqual([{ id: '7.88032119674293E+17' }, { id: '788032119674292922' }]);
    expect(items.map(({ text }) => recordId(text ?? '{}', 'id'))).toEqual([undefined, '788032119674292922']);
  });

  it('keeps the leading zeros that a number format shows, as CSV does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(10 ** 7), { minLength: 1, maxLength: 5 }), async (numbers) => {
        const items = await read(
          workbook([['id', 'n'], ...numbers.map((zeros) => [{ zeros }, { number: `${zeros}` }])]),
        );
        expect(records(items)).toEqual(numbers.map((n) => ({ id: String(n).padStart(5, '0'), n: `${n}` })));
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('reports a formula without a result, which is not an empty text', async () => {
    const rows = [
      ['id', 'name'],
      ['1', { formula: '<v></v>' }],
      ['2', { formula: '' }],
      ['3', { formula: '<v>5</v>' }],
      ['4', { formula: '<v></v>', type: 'str' }],
    ];
    expect(records(await read(workbook(rows)))).toEqual([
      'invalid_request',
      'invalid_request',
      { id: '3', name: '5' },
      { id: '4', name: '' },
    ]);
  });

  it("reports a row with a formula's error, or with a value in a column without a name", async () => {
    const rows = [
      ['id', 'name'],
      ['1', { error: '#N/A' }],
      ['2', 'b', 'lost'],
      ['3', 'c'],
    ];
    expect(records(await read(workbook(rows)))).toEqual(['invalid_request', 'invalid_request', { id: '3', name: 'c' }]);
  });

  it('keeps text of any content', async () => {
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((value) => !/[\p{Cc}\uFFFE\uFFFF]|_x[0-9A-F]{4}_/iu.test(value));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (values) => {
        const items = await read(workbook([['id', 'text'], ...values.map((value, at) => [`${at}`, value])]));
        expect(records(items)).toEqual(values.map((value, at) => ({ id: `${at}`, text: value })));
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe('a malicious workbook', () => {
  it('is refused before it unpacks to gigabytes', async () => {
    const bytes = workbook([['id'], ['1']]);
    // The size of the sheet that the central directory declares.
    const entry = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    bytes.writeUInt32LE(0x7fff_ffff, entry + 24);
    await expect(read(bytes)).rejects.toThrow('a.xlsx unpacks to more than');
  });

  it('that declares sizes which are too small uses no more memory than declared', async () => {
    const bytes = zipped({ 'xl/workbook.xml': 'x'.repeat(5_000_000) });
    bytes.writeUInt32LE(100, bytes.lastIndexOf('xl/workbook.xml') - 46 + 24);
    await expect(read(bytes)).rejects.toThrow(/a\.xlsx (is not an \.xlsx workbook|cannot be read as a spreadsheet)/);
  });

  it.each(['XFD1048576', 'ZZZ999999', 'A9999999'])('with a far cell (%s) is refused', async (address) => {
    await expect(read(workbook([['id'], ['1']], { address }))).rejects.toThrow('more than 5000000 cells');
  });

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['has no sheets', () => zipped({ 'xl/other.xml': '<a/>' })],
    ['is no archive', () => Buffer.from('id,name\n1,a\n')],
  ])('that %s is refused with its name', async (_what, change) => {
    await expect(read(change(workbook([['id'], ['1']])))).rejects.toThrow(/^a\.xlsx /);
  });
});
