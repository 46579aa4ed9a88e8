import type { ItemProblem } from './items.js';
import { UnusableInput } from './source.js';

/** A row of a table, with its line in the file or its number in the spreadsheet. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The row that names the columns of a table. */
export interface TableHeader {
  /** The names, trimmed. Columns to the right of them have no name, and a value there makes its row fail. */
  readonly columns: readonly string[];
  /** The line of the file, or the row of the spreadsheet. */
  readonly line: number;
  /** The first rows, of which one can be chosen as the header. */
  readonly firstRows: readonly TableRow[];
}

/** Number of rows among which the header is searched. */
export const headerRowsMax = 20;

/** The share of the cells of the fullest row that a row of a title has at most. */
const titleShare = 0.6;

/**
 * Finds the row that names the columns: the one of this line or, by default, the first row. Rows of a title before it are
 * recognized because they have fewer cells than the others. Of two rows with names, the one with technical names counts.
 */
export function headerIndex(rows: readonly TableRow[], source: string, line?: number): number {
  if (line !== undefined) {
    const index = rows.findIndex((row) => row.line === line);
    if (index !== -1) return index;
    throw new UnusableInput(
      `${source} has no row ${line} among its first ${rows.length} rows, which could name the columns.`,
    );
  }
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  const widest = Math.max(0, ...filled);
  const isTitle = (row: TableRow, at: number) =>
    (filled[at] ?? 0) <= Math.max(1, Math.floor(titleShare * widest)) || row.cells[0]?.trim() === 'EXTF';
  const first = widest < 2 ? -1 : rows.findIndex((row, at) => !isTitle(row, at));
  // A row of values below a header with few names is full too.
  const found = first === -1 || (first > 0 && !isHeading(rows[first])) ? 0 : first;
  const isNamedTwice = isTechnical(rows[found + 1]) && !isTechnical(rows[found]) && !isTechnical(rows[found + 2]);
  return isNamedTwice ? found + 1 : found;
}

function namesIn(row: TableRow | undefined): string[] {
  return row?.cells.map((cell) => cell.trim()).filter((cell) => cell !== '') ?? [];
}

/** Whether the cells of a row can be names: text, most of them once. */
function isHeading(row: TableRow | undefined): boolean {
  const names = namesIn(row);
  return names.every((name) => !/^[-+]?[\d.,:/\s%€$£-]+$/.test(name)) && 2 * new Set(names).size > names.length;
}

/** Whether a row has many names in the form of a program, such as `item_sku`. */
function isTechnical(row: TableRow | undefined): boolean {
  const names = namesIn(row);
  return (
    names.length >= 5 &&
    names.every((name) => /^[a-z][a-z0-9]*(?:[_.#-][a-z0-9]+)*$/i.test(name)) &&
    names.filter((name) => name.includes('_')).length > names.length / 2 &&
    new Set(names).size === names.length
  );
}

/**
 * Reads column names from one of the first rows. A column without a name is called `Column 3`, and a repeated name gets a
 * number, such as `Name (2)`. Throws `UnusableInput` for an empty table.
 */
export function headerOf(rows: readonly TableRow[], source: string, line?: number): TableHeader {
  const row = rows[headerIndex(rows, source, line)];
  const names = row?.cells.map((cell) => cell.trim().replace(/\s*[\r\n]+\s*/g, ' ')) ?? [];
  const named = names.slice(0, names.findLastIndex((column) => column !== '') + 1);
  if (row === undefined || named.length === 0) {
    throw new UnusableInput(`${source} is empty: its first line must name the columns.`);
  }
  const taken = new Set(named);
  const used = new Set<string>();
  const columns = named.map((column, at) => {
    const name = column || `Column ${at + 1}`;
    const isFree = (candidate: string) => !used.has(candidate) && (candidate === column || !taken.has(candidate));
    let free = name;
    for (let copy = 2; !isFree(free); copy += 1) free = `${name} (${copy})`;
    used.add(free);
    return free;
  });
  return { columns, line: row.line, firstRows: rows };
}

/** The cells of a row, without empty ones beyond its columns. Undefined if there are too few or too many. */
export function fittingCells(
  row: readonly string[],
  { columns }: Pick<TableHeader, 'columns'>,
): readonly string[] | undefined {
  const isFull = row.length >= columns.length;
  const isEmptyBehind = row.slice(columns.length).every((cell) => cell.trim() === '');
  return isFull && isEmptyBehind ? row.slice(0, columns.length) : undefined;
}

const totalWord =
  /^(?:(?:grand|sub)?[- ]?totals?|sum|summe|gesamt(?:summe)?|zwischensumme|(?:sous-)?total(?: général)?|totale|subtotal|somme|suma|razem|итого|всего|合計|总计|總計)\s*:?$/i;

/** The problem of a row that sums up those above it; undefined for any other row. */
export function totalProblem(cells: readonly string[]): ItemProblem | undefined {
  const [first, ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isTotal =
    totalWord.test(first ?? '') &&
    others.length > 0 &&
    others.every((cell) => /^[^\p{L}]*\d[^\p{L}]*\p{Sc}?(?:EUR|USD|GBP|CHF)?$/u.test(cell));
  return isTotal
    ? {
        error: 'invalid_request',
        message: `The row looks like a total ("${first}"), and not like a record.`,
        hint: 'Remove it from the file, or import it with --totals if it is a record.',
      }
    : undefined;
}

/** A row as the JSON of a record. */
export function recordText(keys: readonly string[], cells: readonly string[]): string {
  return `{${cells.map((cell, index) => `${keys[index]}:${JSON.stringify(cell)}`).join(',')}}`;
}
