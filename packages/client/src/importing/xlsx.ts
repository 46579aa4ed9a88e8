import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { allBytes } from './encoding.js';
import { fittingCells, headerOf, headerRowsMax, recordText, type TableHeader, totalProblem } from './header.js';
import { type Item, problemItem } from './items.js';
import { type ImportSource, UnusableInput } from './source.js';
import { columnNumber, decoded, mergedRanges, numberStyles, shownNumber } from './xlsx-cells.js';

/** Limits of decompression, so that a small malicious file cannot exhaust the memory. */
const bounds = { fileBytes: 64 * 1024 * 1024, unpackedBytes: 256 * 1024 * 1024, entries: 10_000, cells: 5_000_000 };

/** A row of a sheet as text. `row` is its number in the spreadsheet, counted from 1. */
export interface SheetRow {
  readonly cells: readonly string[];
  readonly row: number;
}

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** The names of all sheets. */
  readonly names: readonly string[];
  /** Rows that are not empty. */
  readonly rows: readonly SheetRow[];
  /** What is not read as the spreadsheet shows it, in sentences. */
  readonly notices: readonly string[];
}

/** Reads a sheet, by default the first visible one. Throws `UnusableInput` if the file is not a workbook or is too large. */
export async function readWorkbook(source: ImportSource, sheet?: string): Promise<Sheet> {
  const bytes = await allBytes(source, bounds.fileBytes);
  const parts = unpacked(bytes, source.name);
  if (!Object.keys(parts).some((path) => /^xl\/workbook\w*\.xml$/.test(path))) {
    throw new UnusableInput(
      `${source.name} is a ZIP archive, and not a workbook: unpack it, and import the file in it.`,
    );
  }
  const { entries, notices: noted } = prepared(parts, source.name);
  const sheets = sheetsIn(entries);
  const names = sheets.map(({ name }) => name);
  if (sheet !== undefined && !names.includes(sheet)) {
    throw new UnusableInput(`${source.name} has no sheet "${sheet}". Its sheets: ${names.join(', ')}.`);
  }
  const first = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  );
  try {
    const cells = await readSheet<string>(packed(entries), sheet ?? first + 1, {
      trim: false,
      parseNumber: numberText,
    });
    const name = sheet ?? names[first] ?? '';
    const path = sheets.find((each) => each.name === name)?.path ?? '';
    const merged = mergedRanges(strFromU8(entries[path] ?? new Uint8Array()));
    const rows = cells.map((row, index) => ({ cells: row.map(cellText), row: index + 1 }));
    fillMerged(rows, merged);
    return {
      name,
      names,
      notices: [...(noted.get(path) ?? []), ...noticesOf({ names, name, merged })],
      rows: rows.filter((row) => row.cells.some((cell) => cell !== '')),
    };
  } catch (error) {
    throw new UnusableInput(`${source.name} cannot be read as a spreadsheet: ${reasonOf(error)}`);
  }
}

/** The value of merged cells counts for each of their rows. Beside it, in the same row, cells stay empty. */
function fillMerged(rows: readonly { readonly cells: string[] }[], merged: ReturnType<typeof mergedRanges>): void {
  for (const [column, top, , bottom] of merged) {
    const value = rows[top - 1]?.cells[column - 1] ?? '';
    for (const row of rows.slice(top, bottom)) row.cells[column - 1] = value;
  }
}

function noticesOf({
  names,
  name,
  merged,
}: {
  names: readonly string[];
  name: string;
  merged: readonly unknown[];
}): string[] {
  const others = names.filter((other) => other !== name);
  return [
    ...(others.length === 0 ? [] : [`Only the sheet "${name}" is read. Others: ${others.join(', ')}.`]),
    ...(merged.length === 0
      ? []
      : [`The value of merged cells is read in each of their rows (${merged.length} ranges).`]),
  ];
}

/** The names of the columns, from a row among the first ones that are not empty. */
export function sheetHeader({ rows }: Sheet, name: string, headerRow?: number): TableHeader {
  const first = rows.slice(0, headerRowsMax).map(({ cells, row }) => ({ cells, line: row }));
  return headerOf(first, name, headerRow);
}

/** The rows below the header, as JSON objects of text. Starts after the row `offset`. */
export async function* readSheetRows(
  sheet: Sheet,
  { keepsTotals, ...header }: TableHeader & { readonly keepsTotals: boolean },
  offset: number,
): AsyncGenerator<Item, void, undefined> {
  const keys = header.columns.map((column) => JSON.stringify(column));
  for (const { cells, row } of sheet.rows) {
    if (row <= Math.max(offset, header.line)) continue;
    const total = keepsTotals ? undefined : totalProblem(cells);
    if (total !== undefined) {
      yield { ...problemItem(total, cells.join(), row), line: row };
      continue;
    }
    const padded = [...cells, ...Array<string>(Math.max(0, keys.length - cells.length)).fill('')];
    const fitting = fittingCells(padded, header);
    const error = fitting?.find((cell) => /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!)$/.test(cell));
    if (fitting === undefined) yield { ...problemItem(unnamedColumn, cells.join(), row), line: row };
    else if (error !== undefined) yield { ...problemItem(errorCell(error), cells.join(), row), line: row };
    else yield { text: recordText(keys, fitting), end: row, line: row };
  }
}

const unnamedColumn = {
  error: 'invalid_request',
  message: 'The row has a value in a column without a name.',
  hint: 'Name the column in the first row.',
};

function errorCell(value: string) {
  return value === uncalculated
    ? {
        error: 'invalid_request',
        message: 'A cell contains a formula without a result.',
        hint: 'Open the workbook in a spreadsheet program and save it, so that it contains the results.',
      }
    : {
        error: 'invalid_request',
        message: `A cell contains the error ${value} of a formula.`,
        hint: 'Correct the formula in the spreadsheet.',
      };
}

type Parts = Readonly<Record<string, Uint8Array>>;

function unpacked(bytes: Uint8Array, name: string): Parts {
  let [size, count] = [0, 0];
  try {
    return unzipSync(bytes, {
      // Called before a part is decompressed. Decompression uses at most the declared size.
      filter: ({ name: path, originalSize }) => {
        if (!/\.(?:xml|rels)$/.test(path)) return false;
        size += originalSize;
        count += 1;
        if (size > bounds.unpackedBytes || count > bounds.entries) throw new TooLarge();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TooLarge) {
      throw new UnusableInput(`${name} unpacks to more than ${bounds.unpackedBytes} bytes: export it as CSV.`);
    }
    throw new UnusableInput(`${name} is not an .xlsx workbook: ${reasonOf(error)}`);
  }
}

class TooLarge extends Error {}

const cellAddress = /\sr\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/g;
/** Stands for the result of a formula that no spreadsheet program has calculated. */
const uncalculated = '#CALC!';
// A formula whose result is an empty string has the type `str`.
const formulaAlone =
  /<((?:\w+:)?)c\s(?![^>]*\bt\s*=\s*["']str)([^>]*)>\s*(<\1f(?:\s[^>]*)?(?:\/>|>[^<]*<\/\1f>))\s*(?:<\1v\s*\/>|<\1v>\s*<\/\1v>)?\s*<\/\1c>/g;
const wholeNumber = /<((?:\w+:)?)c\s(?![^>]*\bt\s*=\s*["'][^n])([^>]*)>\s*<\1v>(\d{1,40})<\/\1v>\s*<\/\1c>/g;
const errorType = /(<(?:\w+:)?c\s(?:[^>]*\s)?t\s*=\s*["'])e(?=["'])/g;

/**
 * Converts cells that the library would change to text: errors and missing results of formulas, which would be empty,
 * and numbers with leading zeros. Refuses a sheet whose cells are so far apart that the rows and columns between them
 * would exhaust the memory.
 */
function prepared(
  entries: Parts,
  name: string,
): { readonly entries: Parts; readonly notices: ReadonlyMap<string, string[]> } {
  const { shapes, words } = numberStyles(entries['xl/styles.xml']);
  const notices = new Map<string, string[]>();
  const prepare = ([path, bytes]: [string, Uint8Array]): [string, Uint8Array] => {
    if (!path.includes('/worksheets/')) return [path, bytes];
    const text = strFromU8(bytes);
    checkExtent(text, name);
    const shownWords = new Set<string>();
    const changed = text
      .replace(errorType, '$1str')
      .replace(formulaAlone, `<$1c $2 t="str">$3<$1v>${uncalculated}</$1v></$1c>`)
      .replace(wholeNumber, (cell, prefix: string, attributes: string, digits: string) => {
        const style = Number(/\bs\s*=\s*["'](\d+)/.exec(attributes)?.[1] ?? '0');
        const [shape, word] = [shapes.get(style), words.get(style)];
        if (word !== undefined) shownWords.add(word);
        const shown = shape === undefined ? digits : shownNumber(digits, shape);
        if (shown === digits) return cell;
        const text = shown.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
        return `<${prefix}c ${attributes.replace(/\bt\s*=\s*["']n["']/, '')} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`;
      });
    if (shownWords.size > 0) {
      notices.set(path, [`Numbers are read without the text of their format: ${[...shownWords].join(', ')}.`]);
    }
    return [path, changed === text ? bytes : strToU8(changed)];
  };
  return { entries: Object.fromEntries(Object.entries(entries).map(prepare)), notices };
}

function checkExtent(sheet: string, name: string): void {
  let [columns, rows] = [0, 0];
  for (const [, letters = '', digits = ''] of sheet.matchAll(cellAddress)) {
    columns = Math.max(columns, columnNumber(letters));
    rows = Math.max(rows, Number(digits));
  }
  if (columns * rows > bounds.cells) {
    throw new UnusableInput(`${name} has ${rows} rows of ${columns} columns, more than ${bounds.cells} cells.`);
  }
}

function sheetsIn(entries: Parts): { readonly name: string; readonly path: string; readonly isHidden: boolean }[] {
  const text = (path: string) => strFromU8(entries[path] ?? new Uint8Array());
  const targets = new Map(
    Array.from(text('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g), ([tag]) => [
      /\bId="([^"]*)"/.exec(tag)?.[1],
      /\bTarget="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );
  return Array.from(
    text('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"[^>]*>/g),
    ([tag, name = '']) => {
      const target = targets.get(/\b\w+:id="([^"]*)"/.exec(tag)?.[1]) ?? '';
      return {
        name: decoded(name),
        path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
        isHidden: /\bstate="(?:hidden|veryHidden)"/.test(tag),
      };
    },
  );
}

/** Packs the parts without compression, so that the library needs no worker to read them. */
function packed(entries: Parts): ArrayBuffer {
  return zipSync({ ...entries }, { level: 0 }).buffer as ArrayBuffer;
}

/**
 * A number as the spreadsheet shows it: with 15 significant digits. Integers are unchanged. Longer ones with an exponent
 * keep it, because their last digits are lost.
 */
function numberText(stored: string): string {
  if (/^-?\d+$/.test(stored)) return stored;
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const shown = Number(value.toPrecision(15));
  if (Math.abs(shown) >= 1e15) return shown.toExponential().replace('e', 'E');
  return Number.isInteger(shown) ? BigInt(shown).toString() : String(shown);
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  const iso = new Date(1_000 * Math.round(cell.getTime() / 1_000)).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
