import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { type InputFormat, readerFor } from './formats.js';
import { type Item, recordBytesMax } from './items.js';
import type { ImportSource } from './source.js';
import { sourceOf } from './testing/sources.js';
import { zipped } from './testing/workbook.js';

async function read(source: ImportSource, offset = 0, format?: InputFormat): Promise<Item[]> {
  const items: Item[] = [];
  const reader = await readerFor(source, { format });
  for await (const item of reader.items(offset)) items.push(item);
  return items;
}

/** Reads the items of a source, and the error that ends it. */
async function readUntilFailure(source: ImportSource, offset = 0): Promise<{ items: Item[]; failure: unknown }> {
  const items: Item[] = [];
  try {
    const reader = await readerFor(source);
    for await (const item of reader.items(offset)) items.push(item);
    return { items, failure: undefined };
  } catch (failure) {
    return { items, failure };
  }
}

const texts = (items: readonly Item[]): string[] => items.map(({ text, problem }) => text ?? problem.error);

const record = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()).map((value) => ({ ...value, id: 1 }));
const chunkBytes = fc.integer({ min: 1, max: 40 });
const newline = fc.constantFrom('\n', '\r\n');

describe('every format', () => {
  const written = {
    json: (values: object[]) => JSON.stringify(values, undefined, 1),
    wrapped: (values: object[]) => `\uFEFF { "records": ${JSON.stringify(values)} }`,
    arrays: (values: object[]) => values.map((value) => JSON.stringify([value])).join('\n'),
    pages: (values: object[]) =>
      `${values.map((value) => `{"records": [${JSON.stringify(value)}], "next": [{"]": 1}]}`).join('\n')} {"records": []}`,
    answer: (values: object[]) => `{"object": "]", "count": 1, "data": ${JSON.stringify(values)}, "has_more": false}`,
    named: (values: object[]) => JSON.stringify({ products: values, next_cursor: null }),
    sequence: (values: object[]) => values.map((value) => JSON.stringify(value, undefined, 2)).join(' '),
    ndjson: (values: object[]) => values.map((value) => `${JSON.stringify(value)}\r\n`).join('\n'),
  };

  it.each(Object.entries(written))(
    '%s gives the records that were written, and the rest after any of them',
    async (name, write) => {
      const values = fc.array(record, { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(values, chunkBytes, async (sent, size) => {
          const source = sourceOf(Buffer.from(write(sent)), name === 'ndjson' ? 'a.ndjson' : 'a.json', size);
          const all = await read(source);
          expect(all.map(({ text }) => JSON.parse(text ?? ''))).toEqual(JSON.parse(JSON.stringify(sent)));
          for (const [index, { end }] of all.entries()) {
            expect(texts(await read(source, end))).toEqual(texts(all.slice(index + 1)));
          }
        }),
        { numRuns: propertyRuns(60) },
      );
    },
  );

  it('returns the rows of CSV as written, cell by cell, from any row on', async () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\uFFFD', ''));
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(rows, chunkBytes, newline, async (sent, size, end) => {
        const csv = [['id', '__proto__'], ...sent].map((row) => row.map(quoted).join(';')).join(end);
        const source = sourceOf(Buffer.from(`\uFEFF${csv}`), 'a.csv', size);
        const all = await read(source);
        expect(texts(all)).toEqual(
          sent.map(([id, other]) => `{"id":${JSON.stringify(id)},"__proto__":${JSON.stringify(other)}}`),
        );
        for (const [index, item] of all.entries()) {
          expect(texts(await read(source, item.end))).toEqual(texts(all.slice(index + 1)));
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it.each([
    ['[{"id":1}]', 'json'],
    ['{"id":1}\n{"id":2}', 'ndjson'],
    ['{\n"id":1}', 'json'],
    ['{"data":[{"id":1}]}', 'json'],
    ['id,name\n1,a', 'csv'],
  ])('is detected by its start: %j is %s', async (text, format) => {
    expect((await readerFor(sourceOf(Buffer.from(text), '-'))).format).toBe(format);
  });

  it('is read from standard input too', async () => {
    expect(texts(await read(sourceOf(Buffer.from(' [{"id":1},{"id":2}]'), '-', 1)))).toEqual(['{"id":1}', '{"id":2}']);
    expect(texts(await read(sourceOf(Buffer.from('id\n1\n2'), '-', 1)))).toEqual(['{"id":"1"}', '{"id":"2"}']);
  });
});

describe('an object with a list', () => {
  it.each([
    '{"id":7,"items":[{"id":1}]}',
    '{"order_id":7,"data":[{"id":1}]}',
    '{"variants":[{"id":1}],"id":7}',
    '{"meta":{},"data":[{"id":1}]}',
  ])('is one record if it does not only contain records: %s', async (text) => {
    expect(texts(await read(sourceOf(Buffer.from(text), 'a.json')))).toEqual([text]);
  });

  it.each([
    ['{"data":[{"id":1}],"has_more":true}', 'a.json is one page of a longer list'],
    ['{"has_more": true, "data":[{"id":1}]}', 'a.json is one page of a longer list'],
    ['{"value":[{"id":1}],"@odata.nextLink":"https://x.example"}', 'a.json is one page of a longer list'],
    ['{"results":[{"id":1}],"paging":{"next":{"after":"1"}}}', 'a.json is one page of a longer list'],
    ['{"products":[{"id":1}],"orders":[{"id":2}]}', 'Not JSON at byte'],
  ])('is reported if it is not the whole list: %s', async (text, message) => {
    for (const size of [1, 100]) {
      const { items, failure } = await readUntilFailure(sourceOf(Buffer.from(text), 'a.json', size));
      expect(texts(items)).toEqual(['{"id":1}']);
      expect(String(failure)).toContain(message);
    }
  });
});

describe('a file that is not text', () => {
  it.each([
    [gzipSync('id,name\n1,a\n'), 'compressed with gzip: unpack it first'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'the old format of Excel: save it as .xlsx or CSV'],
    [Buffer.from('%PDF-1.7\n'), 'a PDF document'],
    [Buffer.from('PAR1....'), 'a Parquet file: convert it'],
    [Buffer.from('SQLite format 3\0'), 'an SQLite database: export the table as CSV'],
    [zipped({ 'data.csv': 'id,name' }), 'a ZIP archive, and not a workbook: unpack it'],
    [zipped({ mimetype: '' }), 'a ZIP archive, and not a workbook'],
    [
      Buffer.from('<html><head><title>Sign in - Contoso</title>'),
      'a web page that asks to sign in ("Sign in - Contoso")',
    ],
    [Buffer.from('\uFEFF<!DOCTYPE html><body><table><tr><td>id'), 'a web page with a table'],
    [Buffer.from('<html><body>Not Found</body></html>', 'utf16le'), 'a web page, and not the file'],
    [Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'), 'a workbook in XML of Excel 2003'],
    [Buffer.from('<?xml version="1.0"?><feed xmlns="a">'), 'XML of an API: request JSON'],
    [Buffer.from('CREATE TABLE parts (id int);'), 'SQL: export the table as CSV'],
  ])('is refused with what to do instead', async (bytes, message) => {
    await expect(readerFor(sourceOf(bytes, 'a.csv'))).rejects.toThrow(message);
  });
});

describe('numbers beyond a double', () => {
  it.each(['[{"id":12345678901234567890}]', '{"id":12345678901234567890}'])('are kept as written: %s', async (text) => {
    expect(texts(await read(sourceOf(Buffer.from(text), '-')))).toEqual(['{"id":12345678901234567890}']);
  });
});

describe('an invalid record', () => {
  it('fails alone in NDJSON', async () => {
    const bytes = Buffer.from('{"id":1}\n{"id":\n[2]\n\n{"id":3}\n');
    expect(texts(await read(sourceOf(bytes, 'a.ndjson')))).toEqual([
      '{"id":1}',
      'invalid_json',
      'invalid_request',
      '{"id":3}',
    ]);
  });

  it('fails alone in a JSON array', async () => {
    const bytes = Buffer.from('[{"id":1}, 2, {"id" 3}, "a]", {"id":4}]');
    expect(texts(await read(sourceOf(bytes, 'a.json')))).toEqual([
      '{"id":1}',
      'invalid_request',
      'invalid_json',
      'invalid_request',
      '{"id":4}',
    ]);
  });

  it('fails alone in CSV', async () => {
    const bytes = Buffer.from('id,name\n1,a\n2\n3,b,c\n4,d\n');
    expect(texts(await read(sourceOf(bytes, 'a.csv')))).toEqual([
      '{"id":"1","name":"a"}',
      'invalid_request',
      'invalid_request',
      '{"id":"4","name":"d"}',
    ]);
  });

  it('is reported if it is not UTF-8, and never sent changed', async () => {
    const latin1 = Buffer.from('id,name\n0,Caf\xc3\xa9\n1,Caf\xe9\n2,Th\xc3\xa9\n', 'latin1');
    expect(texts(await read(sourceOf(latin1, 'a.csv')))[1]).toBe('invalid_text');
    const line = Buffer.from('{"id":"Th\xc3\xa9"}\n{"id":"Caf\xe9"}\n{"id":"Caf\xc3\xa9"}\n', 'latin1');
    expect(texts(await read(sourceOf(line, 'a.ndjson')))[1]).toBe('invalid_text');
  });

  it.each(['a.ndjson', 'a.json'])('is reported if it is too large for a call (%s)', async (name) => {
    const bytes = Buffer.from(`{"id":1,"text":"${'x'.repeat(recordBytesMax)}"}\n{"id":2}`);
    expect(texts(await read(sourceOf(bytes, name, 1 << 20)))).toEqual(['payload_too_large', '{"id":2}']);
  });
});

describe('a CSV from several sources', () => {
  it('keeps a quote inside a cell', async () => {
    const csv = 'id,name,size\n1,5" pipe,"a ""b"""\n2,"Best" pipe,x"\n';
    expect(texts(await read(sourceOf(Buffer.from(csv), 'a.csv')))).toEqual([
      '{"id":"1","name":"5\\" pipe","size":"a \\"b\\""}',
      '{"id":"2","name":"\\"Best\\" pipe","size":"x\\""}',
    ]);
  });

  it('treats quotes as text if tabs are the delimiter', async () => {
    const tsv = 'id\tname\n1\t"5 pipe\n2\t"x"\n';
    expect(texts(await read(sourceOf(Buffer.from(tsv), 'a.tsv')))).toEqual([
      '{"id":"1","name":"\\"5 pipe"}',
      '{"id":"2","name":"\\"x\\""}',
    ]);
  });

  it.each(['a.csv', '-'])('may use different line ends, even alternately (%s)', async (name) => {
    const csv = 'id,name\r\n1,a\n2,b\r\n3,c\r4,"d\r\ne"\n';
    for (const size of [1, 7, 100]) {
      expect(texts(await read(sourceOf(Buffer.from(csv), name, size), 0, 'csv'))).toEqual([
        '{"id":"1","name":"a"}',
        '{"id":"2","name":"b"}',
        '{"id":"3","name":"c"}',
        '{"id":"4","name":"d\\r\\ne"}',
      ]);
    }
  });

  it('has the delimiter that gives rows of one length, even if names of columns contain another one', async () => {
    const names = fc.array(fc.stringMatching(/^[a-z]{1,3}(?:[,;|] ?[a-z]{1,3}){0,3}$/), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom(',', ';', '|'), async (written, delimiter) => {
        const columns = written.map((name, at) => `${at}${name.replaceAll(delimiter, ' ')}`);
        const csv = [columns, columns.map((_, at) => at)].map((row) => row.join(delimiter)).join('\n');
        expect((await readerFor(sourceOf(Buffer.from(csv), 'a.csv'))).columns).toEqual(columns);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('uses the given delimiter, even if another one gives more columns', async () => {
    const source = sourceOf(Buffer.from('id\tname,with,commas\n'), 'a.csv');
    expect((await readerFor(source, { delimiter: '\t' })).columns).toEqual(['id', 'name,with,commas']);
  });
});

describe('an input that cannot be read completely', () => {
  it.each([
    ['[{"id":1},', 'a.json is cut off'],
    ['[{"id":1}', 'a.json is cut off'],
    ['[{"id":1},{"id":', 'a.json is cut off'],
    ['{"records":[{"id":1}', 'a.json is cut off'],
    ['{"records":[{"id":1}]', 'a.json is cut off'],
    ['{"records":[{"id":1}],"next":"a', 'a.json is cut off'],
    ['[{"id":1}] {"records"', 'a.json is cut off'],
    ['[{"id":1}] junk', 'Not JSON at byte 11'],
    ['[{"id":1}] {"id":2}', 'Not JSON at byte 11'],
    ['[{"id":1}],[{"id":2}]', 'Not JSON at byte 10'],
    ['{"records":[{"id":1}],}', 'Not JSON at byte 20'],
    ['{"records":[{"id":1}] junk}', 'Not JSON at byte 20'],
    ['{"records":[{"id":1}],"records":[{"id":2}]}', 'Not JSON at byte 20'],
  ])('fails after its records, also when reading continues there: %s', async (text, message) => {
    for (const size of [1, 7, 100]) {
      const source = sourceOf(Buffer.from(text), 'a.json', size);
      const { items, failure } = await readUntilFailure(source);
      expect(texts(items)).toEqual(['{"id":1}']);
      expect(String(failure)).toContain(message);
      expect(await readUntilFailure(source, items[0]?.end)).toEqual({ items: [], failure });
    }
  });

  it.each([
    ['never closed', '4,"a\n5,b\n'],
    ['closed by a quote of another row', '4,"a\n5,"b"\n'],
  ])('fails with the line of a quote that is %s', async (_how, rest) => {
    for (const size of [1, 7, 100]) {
      const source = sourceOf(Buffer.from(`id,name\r\n1,"a\r\nb"\n2,b\n\n3,c\n\n${rest}`), 'a.csv', size);
      const { items, failure } = await readUntilFailure(source);
      expect(items.map(({ text }) => JSON.parse(text ?? '').id)).toEqual(['1', '2', '3']);
      expect(String(failure)).toContain('a.csv cannot be read from line 8 on');
      for (const { end } of items) {
        expect(String((await readUntilFailure(source, end)).failure)).toContain('from line 8 on');
      }
    }
  });

  it.each(['[{"id":1} {"id":2}]', '[,{"id":1}]'])('is refused where it stops being JSON: %s', async (text) => {
    await expect(read(sourceOf(Buffer.from(text), 'a.json'))).rejects.toThrow('Not JSON at byte');
  });

  it.each([
    ['', 'must name the columns'],
    ['id,"name\n1,a\n', 'The first line of a.csv cannot be read'],
    ['[{"id":1}]', 'a.csv holds JSON'],
    ['\uFEFF{"id":1,"name":2}\n', 'a.csv holds JSON'],
  ])('is refused if its header lacks names: %j', async (text, message) => {
    await expect(readerFor(sourceOf(Buffer.from(text), 'a.csv'))).rejects.toThrow(message);
  });
});
