import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { encodings } from './encoding.js';
import { type FormatChoice, type RecordReader, readerFor } from './formats.js';
import { sourceOf } from './testing/sources.js';
import { type TestCell, workbook } from './testing/workbook.js';

const open = (text: string | Buffer, choice: FormatChoice = {}, name = 'a.csv') =>
  readerFor(sourceOf(Buffer.from(text as string), name, 1 << 12), choice);

async function recordsOf(reader: RecordReader): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const { text, problem } of reader.items(0))
    records.push(text === undefined ? problem.message : JSON.parse(text));
  return records;
}

const word = fc.stringMatching(/^[A-Za-zäöü][a-zäöü ]{1,8}[a-zäöü]$/);
const titled = fc.record({
  title: fc.array(fc.tuple(word, fc.option(word)), { maxLength: 4 }),
  names: fc.uniqueArray(word, { minLength: 4, maxLength: 7 }),
  rows: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 5 }),
  delimiter: fc.constantFrom(',', ';', '\t'),
  pads: fc.boolean(),
});

describe('the row that names the columns', () => {
  it('is found below rows of a title, in CSV and in a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(titled, async ({ title, names, rows, delimiter, pads }) => {
        const above = title.map(([one, other]) => (other === null ? [one] : [one, other]));
        const table = [...above, names, ...rows.map((value) => names.map((_, at) => `${value + at}`))];
        const padded = table.map((row) => [...row, ...Array<string>(pads ? names.length - row.length : 0).fill('')]);
        const records = rows.map((value) => Object.fromEntries(names.map((name, at) => [name, `${value + at}`])));
        const csv = await open(padded.map((row) => row.join(delimiter)).join('\r\n'));
        const sheet = await open(workbook(padded), {}, 'a.xlsx');
        for (const reader of [csv, sheet]) {
          expect(reader.header?.line).toBe(above.length + 1);
          expect(await recordsOf(reader)).toEqual(records);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it.each([
    [
      'TemplateType=fptcustom,Version=2024,For Amazon only,,\nSeller SKU,Product Name,Brand,Price,Stock\nitem_sku,item_name,brand_name,standard_price,quantity\nA1,Lamp,Ikea,5,1\n',
      3,
    ],
    [
      '"EXTF";700;21;"Buchungsstapel";13;20260101000000000;;"RE"\n"Umsatz";"Soll/Haben";"Konto";"Gegenkonto";"Beleg 1";"Datum";"Text";"Kost"\n12,5;"S";1000;8400;"R1";0101;"a";""\n',
      2,
    ],
    ['id,name\n1,Lamp\n', 1],
    ['id,name,,\n1,Lamp,red,5\n', 1],
    ['item_sku,item_name,brand_name\na_b,c_d,e_f\n', 1],
    ['Id,Name,Kind,Size,Color\na_b,c_d,e_f,g_h,i_j\na_c,c_e,e_f,g_i,i_j\n', 1],
    ['List\n\nname,price,name,price,sku\nA,1,B,2,C\n', 3],
    ['sku\nA-1\nA-2\n', 1],
  ])('%# of the files of known systems is found', async (text, line) => {
    expect((await open(text)).header?.line).toBe(line);
  });

  it('can be chosen, and is refused if there is none', async () => {
    const reader = await open('a,b\nc,d\n1,2\n', { headerRow: 2 });
    expect(await recordsOf(reader)).toEqual([{ c: '1', d: '2' }]);
    await expect(open('a,b\n', { headerRow: 5 })).rejects.toThrow('a.csv has no row 5');
  });

  it('gives every column a name of its own', async () => {
    const { columns } = await open('Name,,Name,id,Name (2),Name,\n1,2,3,4,5,6\n');
    expect(columns).toEqual(['Name', 'Column 2', 'Name (3)', 'id', 'Name (2)', 'Name (4)']);
    const names = fc.array(fc.constantFrom('', 'a', 'b', 'a (2)', 'Column 2', 'id'), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(names, async (cells) => {
        fc.pre(cells.some((cell) => cell !== ''));
        const reader = await open(`${cells.join(',')}\n${cells.map((_, at) => at + 1).join(',')}\n`, { headerRow: 1 });
        const last = cells.findLastIndex((cell) => cell !== '') + 1;
        expect(new Set(reader.columns).size).toBe(last);
        cells.slice(0, last).forEach((cell, at) => {
          if (cell !== '' && cells.indexOf(cell) === at) expect(reader.columns?.[at]).toBe(cell);
        });
      }),
    );
  });
});

it('a cell of CSV is read without the formula that keeps its zeros', async () => {
  const reader = await open('id,code\n"=""00123""",="007"\n1,=A1\n');
  expect(await recordsOf(reader)).toEqual([
    { id: '00123', code: '007' },
    { id: '1', code: '=A1' },
  ]);
});

describe('a row of a total', () => {
  it.each(['Total', 'Summe:', 'Grand total', 'Gesamt', 'TOTAL', 'Итого'])(
    '%s is not a record, unless that is chosen',
    async (name) => {
      const text = `id,price,count\nA,5,1\n${name},10,2\n,15,\n`;
      expect((await recordsOf(await open(text)))[1]).toContain('looks like a total');
      expect((await recordsOf(await open(text, { keepsTotals: true })))[1]).toEqual({
        id: name,
        price: '10',
        count: '2',
      });
    },
  );

  it.each(['Total 3000,5,1', 'Total,oil,5', 'Summer,1,2', 'A,total,1'])('is not a record such as %s', async (row) => {
    expect((await recordsOf(await open(`id,price,count\n${row}\n`)))[0]).toBeTypeOf('object');
  });
});

describe('the encoding of a file', () => {
  const samples = {
    'windows-1252': 'id;name\n1;Größe für Männer\n2;Café crème\n3;Señor Muñoz\n4;Übergröße\n',
    'windows-1250': 'id;name\n1;Łódź\n2;Žluťoučký kůň\n3;Gdańsk książka\n4;Příliš šťastný\n',
    'windows-1251': 'id;name\n1;Настольная лампа\n2;Стул деревянный\n3;Москва\n4;Шкаф для одежды\n',
    'koi8-r': 'id;name\n1;Настольная лампа\n2;Стул деревянный\n3;Москва\n4;Шкаф для одежды\n',
    shift_jis: 'id,name\n1,デスクランプ\n2,木製の椅子と机\n3,東京都の商品一覧\n4,これは日本語の文章です\n',
    'euc-jp': 'id,name\n1,デスクランプ\n2,木製の椅子と机\n3,東京都の商品一覧\n4,これは日本語の文章です\n',
    macintosh: 'id;name\n1;Größe für Männer\n2;Café crème\n3;Señor Muñoz\n4;Übergröße\n',
  } as const;

  it.each(Object.entries(samples))('%s is detected, and its lines are shown in it', async (encoding, text) => {
    const letters = new Map(
      encodings.includes(encoding as 'koi8-r') && !/jis|jp/.test(encoding)
        ? Array.from(
            { length: 256 },
            (_, byte) => [new TextDecoder(encoding).decode(new Uint8Array([byte])), [byte]] as const,
          )
        : japanese(encoding),
    );
    const bytes = Buffer.from(Array.from(text).flatMap((letter) => letters.get(letter) ?? []));
    const reader = await open(bytes);
    expect(reader.guesses?.[0]).toMatchObject({ encoding });
    expect(text).toContain(reader.guesses?.[0]?.lines.join('\n'));
    const chosen = await open(bytes, { encoding: encoding as 'koi8-r' });
    expect(chosen.guesses).toEqual([]);
    expect(JSON.stringify(await recordsOf(chosen))).not.toContain('\uFFFD');
  });
});

/** The bytes of each character of a Japanese encoding, which Node.js can only decode. */
function japanese(encoding: string): (readonly [string, readonly number[]])[] {
  const decoder = new TextDecoder(encoding);
  const single = Array.from({ length: 128 }, (_, byte) => [String.fromCharCode(byte), [byte]] as const);
  const double = Array.from({ length: 0x80 * 0x100 }, (_, at) => [0x80 + (at >> 8), at & 0xff] as const).map(
    (bytes) => [decoder.decode(new Uint8Array(bytes)), bytes] as const,
  );
  return [...double.toReversed().filter(([letter]) => Array.from(letter).length === 1), ...single];
}

describe('a workbook', () => {
  it('has values as it shows them, and says what it does not read', async () => {
    const rows: TestCell[][] = [
      ['sku', 'phone', 'name'],
      [{ shaped: '7' }, { zeros: 42 }, 'Lamp'],
      [{ shaped: '123456' }, null, null],
    ];
    const reader = await open(workbook(rows, { merged: ['C2:C3'], isAfterHidden: true }), {}, 'a.xlsx');
    expect(await recordsOf(reader)).toEqual([
      { sku: 'A-0007', phone: '00042', name: 'Lamp' },
      { sku: 'A-123456', phone: '', name: 'Lamp' },
    ]);
    expect(reader.notices).toEqual([
      'Only the sheet "Products & more" is read. Others: Lists.',
      'The value of merged cells is read in each of their rows (1 ranges).',
    ]);
  });
});

describe('JSON of APIs and maps', () => {
  it.each([
    ['OData 4', '{"@odata.context": "https://x/$metadata#P", "value": [{"ID": 1, "Name": "a"}]}', { ID: 1, Name: 'a' }],
    ['OData 2', '{"d": {"results": [{"ID": 1, "Name": "a"}], "__count": "1"}}', { ID: 1, Name: 'a' }],
    [
      'GeoJSON',
      '{"type": "FeatureCollection", "name": "x", "crs": {"type": "name", "properties": {"name": "a"}}, "features": [{"type": "Feature", "id": 12345678901234567890, "properties": {"Name": "a"}, "geometry": {"type": "Point", "coordinates": [1.50, 2]}}]}',
      { id: Number('12345678901234567890'), geometry: { type: 'Point', coordinates: [1.5, 2] }, Name: 'a' },
    ],
    ['a line of GeoJSON', '{"type":"Feature","properties":{"id":"x"},"geometry":null}', { id: 'x', geometry: null }],
  ])('%s is read, in pieces of any size', async (_, text, record) => {
    for (const size of [1, 7, 4_096]) {
      const reader = await readerFor(sourceOf(Buffer.from(text), '-', size));
      expect(await recordsOf(reader)).toEqual([record]);
    }
  });
});
