import { textOf } from './bytes.js';
import type { Item } from './items.js';
import { readJson } from './json.js';
import { readNdjson } from './ndjson.js';
import type { ImportSource } from './source.js';

/** Formats that records are read from. */
export const inputFormats = ['csv', 'ndjson', 'json'] as const;

/** A format that records are read from. */
export type InputFormat = (typeof inputFormats)[number];

/** What is known of a source beforehand; the rest is found out. */
export interface FormatChoice {
  readonly format?: InputFormat | undefined;
  /** What stands between the cells of CSV. */
  readonly delimiter?: string | undefined;
}

/** A source whose format is known, ready to be read from any offset that an item ended at. */
export interface RecordReader {
  readonly format: InputFormat;
  /** Names of the columns, of CSV. */
  readonly columns?: readonly string[];
  readonly items: (offset: number) => AsyncIterable<Item>;
}

const byName: readonly [RegExp, InputFormat][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
  [/\.json$/i, 'json'],
];

/**
 * Makes the reader of a source: by the format that is said, else by its name, else by how it begins. Throws
 * `UnusableInput` where the beginning of CSV does not name its columns.
 */
export async function readerFor(source: ImportSource, choice: FormatChoice = {}): Promise<RecordReader> {
  const format = choice.format ?? byName.find(([name]) => name.test(source.name))?.[1] ?? sniff(source.head);
  switch (format) {
    case 'csv': {
      // The parser is large, and few who use this package import anything.
      const { readCsv, readHeader } = await import('./csv.js');
      const header = readHeader(source, choice.delimiter);
      return { format, columns: header.columns, items: (offset) => readCsv(source, offset, header) };
    }
    case 'ndjson':
      return { format, items: (offset) => readNdjson(source, offset) };
    case 'json':
      return { format, items: (offset) => readJson(source, offset) };
  }
}

function sniff(head: Uint8Array): InputFormat {
  const text = textOf(head)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  try {
    JSON.parse(text.split('\n', 1)[0] ?? '');
    return 'ndjson';
  } catch {
    return 'json';
  }
}
