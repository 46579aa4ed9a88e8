import { isRoundedId, limits, roundedId } from '@tessera/contract';
import { type ColumnMapping, renamedText } from './columns.js';
import { encodingQuestion } from './encoding.js';
import { type FormatChoice, formatOf, textOfSource } from './formats.js';
import { headerIndex, headerRowsMax } from './header.js';
import { type Item, listItemOf, notUtf8 } from './items.js';
import { joinedField, joinedFields, joinedText } from './joined-id.js';
import { readJson } from './json.js';
import { readNdjson } from './ndjson.js';
import { fieldsOf } from './record-fields.js';
import { idOfJson } from './record-id.js';
import { type ImportSource, UnusableInput } from './source.js';

/** How a list of ids is read. */
export interface IdListChoice extends FormatChoice {
  /** The column or field that contains the ids. Default: the one named `idField`, or the only one. */
  readonly column?: string | undefined;
  /** The field from which the collection reads record ids. It can be joined from several, such as `order:line`. */
  readonly idField: string;
  /** The fields that the collection remembers for columns of other names. */
  readonly mapping?: ColumnMapping | undefined;
  /** Whether each line is an id, whatever it contains. */
  readonly isPlain?: boolean | undefined;
}

interface Cell {
  readonly text: string;
  readonly line: number;
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * Reads the ids of a source. It can be plain lines, CSV with or without a header, ids on one line, a sheet, or JSON or
 * NDJSON of ids or records. Throws `UnusableInput`, with the line, for anything else.
 */
export async function readIds(source: ImportSource, choice: IdListChoice): Promise<string[]> {
  const { text, guesses } = await textOfSource(source, choice);
  if (guesses.length > 0) throw new UnusableInput(encodingQuestion(source.name, guesses));
  const cells = await cellsOf(source, text, choice);
  return cells.map((cell) => checkedId(cell, source.name));
}

async function cellsOf(source: ImportSource, text: ImportSource, choice: IdListChoice): Promise<Cell[]> {
  const format = choice.isPlain === true ? 'csv' : formatOf(source, text, choice.format);
  switch (format) {
    case 'json':
      return jsonCells(readJson(text, 0, listItemOf), choice, source.name);
    case 'ndjson':
      return jsonCells(readNdjson(text, 0, listItemOf), choice, source.name);
    case 'xlsx': {
      const { readWorkbook } = await import('./xlsx.js');
      const { rows } = await readWorkbook(source, choice.sheet);
      const tableRows = rows.map(({ cells, row }) => ({ cells, line: row }));
      return columnOf(tableRows, choice, source.name);
    }
    case 'csv':
      return choice.isPlain === true ? plainLines(text) : columnOf(await csvRows(text, choice), choice, source.name);
  }
}

async function csvRows(text: ImportSource, { delimiter }: IdListChoice): Promise<Row[]> {
  const { readStart } = await import('./csv.js');
  const { readRows } = await import('./csv-rows.js');
  const first = readStart(text, delimiter);
  const rows: Row[] = [];
  for await (const row of readRows(text, first.start, first.delimiter)) rows.push(row);
  return rows;
}

async function plainLines(text: ImportSource): Promise<Cell[]> {
  const decoder = new TextDecoder('utf-8');
  let whole = '';
  for await (const chunk of text.read(0)) whole += decoder.decode(chunk, { stream: true });
  const lines = (whole + decoder.decode()).split(/\r\n|\n|\r/);
  return lines.map((line, at) => ({ text: line.trim(), line: at + 1 })).filter((cell) => cell.text !== '');
}

/** The column that contains the ids. If rows have several cells, it must be chosen. */
function columnOf(rows: readonly Row[], choice: IdListChoice, name: string): Cell[] {
  const { column, idField, delimiter } = choice;
  // A number is never a name: in a file without a header, an id can equal the number of its column.
  const position = column !== undefined && /^\d+$/.test(column) ? Number(column) - 1 : undefined;
  const headedIn = (cells: readonly string[]): number | undefined =>
    position === undefined
      ? (headedColumn(cells, column ?? idField) ?? headedColumn(renamed(cells, choice), column ?? idField))
      : headedColumn([cells[position] ?? ''], idField) === undefined
        ? undefined
        : position;
  // Rows above the header are not read, so a row of values that contains the name must not count as one.
  const top = headerIndex(rows.slice(0, headerRowsMax), name);
  const start = headedIn(rows[top]?.cells ?? []) === undefined ? 0 : top;
  const [first, ...others] = rows.slice(start).map(({ cells, line }) => ({ cells: withoutEmptyEnd(cells), line }));
  if (first === undefined) return [];
  const headed = headedIn(first.cells);
  if (headed !== undefined) return others.map((row) => cellAt(row, headed, name));
  const parts = joinedFields(idField).map((part) => headedColumn(renamed(first.cells, choice), part));
  if (column === undefined && parts.length > 1 && parts.every((part) => part !== undefined)) {
    return others.map((row) => ({
      text: joinedField(parts.map((part) => cellAt(row, part, name).text)),
      line: row.line,
    }));
  }
  const all = [first, ...others];
  if (position !== undefined) return all.map((row) => cellAt(row, position, name));
  if (column !== undefined) throw new UnusableInput(`${name} has no column "${column}" in its first line.`);
  // If the first line has only one cell, it does not show which delimiter is used.
  const wide = all.find(({ cells }) => cells.length > 1 || (delimiter === undefined && /[;\t]/.test(cells[0] ?? '')));
  if (wide === undefined) return (isHeading(first.cells[0]) ? others : all).map((row) => cellAt(row, 0, name));
  if (others.length === 0 && first.cells.length > 1)
    return first.cells.map((text) => ({ text: text.trim(), line: first.line }));
  throw new UnusableInput(
    `Line ${wide.line} of ${name} has several cells, and no column is named "${idField}": name the one with ` +
      'the ids (--column, by name or number), or say that each line is an id (--format lines).',
  );
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, Math.max(1, cells.findLastIndex((cell) => cell.trim() !== '') + 1));
}

function headedColumn(cells: readonly string[], column: string): number | undefined {
  const wanted = column.trim().toLowerCase();
  const columnIndex = cells.findIndex((cell) => cell.trim().toLowerCase() === wanted);
  return columnIndex === -1 ? undefined : columnIndex;
}

/** The names of columns, with those that the collection remembers. A column that was chosen by name is not renamed. */
function renamed(cells: readonly string[], { column, mapping }: IdListChoice): readonly string[] {
  return column === undefined ? cells.map((cell) => mapping?.get(cell.trim()) ?? cell) : cells;
}

/** Whether the first line of a single column looks like a column name. */
function isHeading(text = ''): boolean {
  return /^(?:id|ids|external[_ ]?ids?|live[_ ]?ids?)$/i.test(text.trim());
}

function cellAt({ cells, line }: Row, columnIndex: number, name: string): Cell {
  const text = (cells[columnIndex] ?? '').trim();
  if (text === '') throw new UnusableInput(`Line ${line} of ${name} has no id in column ${columnIndex + 1}.`);
  return { text, line };
}

async function jsonCells(items: AsyncIterable<Item>, choice: IdListChoice, name: string): Promise<Cell[]> {
  const { idField, column, mapping = new Map() } = choice;
  const field = column ?? idField;
  const cells: Cell[] = [];
  for await (const { text, problem, line = 0 } of items) {
    if (problem !== undefined) throw new UnusableInput(`Line ${line} of ${name}: ${problem.message}`);
    const value = text.startsWith('{')
      ? fieldAt(column === undefined ? renamedText(text, mapping) : text, field)
      : text;
    if (value === undefined) {
      throw new UnusableInput(`Line ${line} of ${name} is a record without the field "${field}" (--column).`);
    }
    cells.push({ text: idOfJson(value) ?? '', line });
  }
  return cells;
}

function fieldAt(text: string, field: string): string | undefined {
  return fieldsOf(joinedText(text, field)).findLast(([key]) => key === field)?.[1];
}

function checkedId({ text, line }: Cell, name: string): string {
  const where = `Line ${line} of ${name}`;
  if (isRoundedId(text)) throw new UnusableInput(`${where}: ${roundedId.message} ${roundedId.hint}`);
  if (text.includes('\uFFFD')) throw new UnusableInput(`${where}: ${notUtf8.message} ${notUtf8.hint}`);
  if (text === '') throw new UnusableInput(`${where} is not an id: write a text or a whole number.`);
  if (text.length > 2 * limits.idCharacters) {
    throw new UnusableInput(`${where} is longer than an id, which has at most ${limits.idCharacters} characters.`);
  }
  return text;
}
