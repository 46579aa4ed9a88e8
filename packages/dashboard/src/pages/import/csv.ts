import { type Item, problemItem, UnreadableInput } from '@tessera/client';
import { type Options, parse } from 'csv-parse/browser/esm';
import { parse as parseAtOnce } from 'csv-parse/browser/esm/sync';
import { textOf } from './file-text.js';

/** The columns of a file, and what stands between its cells. */
export interface Header {
  readonly columns: readonly string[];
  readonly delimiter: string;
}

const options = (delimiter: string): Options => ({
  bom: true,
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
});

/** Reads the first line; the delimiter is the one that makes most columns. Throws a sentence for a person. */
export function headerOf(head: string): Header {
  const headers = [',', ';', '\t', '|'].map((delimiter) => {
    const [first] = parseAtOnce(head, { ...options(delimiter), to: 1 }) as unknown as string[][];
    return { columns: first ?? [], delimiter };
  });
  const header = headers.reduce((best, next) => (next.columns.length > best.columns.length ? next : best));
  if (header.columns.length === 0) {
    throw new Error('The file is empty: its first line must name the columns.');
  }
  const twice = header.columns.find((column, index) => header.columns.indexOf(column) !== index);
  if (twice !== undefined || header.columns.some((column) => column.trim() === '')) {
    throw new Error(
      twice === undefined ? 'A column has no name in the first line.' : `Two columns are named "${twice}".`,
    );
  }
  return header;
}

/** The rows below the header as JSON objects of text, cell by cell as they are written. */
export async function* csvItems(file: File, { columns, delimiter }: Header): AsyncGenerator<Item, void, undefined> {
  const keys = columns.map((name) => `${JSON.stringify(name)}:`);
  let isHeader = true;
  for await (const cells of rowsOf(file, delimiter)) {
    if (!isHeader) {
      yield cells.length === keys.length
        ? { text: `{${cells.map((cell, index) => keys[index] + JSON.stringify(cell)).join(',')}}`, end: 0 }
        : misfitRow(cells, keys.length);
    }
    isHeader = false;
  }
}

async function* rowsOf(file: File, delimiter: string): AsyncGenerator<string[], void, undefined> {
  const rows: string[][] = [];
  let failure: Error | undefined;
  const parser = parse(options(delimiter));
  parser.on('data', (row: string[]) => rows.push(row));
  parser.on('error', (error: Error) => {
    failure = error;
  });
  for await (const text of textOf(file)) {
    await new Promise<void>((resolve) => parser.write(text, () => resolve()));
    yield* rows.splice(0);
    if (failure !== undefined) {
      throw new UnreadableInput(`The file cannot be read further: ${failure.message}`);
    }
  }
  await new Promise<void>((resolve) => {
    parser.once('end', () => resolve());
    parser.once('error', () => resolve());
    parser.end();
  });
  yield* rows.splice(0);
  if (failure !== undefined) {
    throw new UnreadableInput(`The file cannot be read further: ${failure.message}`);
  }
}

function misfitRow(cells: readonly string[], columns: number): Item {
  const message = `The row has ${cells.length} cells, and the first line names ${columns} columns.`;
  const hint = 'Put quotes around cells that hold the delimiter.';
  return problemItem({ error: 'invalid_request', message, hint }, cells.join(), 0);
}
