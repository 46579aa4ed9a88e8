import { textOf } from './bytes.js';
import { type Encoding, encodingOf, inUtf8 } from './encoding.js';
import type { Item } from './items.js';
import { isWrapped, readJson } from './json.js';
import { readNdjson } from './ndjson.js';
import type { ImportSource } from './source.js';

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
  readonly items: (offset: number) => AsyncIterable<Item>;
}

const byName: readonly [RegExp, InputFormat][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
  [/\.json$/i, 'json'],
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
  const encoding = encodingOf(source.head, choice.encoding);
  const text = inUtf8(source, encoding);
  const format = formatOf(source, text, choice.format);
  switch (format) {
    case 'csv': {
      // Loaded when needed, because the parser is large and few users of this package import workbooks.
      const { readCsv, readHeader } = await import('./csv.js');
      const header = readHeader(text, choice.delimiter);
      const { columns, delimiter } = header;
      return { format, encoding, delimiter, columns, items: (offset) => readCsv(text, offset, header) };
    }
    case 'ndjson':
      return { format, encoding, items: (offset) => readNdjson(text, offset) };
    case 'json':
      return { format, encoding, items: (offset) => readJson(text, offset) };
    case 'xlsx': {
      const { readSheetRows, readWorkbook, sheetHeader } = await import('./xlsx.js');
      const sheet = await readWorkbook(source, choice.sheet);
      const header = sheetHeader(sheet, source.name);
      const { name, names } = sheet;
      const items = (offset: number) => readSheetRows(sheet, header, offset);
      return { format, sheet: { name, names }, columns: header.columns, items };
    }
  }
}

function isZip(head: Uint8Array): boolean {
  return textOf(head.subarray(0, 4)) === 'PK\u0003\u0004';
}

function sniff(head: Uint8Array): InputFormat {
  const text = textOf(head)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('[') || isWrapped(text)) return 'json';
  if (!text.startsWith('{')) return 'csv';
  try {
    JSON.parse(text.split('\n', 1)[0] ?? '');
    return 'ndjson';
  } catch {
    return 'json';
  }
}
