import { textOf } from './bytes.js';
import { detectEncoding, type Encoding, type EncodingGuess, inUtf8 } from './encoding.js';
import type { TableHeader, TableRow } from './header.js';
import type { Item } from './items.js';
import { readJson } from './json.js';
import { checkKind } from './kinds.js';
import { readNdjson } from './ndjson.js';
import type { ImportSource } from './source.js';
import { wrappingOf } from './wrapped.js';

/** The formats from which records can be read. */
export const inputFormats = ['csv', 'ndjson', 'json', 'xlsx'] as const;

/** A format that records are read from. */
export type InputFormat = (typeof inputFormats)[number];

/** What is known about a source. Everything else is detected. */
export interface FormatChoice {
  readonly format?: InputFormat | undefined;
  /** The delimiter of CSV. */
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  /** The name of the sheet of a workbook. Default: the first sheet. */
  readonly sheet?: string | undefined;
  /** The line of a CSV, or the row of a sheet, that names the columns. Default: it is found among the first ones. */
  readonly headerRow?: number | undefined;
  /** Whether rows that look like totals are records. */
  readonly keepsTotals?: boolean | undefined;
}

/** A source whose format is known. It can be read from the end of any item. */
export interface RecordReader {
  readonly format: InputFormat;
  /** The encoding; absent for a workbook. */
  readonly encoding?: Encoding;
  /** The delimiter of CSV. */
  readonly delimiter?: string;
  /** The sheet that is read, and the names of all sheets. */
  readonly sheet?: { readonly name: string; readonly names: readonly string[] };
  /** Names of the columns of CSV or a sheet. */
  readonly columns?: readonly string[];
  /** The line or row that names the columns, and the first rows, of which one can be chosen instead. */
  readonly header?: { readonly line: number; readonly firstRows: readonly TableRow[] };
  /** Encodings in which the source could be if none was chosen and it is not UTF-8. The first one is used. */
  readonly guesses?: readonly EncodingGuess[];
  /** What of the source is not read as it is shown, in sentences. */
  readonly notices?: readonly string[];
  readonly items: (offset: number) => AsyncIterable<Item>;
}

const byName: readonly [RegExp, InputFormat][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
  [/\.(geo)?json$/i, 'json'],
  [/\.xlsx$/i, 'xlsx'],
];

/** The format of a source with UTF-8 text: the given one, else by its name, else by its start. */
export function formatOf(source: ImportSource, text: ImportSource, chosen?: InputFormat): InputFormat {
  if (chosen !== undefined) return chosen;
  if (isZip(source.head)) return 'xlsx';
  return byName.find(([name]) => name.test(source.name))?.[1] ?? sniff(text.head);
}

/** Creates the reader of a source. Throws `UnusableInput` if a table does not start with its column names. */
export async function readerFor(source: ImportSource, choice: FormatChoice = {}): Promise<RecordReader> {
  const { text, encoding, guesses } = await textOfSource(source, choice);
  const format = formatOf(source, text, choice.format);
  const isText = { encoding, guesses } as const;
  switch (format) {
    case 'csv': {
      // Loaded when needed, because the parser is large and few users of this package import workbooks.
      const { readCsv, readHeader } = await import('./csv.js');
      const header = readHeader(text, choice.delimiter, choice.headerRow);
      const { columns, delimiter } = header;
      const rules = { ...header, keepsTotals: choice.keepsTotals === true };
      const notices = headerNotices(header);
      return {
        format,
        ...isText,
        delimiter,
        columns,
        header,
        notices,
        items: (offset) => readCsv(text, offset, rules),
      };
    }
    case 'ndjson':
      return { format, ...isText, items: (offset) => readNdjson(text, offset) };
    case 'json':
      return { format, ...isText, items: (offset) => readJson(text, offset) };
    case 'xlsx': {
      const { readSheetRows, readWorkbook, sheetHeader } = await import('./xlsx.js');
      const sheet = await readWorkbook(source, choice.sheet);
      const header = sheetHeader(sheet, source.name, choice.headerRow);
      const { name, names } = sheet;
      const notices = [...headerNotices(header), ...sheet.notices];
      const rules = { ...header, keepsTotals: choice.keepsTotals === true };
      const items = (offset: number) => readSheetRows(sheet, rules, offset);
      return { format, sheet: { name, names }, columns: header.columns, header, notices, items };
    }
  }
}

function headerNotices({ line, firstRows }: TableHeader): string[] {
  return line === firstRows[0]?.line ? [] : [`Row ${line} names the columns. The rows above it are not read.`];
}

/** A source as UTF-8. Throws `UnusableInput` if it is another kind of file. */
export async function textOfSource(source: ImportSource, choice: FormatChoice) {
  checkKind(source, source);
  if (isZip(source.head)) return { text: source, encoding: 'utf-8', guesses: [] } as const;
  const { encoding, guesses } = await detectEncoding(source, choice.encoding);
  const text = inUtf8(source, encoding);
  if (choice.format === undefined) checkKind(source, text);
  return { text, encoding, guesses };
}

function isZip(head: Uint8Array): boolean {
  return textOf(head.subarray(0, 4)) === 'PK\u0003\u0004';
}

function sniff(head: Uint8Array): InputFormat {
  const text = textOf(head)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('[') || wrappingOf(text) !== undefined) return 'json';
  if (!text.startsWith('{')) return 'csv';
  try {
    JSON.parse(text.split('\n', 1)[0] ?? '');
    return 'ndjson';
  } catch {
    return 'json';
  }
}
