import { CsvError, type Options, parse } from 'csv-parse';
import { CsvError as CsvErrorAtOnce, parse as parseAtOnce } from 'csv-parse/sync';
import { recordBytesMax, UnreadableInput } from './items.js';
import { lineEndsIn, linesBefore } from './lines.js';
import type { ImportSource } from './source.js';

/** The delimiter of files whose quotes have no meaning. */
export const tab = '\t';

/** Options for parsing rows. With `strict`, a misplaced quote is an error, otherwise it is text. */
export function rowOptions(delimiter: string, quotes: 'strict' | 'relaxed') {
  return {
    bom: true,
    delimiter,
    // A file that was joined from several sources can have different line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(delimiter === tab ? { quote: null } : {}),
    relax_quotes: quotes === 'relaxed',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  } as const satisfies Options;
}

/** Whether an error was thrown by the parser. Its browser builds have an error class of their own. */
export function isCsvError(error: unknown): error is CsvError {
  return error instanceof CsvError || error instanceof CsvErrorAtOnce;
}

/** A row of a CSV source. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** The offset of the next row in bytes. */
  readonly end: number;
  /** The line of the source on which the row starts, counted from 1. */
  readonly line: number;
}

interface ReadRow extends Omit<CsvRow, 'line'> {
  /** The row as written, with empty lines before it. */
  readonly raw: string;
}

/** The rows from an offset on. If a part cannot be read, throws `UnreadableInput`, which names the line in the file. */
export async function* readRows(
  source: ImportSource,
  from: number,
  delimiter: string,
): AsyncGenerator<CsvRow, void, undefined> {
  let lines = source.isSeekable ? await linesBefore(source, from) : 0;
  try {
    for await (const row of parsedRows(source.read(from), delimiter)) {
      checkLines(row, delimiter);
      const line = lines + emptyLinesOf(row.raw) + 1;
      // A spreadsheet writes a row that was emptied as delimiters only.
      if (!isBlank(row)) yield { cells: row.cells, end: from + row.end, line };
      lines += lineEndsIn(row.raw);
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const line = lines + emptyLinesOf(String(error.raw)) + 1;
    throw new UnreadableInput(`${source.name} cannot be read from line ${line} on: ${faultOf(error)}`);
  }
}

/** Returns all rows before an error. As a stream, the parser would discard them. */
async function* parsedRows(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncGenerator<ReadRow, void, undefined> {
  const rows: ReadRow[] = [];
  const parser = parse({
    ...rowOptions(delimiter, 'relaxed'),
    raw: true,
    on_record: (read: unknown, { bytes }) => {
      // With the option `raw`, the result has properties that the library's type lacks.
      const { record, raw } = read as { readonly record: readonly string[]; readonly raw: string };
      rows.push({ cells: record, end: bytes, raw });
      return undefined;
    },
  });
  // Not thrown here: the error is awaited after the rows.
  const ended = new Promise<Error | undefined>((resolve) => {
    parser.once('end', () => resolve(undefined));
    parser.once('error', resolve);
  });
  parser.resume();
  for await (const piece of piecesFor(chunks)) {
    const error = await new Promise((resolve) => parser.write(piece, resolve));
    yield* rows.splice(0);
    if (error instanceof Error) throw error;
  }
  parser.end();
  const error = await ended;
  yield* rows.splice(0);
  if (error !== undefined) throw error;
}

/**
 * The input of the parser. In a browser it is text, for which an offset is only correct if everything before it is
 * UTF-8. In Node.js it is bytes.
 */
async function* piecesFor(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | string, void, undefined> {
  if ('Buffer' in globalThis) {
    yield* chunks;
    return;
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/**
 * Checks a row that spans several lines. A misplaced quote at the start of a cell would swallow the following lines, so
 * all quotes must be valid.
 */
function checkLines({ cells, raw }: ReadRow, delimiter: string): void {
  if (cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell))) {
    parseAtOnce(raw, { ...rowOptions(delimiter, 'strict'), raw: true });
  }
}

function faultOf({ code }: CsvError): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `the row that begins there is larger than ${recordBytesMax} bytes.`
    : 'a quote begins a cell of the row there, and none ends it.';
}

function emptyLinesOf(raw: string): number {
  return lineEndsIn(/^[\r\n]*/.exec(raw)?.[0] ?? '');
}

function isBlank({ cells, raw }: ReadRow): boolean {
  return cells.every((cell) => cell.trim() === '') && !raw.includes('"');
}
