import type { Item } from '@tessera/client';
import { usageFailure } from '../failure.js';
import { readCsv, readHeader } from './csv.js';
import type { Input } from './input.js';
import { readJson } from './json.js';
import { readNdjson } from './ndjson.js';

/** Formats that records are read from. */
export const inputFormats = ['csv', 'ndjson', 'json'] as const;

/** A format that records are read from. */
export type InputFormat = (typeof inputFormats)[number];

/** What a person says about an input; the rest is found out. */
export interface FormatChoice {
  readonly format?: string | undefined;
  readonly delimiter?: string | undefined;
}

/** An input whose format is known, ready to be read from any offset that an item ended at. */
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

/** Makes the reader of an input: by the format that is said, else by the file's name, else by how it begins. */
export function readerFor(input: Input, choice: FormatChoice = {}): RecordReader {
  const format = chosen(choice.format) ?? byName.find(([name]) => name.test(input.name))?.[1] ?? sniff(input.head);
  switch (format) {
    case 'csv': {
      const header = readHeader(input, choice.delimiter);
      return { format, columns: header.columns, items: (offset) => readCsv(input, offset, header) };
    }
    case 'ndjson':
      return { format, items: (offset) => readNdjson(input, offset) };
    case 'json':
      return { format, items: (offset) => readJson(input, offset) };
  }
}

function chosen(format: string | undefined): InputFormat | undefined {
  const found = inputFormats.find((known) => known === format);
  if (format !== undefined && found === undefined) {
    throw usageFailure(`"${format}" is no format: it is one of ${inputFormats.join(', ')}.`);
  }
  return found;
}

function sniff(head: Buffer): InputFormat {
  const text = head
    .toString('utf8')
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
