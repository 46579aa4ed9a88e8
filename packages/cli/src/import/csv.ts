import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { CommandFailure, usageFailure } from '../failure.js';
import type { Input } from './input.js';
import { type Item, notUtf8, problemItem, recordBytesMax } from './items.js';

const delimiters = [',', ';', '\t', '|'];
const replacement = '\uFFFD';

const rowOptions = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: recordBytesMax,
} as const satisfies Options;

/** The first row of a CSV input, which names the columns. */
export interface CsvHeader {
  readonly columns: readonly string[];
  readonly delimiter: string;
  /** Where the first row of data starts, in bytes. */
  readonly end: number;
}

/**
 * Reads the header; the delimiter is the given one, or of comma, semicolon, tab and bar the one that makes most columns.
 * Throws a usage failure when columns have no name or the same one, since a value would get lost.
 */
export function readHeader(input: Input, delimiter?: string): CsvHeader {
  const candidates = delimiter === undefined ? delimiters : [delimiter];
  const headers = candidates.map((candidate) => headerWith(input, candidate));
  const header = headers.reduce((best, next) => (next.columns.length > best.columns.length ? next : best));
  if (header.columns.length === 0) throw usageFailure(`${input.name} is empty: its first line must name the columns.`);
  const unnamed = header.columns.findIndex((name) => name.trim() === '');
  if (unnamed !== -1) throw usageFailure(`Column ${unnamed + 1} of ${input.name} has no name in the first line.`);
  const twice = header.columns.find((name, index) => header.columns.indexOf(name) !== index);
  if (twice !== undefined) throw usageFailure(`Two columns of ${input.name} are named "${twice}".`);
  if (header.columns.join().includes(replacement)) throw usageFailure(`${notUtf8.message} ${notUtf8.hint}`);
  return header;
}

function headerWith(input: Input, delimiter: string): CsvHeader {
  try {
    const [first] = parseAtOnce(input.head, { ...rowOptions, delimiter, info: true, to: 1 }) as unknown as CsvRow[];
    return { columns: first?.record ?? [], delimiter, end: first?.info.bytes ?? 0 };
  } catch {
    return { columns: [], delimiter, end: 0 };
  }
}

interface CsvRow {
  readonly record: readonly string[];
  readonly info: Info;
}

/** Rows of a CSV input as JSON objects of text, cell by cell as they are written. A row of another length fails alone. */
export async function* readCsv(input: Input, offset: number, header: CsvHeader): AsyncGenerator<Item, void, undefined> {
  const from = input.file === undefined ? 0 : Math.max(offset, header.end);
  const keys = header.columns.map((name) => `${JSON.stringify(name)}:`);
  const parser = parse({ ...rowOptions, delimiter: header.delimiter, info: true });
  // An error of either side ends the iteration below, which reports it.
  pipeline(Readable.from(input.read(from)), parser, () => undefined);
  let isHeader = from === 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      if (!isHeader) yield itemOfRow(record, keys, from + info.bytes);
      isHeader = false;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandFailure(`${input.name} is malformed after byte ${from}: ${error.message}`);
  }
}

function itemOfRow(row: readonly string[], keys: readonly string[], end: number): Item {
  if (row.length !== keys.length) {
    const message = `The row has ${row.length} cells, and the first line names ${keys.length} columns.`;
    return problemItem(
      { error: 'invalid_request', message, hint: 'Put quotes around cells that hold the delimiter.' },
      row.join(),
      end,
    );
  }
  if (row.some((cell) => cell.includes(replacement))) return problemItem(notUtf8, row.join(), end);
  return { text: `{${row.map((cell, index) => keys[index] + JSON.stringify(cell)).join(',')}}`, end };
}
