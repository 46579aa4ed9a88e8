import { parse as parseAtOnce } from 'csv-parse/sync';
import { textOf } from './bytes.js';
import { isCsvError, readRows, rowOptions, tab } from './csv-rows.js';
import {
  fittingCells,
  headerOf,
  headerRowsMax,
  recordText,
  type TableHeader,
  type TableRow,
  totalProblem,
} from './header.js';
import { type Item, notUtf8, problemItem } from './items.js';
import { type ImportSource, UnusableInput } from './source.js';

const delimiters = [',', ';', tab, '|'];
const replacement = '\uFFFD';

/** The start of a CSV source, before its rows. */
export interface CsvStart {
  /** The first rows. Empty if the source is empty. */
  readonly rows: readonly TableRow[];
  readonly delimiter: string;
  /** Offset of the first row in bytes. */
  readonly start: number;
}

/** The row with the names of the columns. */
export interface CsvHeader extends TableHeader {
  readonly delimiter: string;
  /** Offset of the end of the row in bytes. */
  readonly end: number;
}

interface HeadRow extends TableRow {
  /** Offset of the end of the row in bytes. */
  readonly end: number;
}

/**
 * Reads the first rows. The delimiter is the given one, or that of a `sep=` line, or the one of comma, semicolon, tab and
 * bar that gives the most rows of one length. Throws `UnusableInput` if they cannot be read.
 */
export function readStart(source: ImportSource, delimiter?: string): CsvStart {
  const { rows, start, ...head } = headRows(source, delimiter);
  return { rows, start, delimiter: head.delimiter };
}

function headRows(
  source: ImportSource,
  delimiter?: string,
): { readonly rows: readonly HeadRow[]; readonly delimiter: string; readonly start: number } {
  const separator = separatorLine(textOf(source.head));
  const start = separator?.bytes ?? 0;
  const head = textOf(source.head.subarray(start));
  const said = delimiter ?? separator?.delimiter;
  const candidates = said === undefined ? delimiters : [said];
  const tables = candidates.map((candidate) => ({ delimiter: candidate, ...rowsIn(head, candidate) }));
  const best = tables.reduce((one, other) => (evenness(other.rows) > evenness(one.rows) ? other : one));
  const widest = Math.max(0, ...best.rows.map(({ cells }) => cells.length));
  if (widest < 2 && tables.some(({ isBroken }) => isBroken)) {
    throw new UnusableInput(
      `The first line of ${source.name} cannot be read: a quote in it is not closed, or stands inside of a cell.`,
    );
  }
  const firstLine = separator === undefined ? 0 : 1;
  const rows = best.rows.map(({ cells, line, end }) => ({ cells, line: line + firstLine, end: start + end }));
  return { rows, delimiter: best.delimiter, start };
}

/**
 * Reads the row that names the columns: the one of the line `headerRow`, or the one that `headerIndex` finds. Throws
 * `UnusableInput` if there is none.
 */
export function readHeader(source: ImportSource, delimiter?: string, headerRow?: number): CsvHeader {
  if (/^\uFEFF?\s*(\[\s*[[{\]]|\{\s*["}])/.test(textOf(source.head))) {
    throw new UnusableInput(`${source.name} holds JSON and no CSV: its name should end in .json or .ndjson.`);
  }
  const { rows, delimiter: used } = headRows(source, delimiter);
  const header = headerOf(rows, source.name, headerRow);
  const end = rows.find(({ line }) => line === header.line)?.end ?? 0;
  if (header.columns.join().includes(replacement)) throw new UnusableInput(`${notUtf8.message} ${notUtf8.hint}`);
  return { ...header, delimiter: used, end };
}

/**
 * How well rows form a table: rows of one length count, a delimiter that also occurs in values gives different lengths.
 * Of equal ones, the one with more columns.
 */
function evenness(rows: readonly HeadRow[]): number {
  const widths = rows.map(({ cells }) => cells.length).filter((width) => width > 1);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const best = Math.max(0, ...[...counts].map(([width, count]) => count + width / 100_000));
  return rows.length === 0 ? 0 : best / rows.length;
}

/** The line with which Excel declares a delimiter, such as `sep=;`. */
function separatorLine(head: string): { readonly delimiter: string; readonly bytes: number } | undefined {
  const [line, , delimiter] = /^\uFEFF?("?)sep=([^"\r\n])\1[;,\t|]*(?:\r\n|\n|\r)/i.exec(head) ?? [];
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, bytes: new TextEncoder().encode(line).length };
}

/** The first rows with this delimiter that have cells. `isBroken` if the quotes of the first line are invalid. */
function rowsIn(head: string, delimiter: string): { readonly rows: readonly HeadRow[]; readonly isBroken: boolean } {
  const rows: HeadRow[] = [];
  const collect = (quotes: 'strict' | 'relaxed', to: number): boolean => {
    try {
      parseAtOnce(head, {
        ...rowOptions(delimiter, quotes),
        to,
        on_record: (cells: string[], { bytes, lines }: { bytes: number; lines: number }) => {
          rows.push({ cells, line: lines, end: bytes });
          return null;
        },
      });
      return true;
    } catch (error) {
      if (isCsvError(error)) return false;
      throw error;
    }
  };
  if (!collect('strict', 1)) return { rows: [], isBroken: true };
  rows.pop();
  // A head that ends inside of a row is an error, or gives a short last row.
  collect('relaxed', headerRowsMax);
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), isBroken: false };
}

/**
 * The rows of a CSV source as JSON objects, whose values are the cells as text. A row with another number of cells
 * fails alone.
 */
export async function* readCsv(
  source: ImportSource,
  offset: number,
  { keepsTotals, ...header }: CsvHeader & { readonly keepsTotals: boolean },
): AsyncGenerator<Item, void, undefined> {
  const from = !source.isSeekable ? 0 : Math.max(offset, header.end);
  const keys = header.columns.map((name) => JSON.stringify(name));
  for await (const { cells, end, line } of readRows(source, from, header.delimiter)) {
    if (end <= header.end) continue;
    const total = keepsTotals ? undefined : totalProblem(cells);
    const item = total === undefined ? itemOfRow(cells, keys, { header, end }) : problemItem(total, cells.join(), end);
    yield { ...item, line };
  }
}

function itemOfRow(
  row: readonly string[],
  keys: readonly string[],
  { header, end }: { readonly header: TableHeader; readonly end: number },
): Item {
  const cells = fittingCells(row, header);
  if (cells === undefined) {
    const message = `The row has ${row.length} cells, and line ${header.line} names ${keys.length} columns.`;
    return problemItem(
      { error: 'invalid_request', message, hint: 'Put quotes around cells that hold the delimiter.' },
      row.join(),
      end,
    );
  }
  if (cells.some((cell) => cell.includes(replacement))) return problemItem(notUtf8, row.join(), end);
  // The formula with which spreadsheets keep the zeros of `="00123"`.
  const shown = cells.map((cell) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell);
  return { text: recordText(keys, shown), end };
}
