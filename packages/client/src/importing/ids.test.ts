import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { type IdListChoice, readIds } from './ids.js';
import { sourceOf } from './testing/sources.js';
import { workbook } from './testing/workbook.js';

function ids(bytes: Buffer | string, name = 'ids.txt', choice: Partial<IdListChoice> = {}): Promise<string[]> {
  return readIds(sourceOf(Buffer.from(bytes), name), { idField: 'sku', ...choice });
}

const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.:/-]{0,11}$/).filter((text) => !/^(?:e?id|ids|sku)$/i.test(text));
const list = fc.uniqueArray(id, { minLength: 1, maxLength: 6 });
const quoted = (text: string) => `"${text}"`;

/** The formats that a list of ids can have. */
const shapes: Readonly<
  Record<string, (list: string[], end: string) => [string | Buffer, string?, Partial<IdListChoice>?]>
> = {
  lines: (sent, end) => [sent.join(end)],
  'lines with empty ones and a mark': (sent, end) => [
    `\uFEFF${end}${sent.map((each) => ` ${each} `).join(end + end)}${end}`,
  ],
  'quoted lines': (sent, end) => [sent.map(quoted).join(end)],
  'one line': (sent) => [sent.join(',')],
  'one line with semicolons': (sent) => [sent.join(' ; ')],
  'CSV with a header': (sent, end) => [['sku', ...sent].join(end), 'ids.csv'],
  'CSV with other columns': (sent, end) => [['name;SKU ', ...sent.map((each) => `"a;b";${each}`)].join(end), 'ids.csv'],
  'CSV for Excel': (sent, end) => [['sep=;', 'sku;name;', ...sent.map((each) => `${each};x;`)].join(end), 'ids.csv'],
  'CSV without a header, by number': (sent, end) => [
    sent.map((each) => `x,${each}`).join(end),
    'ids.csv',
    { column: '2' },
  ],
  'CSV by another name': (sent, end) => [
    ['a,b', ...sent.map((each) => `x,${each}`)].join(end),
    'ids.csv',
    { column: 'b' },
  ],
  'UTF-16': (sent, end) => [
    Buffer.from(`\uFEFF${['sku\tx', ...sent.map((each) => `${each}\ty`)].join(end)}`, 'utf16le'),
    'ids.txt',
  ],
  'a JSON array': (sent) => [JSON.stringify(sent)],
  'a JSON array of records': (sent) => [JSON.stringify(sent.map((sku) => ({ name: 1, sku }))), 'ids.json'],
  'an object with a list of ids': (sent) => [JSON.stringify({ live_ids: sent })],
  'an answer of an API': (sent) => [
    JSON.stringify({ object: 'list', data: sent.map((sku) => ({ sku })), has_more: false }),
    'ids.json',
  ],
  'NDJSON of records': (sent, end) => [sent.map((sku) => JSON.stringify({ sku })).join(end)],
  'NDJSON of texts': (sent, end) => [sent.map((each) => JSON.stringify(each)).join(end), 'ids.ndjson'],
  'a workbook': (sent) => [workbook([['name', 'sku'], ...sent.map((each) => ['x', each])]), 'ids.xlsx'],
};

describe('readIds', () => {
  it.each(Object.entries(shapes))('reads a list in the format "%s"', async (_name, write) => {
    await fc.assert(
      fc.asyncProperty(list, fc.constantFrom('\n', '\r\n', '\r'), async (sent, end) => {
        if (write === shapes['NDJSON of records'] || write === shapes['NDJSON of texts']) end = '\n';
        const [bytes, name, choice] = write(sent, end);
        expect(await ids(bytes, name, choice)).toEqual(sent);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it.each([
    ['CSV', 'Bestellung;Zeile;name\n1; a ;x\n2;b;y\n'],
    ['NDJSON', '{"Bestellung":1,"Zeile":"a"}\n{"line":"b","order":"2"}\n'],
    ['the joined field', 'name,order:line\nx,1:a\ny,2:b\n'],
  ])(
    'joins ids from the columns that an import joins, with the names that the collection remembers: %s',
    async (_what, text) => {
      const mapping = new Map([
        ['Bestellung', 'order'],
        ['Zeile', 'line'],
      ]);
      expect(await ids(text, '-', { idField: 'order:line', mapping })).toEqual(['1:a', '2:b']);
      expect(
        await ids('Artikel;sku\n1;x\n', 'ids.csv', { mapping: new Map([['Artikel', 'id']]), column: 'sku' }),
      ).toEqual(['x']);
    },
  );

  it('refuses a list that lacks a column of a joined id', async () => {
    const choice = { idField: 'order:line' };
    await expect(ids('order;name\n1;x\n', 'ids.csv', choice)).rejects.toThrow('Line 1 of ids.csv has several cells');
    await expect(ids('order;line\n1;\n', 'ids.csv', choice)).rejects.toThrow('Line 2 of ids.csv has no id in column 2');
    await expect(ids('{"order":1}', 'ids.json', choice)).rejects.toThrow('a record without the field "order:line"');
  });

  it('keeps ids with any characters if each line is an id', async () => {
    expect(await ids('Smith, John\n"x"\n1;2\n', 'ids.txt', { isPlain: true })).toEqual(['Smith, John', '"x"', '1;2']);
  });

  it('keeps numbers that a double cannot represent', async () => {
    expect(await ids('[12345678901234567890, 7.0, "007"]')).toEqual(['12345678901234567890', '7', '007']);
  });

  it.each([
    ['two columns without a name', '1;Desk\n2;Lamp\n', 'Line 1 of ids.txt has several cells'],
    ['rows below an id', '1\n2;Lamp\n', 'Line 2 of ids.txt has several cells'],
    ['several lines of several ids', '1,2\n3,4\n', 'Line 1 of ids.txt has several cells'],
    ['records without the field', '{"id":1}\n', 'Line 1 of ids.txt is a record without the field "sku"'],
    ['an empty cell', 'sku,name\n1,a\n,b\n', 'Line 3 of ids.txt has no id'],
    ['null', '["a",\nnull]', 'Line 2 of ids.txt: A record is a JSON object'],
    ['a number with a fraction', '[1,\n1.5]', 'Line 2 of ids.txt is not an id'],
    ['a rounded id', 'sku\n1\n4.00638E+12\n', 'Line 3 of ids.txt: A spreadsheet has rounded the id'],
    ['another encoding', Buffer.from('sku\nCaf\xe9\n', 'latin1'), 'ids.txt is not in UTF-8. Choose the encoding'],
    ['one page of a longer list', '{"data":[{"sku":"1"}],"has_more":true}', 'is one page of a longer list'],
    ['the error of an API', '{"error":{"code":"not_found"}}', 'is a record without the field "sku"'],
    ['JSON that is cut off', '["a",', 'is cut off'],
  ])('is refused with its line: %s', async (_what, text, message) => {
    await expect(ids(text)).rejects.toThrow(message);
  });

  it('returns every id of a column that is chosen by number, even one that is a number or a name of a column', async () => {
    const values = fc.array(fc.constantFrom('1', '2', 'a', 'ID'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom('1', '2', 'x', 'ID', 'sku'), async (sent, other) => {
        const text = sent.map((each) => `${other},${each}\n`).join('');
        expect(await ids(text, 'ids.csv', { column: '2' })).toEqual(sent);
        expect(await ids(`name,sku\n${text}`, 'ids.csv', { column: '2' })).toEqual(sent);
      }),
      { numRuns: propertyRuns(50) },
    );
    expect(await ids('sku,name\n1,a\n', 'ids.csv', { column: '2' })).toEqual(['name', 'a']);
  });

  it('drops no id above a value that equals the name of the column', async () => {
    expect(await ids('DE\nID\nFR\n', 'ids.txt', { idField: 'id' })).toEqual(['DE', 'ID', 'FR']);
    await expect(ids('DE,1\nID,2\n', 'ids.csv', { idField: 'id' })).rejects.toThrow('Line 1 of ids.csv has several');
    expect(await ids('Stock list\n\nsku,name\n1,a\n', 'ids.csv')).toEqual(['1']);
    await expect(ids('sku,name\n1,a\n', 'ids.csv', { column: 'nr' })).rejects.toThrow('has no column "nr"');
  });

  it('returns no ids for a list that contains only a header', async () => {
    expect(await ids('sku,name\n', 'ids.csv')).toEqual([]);
    expect(await ids('')).toEqual([]);
  });
});
