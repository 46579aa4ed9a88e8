import { CsvError, type Options, parse } from 'csv-parse';
import { CsvError as CsvErrorAtOnce, parse as parseAtOnce } from 'csv-parse/sync';
import { recordBytesMax, UnreadableInput } from './items.js';
import { lineEndsIn, linesBefore } from './lines.js';
import type { ImportSource } from './source.js';

/** The delimiter of files without quotes. */
export const tab = '\t';

/** How rows are parsed. With `strict`, a misplaced quote is an error, otherwise it is text. */
export function rowOptions(delimiter: string, quotes: 'strict' | 'relaxed') {
  return {
    bom: true,
    delimiter,
    // Files joined from several sources mix line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(delimiter === tab ? { quote: null } : {}),
    relax_quotes: quotes === 'relaxed',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  } as const satisfies Options;
}

/** Whether an error is the parser's. In its browser builds, it has a class of its own. */
export function isCsvError(error: unknown): error is CsvError {
  return error instanceof CsvError || error instanceof CsvErrorAtOnce;
}

/** A row of a CSV source. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** The offset of the next row in bytes. */
  readonly end: number;
  /** The line of the source on which the row starts; the first is 1. */
  readonly line: number;
}

interface ReadRow extends Omit<CsvRow, 'line'> {
  /** The row as written, with the empty lines before it. */
  readonly raw: string;
}

/** Rows from an offset on. An unreadable part is an `UnreadableInput` that names the line of the file. */
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
      // A spreadsheet writes an emptied row as delimiters.
      if (!isBlank(row)) yield { cells: row.cells, end: from + row.end, line };
      lines += lineEndsIn(row.raw);
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const line = lines + emptyLinesOf(String(error.raw)) + 1;
    throw new UnreadableInput(`${source.name} cannot be read from line ${line} on: ${faultOf(error)}`);
  }
}

/** Yields all rows before an error, which the parser as a stream would discard. */
async function* parsedRows(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncGenerator<ReadRow, void, undefined> {
  const rows: ReadRow[] = [];
  const parser = parse({
    ...rowOptions(delimiter, 'relaxed'),
    raw: true,
    on_record: (read: unknown, { bytes }) => {
      // With `raw`, the result has more than the library's type says.
      const { record, raw } = read as { readonly record: readonly string[]; readonly raw: string };
      rows.push({ cells: record, end: bytes, raw });
      return undefined;
    },
  });
  // Ignored here: it is awaited after the rows.
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
 * The input of the parser: text in a browser, where an offset is only correct if everything before it is UTF-8; bytes
 * in Node.js.
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
 * A misplaced quote at the start of a cell consumes the following lines, so rows over several lines are only trusted if
 * all quotes are valid.
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
