import { parse as parseAtOnce } from 'csv-parse/sync';
import { textOf } from './bytes.js';
import { isCsvError, readRows, rowOptions, tab } from './csv-rows.js';
import { type Item, notUtf8, problemItem } from './items.js';
import { type ImportSource, UnusableInput } from './source.js';

const delimiters = [',', ';', tab, '|'];
const replacement = '\uFFFD';

/** The first row of a CSV source, which names the columns. */
export interface CsvHeader {
  readonly columns: readonly string[];
  readonly delimiter: string;
  /** Where the first row of data starts, in bytes. */
  readonly end: number;
}

/**
 * Reads the header; the delimiter is the given one, or of comma, semicolon, tab and bar the one that makes most columns.
 * Throws `UnusableInput` when columns have no name or the same one, since a value would get lost.
 */
export function readHeader(source: ImportSource, delimiter?: string): CsvHeader {
  const { name } = source;
  const head = textOf(source.head);
  if (/^\uFEFF?\s*(\[\s*[[{\]]|\{\s*["}])/.test(head)) {
    throw new UnusableInput(`${name} holds JSON and no CSV: its name should end in .json or .ndjson.`);
  }
  const candidates = delimiter === undefined ? delimiters : [delimiter];
  const headers = candidates.map((candidate) => headerWith(head, candidate));
  const readable = headers.filter((header) => header !== undefined);
  const header = readable.reduce((best, next) => (next.columns.length > best.columns.length ? next : best), noHeader);
  if (header.columns.length < 2 && readable.length < headers.length) {
    throw new UnusableInput(
      `The first line of ${name} cannot be read: a quote in it is not closed, or stands inside of a cell.`,
    );
  }
  if (header.columns.length === 0) throw new UnusableInput(`${name} is empty: its first line must name the columns.`);
  const unnamed = header.columns.findIndex((column) => column.trim() === '');
  if (unnamed !== -1) throw new UnusableInput(`Column ${unnamed + 1} of ${name} has no name in the first line.`);
  const twice = header.columns.find((column, index) => header.columns.indexOf(column) !== index);
  if (twice !== undefined) throw new UnusableInput(`Two columns of ${name} are named "${twice}".`);
  if (header.columns.join().includes(replacement)) throw new UnusableInput(`${notUtf8.message} ${notUtf8.hint}`);
  return header;
}

const noHeader: CsvHeader = { columns: [], delimiter: ',', end: 0 };

/** The header as a delimiter makes it; undefined when its quotes are at fault. */
function headerWith(head: string, delimiter: string): CsvHeader | undefined {
  try {
    const options = { ...rowOptions(delimiter, 'strict'), info: true, to: 1 };
    const [first] = parseAtOnce(head, options) as unknown as { record: string[]; info: { bytes: number } }[];
    return { columns: first?.record ?? [], delimiter, end: first?.info.bytes ?? 0 };
  } catch (error) {
    if (isCsvError(error)) return undefined;
    throw error;
  }
}

/** Rows of a CSV source as JSON objects of text, cell by cell as they are written. A row of another length fails alone. */
export async function* readCsv(
  source: ImportSource,
  offset: number,
  header: CsvHeader,
): AsyncGenerator<Item, void, undefined> {
  const from = !source.isSeekable ? 0 : Math.max(offset, header.end);
  const keys = header.columns.map((name) => `${JSON.stringify(name)}:`);
  let isHeader = from === 0;
  for await (const { cells, end } of readRows(source, from, header.delimiter)) {
    if (!isHeader) yield itemOfRow(cells, keys, end);
    isHeader = false;
  }
}

function itemOfRow(row: readonly string[], keys: readonly string[], end: number): Item {
  if (row.length !== keys.length) {
    const message = `The row has ${row.length} cells, and the first line names ${keys.length} columns.`;
    return problemItem(
      { error: 'invalid_request', message, hint: 'Put quotes around cells that hold the delimiter.' },
      row.join(),
      end,
    );
  }
  if (row.some((cell) => cell.includes(replacement))) return problemItem(notUtf8, row.join(), end);
  return { text: `{${row.map((cell, index) => keys[index] + JSON.stringify(cell)).join(',')}}`, end };
}
