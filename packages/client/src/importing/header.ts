import { UnusableInput } from './source.js';

/** The first row of a table. */
export interface TableHeader {
  /** The names, trimmed. Columns to the right of them have no name, and a value there makes its row fail. */
  readonly columns: readonly string[];
}

/** Reads column names. Throws `UnusableInput` for a missing or repeated name, because values would be lost. */
export function headerOf(cells: readonly string[], name: string): TableHeader {
  const names = cells.map((cell) => cell.trim());
  const columns = names.slice(0, names.findLastIndex((column) => column !== '') + 1);
  if (columns.length === 0) throw new UnusableInput(`${name} is empty: its first line must name the columns.`);
  const gap = columns.indexOf('');
  if (gap !== -1) throw new UnusableInput(`Column ${gap + 1} of ${name} has no name in the first line.`);
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw new UnusableInput(`Two columns of ${name} are named "${twice}".`);
  return { columns };
}

/** The cells of a row, without empty ones beyond its columns. Undefined if there are too few or too many. */
export function fittingCells(row: readonly string[], { columns }: TableHeader): readonly string[] | undefined {
  const isFull = row.length >= columns.length;
  const isEmptyBehind = row.slice(columns.length).every((cell) => cell.trim() === '');
  return isFull && isEmptyBehind ? row.slice(0, columns.length) : undefined;
}

/** A row as the JSON of a record. */
export function recordText(keys: readonly string[], cells: readonly string[]): string {
  return `{${cells.map((cell, index) => `${keys[index]}:${JSON.stringify(cell)}`).join(',')}}`;
}
