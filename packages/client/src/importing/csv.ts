import { parse as parseAtOnce } from 'csv-parse/sync';
import { charactersOf, textOf } from './bytes.js';
import { isCsvError, readRows, rowOptions, tab } from './csv-rows.js';
import { fittingCells, headerOf, recordText, type TableHeader } from './header.js';
import { type Item, notUtf8, problemItem } from './items.js';
import { type ImportSource, UnusableInput } from './source.js';

const delimiters = [',', ';', tab, '|'];
const replacement = '\uFFFD';

/** The first bytes of files that are not text, and what to do with them. */
const binaryKinds = [
  ['\x1f\x8b', 'compressed with gzip: unpack it first, as with gunzip'],
  ['\xd0\xcf\x11\xe0', 'a workbook in the old format of Excel: save it as .xlsx or CSV'],
  ['%PDF-', 'a PDF document: export the table as CSV or .xlsx'],
] as const;

/** The start of a CSV source, before its rows. */
export interface CsvStart {
  /** The cells of the first row. Empty if the source is empty. */
  readonly cells: readonly string[];
  readonly delimiter: string;
  /** Offsets of the start and end of the first row in bytes. */
  readonly start: number;
  readonly end: number;
}

/** The first row of a CSV source, with the names of the columns. */
export type CsvHeader = TableHeader & Omit<CsvStart, 'cells'>;

/**
 * Reads the first row. The delimiter is the given one, or that of a `sep=` line, or the one of comma, semicolon, tab
 * and bar that gives the most cells in the first row, and as many in the second. Throws `UnusableInput` if the row cannot be read.
 */
export function readStart(source: ImportSource, delimiter?: string): CsvStart {
  const { name } = source;
  const kind = binaryKinds.find(([signature]) => charactersOf(source.head).startsWith(signature))?.[1];
  if (kind !== undefined) throw new UnusableInput(`${name} is ${kind}.`);
  const start = separatorLine(textOf(source.head));
  const head = textOf(source.head.subarray(start?.bytes ?? 0));
  const said = delimiter ?? start?.delimiter;
  const candidates = said === undefined ? delimiters : [said];
  const rows = candidates.map((candidate) => firstRow(head, candidate));
  const readable = rows.filter((row) => row !== undefined);
  const row = readable.reduce((best, next) => (isBetter(next, best) ? next : best), noRow);
  if (row.cells.length < 2 && readable.length < rows.length) {
    throw new UnusableInput(
      `The first line of ${name} cannot be read: a quote in it is not closed, or stands inside of a cell.`,
    );
  }
  if (row.cells.join().includes(replacement)) throw new UnusableInput(`${notUtf8.message} ${notUtf8.hint}`);
  const offset = start?.bytes ?? 0;
  return { cells: row.cells, delimiter: row.delimiter, start: offset, end: offset + row.end };
}

/**
 * Reads the header. Throws `UnusableInput` for columns that have no name or the same name, because values would be
 * lost.
 */
export function readHeader(source: ImportSource, delimiter?: string): CsvHeader {
  if (/^\uFEFF?\s*(\[\s*[[{\]]|\{\s*["}])/.test(textOf(source.head))) {
    throw new UnusableInput(`${source.name} holds JSON and no CSV: its name should end in .json or .ndjson.`);
  }
  const { cells, ...start } = readStart(source, delimiter);
  return { ...start, ...headerOf(cells, source.name) };
}

interface FirstRow extends Pick<CsvStart, 'cells' | 'delimiter' | 'end'> {
  /** Whether the second row has the same number of cells. */
  readonly isRegular: boolean;
}
const noRow: FirstRow = { cells: [], delimiter: ',', end: 0, isRegular: false };

/** A delimiter that also occurs in names of columns gives rows of different lengths. */
function isBetter(next: FirstRow, best: FirstRow): boolean {
  const [one, other] = [next, best].map(({ cells, isRegular }) => isRegular && cells.length > 1);
  return one === other ? next.cells.length > best.cells.length : one === true;
}

/** The line with which Excel declares a delimiter, such as `sep=;`. */
function separatorLine(head: string): { readonly delimiter: string; readonly bytes: number } | undefined {
  const [line, , delimiter] = /^\uFEFF?("?)sep=([^"\r\n])\1[;,\t|]*(?:\r\n|\n|\r)/i.exec(head) ?? [];
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, bytes: new TextEncoder().encode(line).length };
}

/** The first row with this delimiter. Undefined if its quotes are invalid. */
function firstRow(head: string, delimiter: string): FirstRow | undefined {
  try {
    const options = { ...rowOptions(delimiter, 'strict'), info: true, to: 1 };
    const [first] = parseAtOnce(head, options) as unknown as { record: string[]; info: { bytes: number } }[];
    const cells = first?.record ?? [];
    return { cells, delimiter, end: first?.info.bytes ?? 0, isRegular: secondLength(head, delimiter) === cells.length };
  } catch (error) {
    if (isCsvError(error)) return undefined;
    throw error;
  }
}

/** The number of cells of the second row. Undefined if there is none, or it cannot be read. */
function secondLength(head: string, delimiter: string): number | undefined {
  try {
    return (parseAtOnce(head, { ...rowOptions(delimiter, 'relaxed'), from: 2, to: 2 }) as string[][])[0]?.length;
  } catch (error) {
    if (isCsvError(error)) return undefined;
    throw error;
  }
}

/**
 * The rows of a CSV source as JSON objects, whose values are the cells as text. A row with another number of cells
 * fails alone.
 */
export async function* readCsv(
  source: ImportSource,
  offset: number,
  header: CsvHeader,
): AsyncGenerator<Item, void, undefined> {
  const from = !source.isSeekable ? 0 : Math.max(offset, header.end);
  const keys = header.columns.map((name) => JSON.stringify(name));
  for await (const { cells, end, line } of readRows(source, from, header.delimiter)) {
    if (end > header.end) yield { ...itemOfRow(cells, keys, { header, end }), line };
  }
}

function itemOfRow(
  row: readonly string[],
  keys: readonly string[],
  { header, end }: { readonly header: TableHeader; readonly end: number },
): Item {
  const cells = fittingCells(row, header);
  if (cells === undefined) {
    const message = `The row has ${row.length} cells, and the first line names ${keys.length} columns.`;
    return problemItem(
      { error: 'invalid_request', message, hint: 'Put quotes around cells that hold the delimiter.' },
      row.join(),
      end,
    );
  }
  if (cells.some((cell) => cell.includes(replacement))) return problemItem(notUtf8, row.join(), end);
  return { text: recordText(keys, cells), end };
}
