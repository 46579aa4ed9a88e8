import { CsvError, type Options, parse } from 'csv-parse';
import { CsvError as CsvErrorAtOnce, parse as parseAtOnce } from 'csv-parse/sync';
import { charactersOf } from './bytes.js';
import { recordBytesMax, UnreadableInput } from './items.js';
import type { ImportSource } from './source.js';

/** What separates the cells of a file without quotes. */
export const tab = '\t';

/** How rows are read. With `strict` a quote that its place gives no meaning is an error, else it is text. */
export function rowOptions(delimiter: string, quotes: 'strict' | 'relaxed') {
  return {
    bom: true,
    delimiter,
    // Files put together from several sources mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    ...(delimiter === tab ? { quote: null } : {}),
    relax_quotes: quotes === 'relaxed',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  } as const satisfies Options;
}

/** Whether the parser found fault with the text. In its builds for browsers, both have a class of their own. */
export function isCsvError(error: unknown): error is CsvError {
  return error instanceof CsvError || error instanceof CsvErrorAtOnce;
}

/** A row of a CSV source. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Where the next row starts, in bytes. */
  readonly end: number;
}

interface ReadRow extends CsvRow {
  /** The row as it is written, with the empty lines before it. */
  readonly raw: string;
}

/** Rows from an offset on. What cannot be read further is an `UnreadableInput`, which names the line of the file. */
export async function* readRows(
  source: ImportSource,
  from: number,
  delimiter: string,
): AsyncGenerator<CsvRow, void, undefined> {
  let lines = 0;
  try {
    for await (const row of parsedRows(source.read(from), delimiter)) {
      checkLines(row, delimiter);
      yield { cells: row.cells, end: from + row.end };
      lines += lineEndsIn(row.raw);
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const emptyLines = /^[\r\n]*/.exec(String(error.raw))?.[0] ?? '';
    const line = (await linesBefore(source, from)) + lines + lineEndsIn(emptyLines) + 1;
    throw new UnreadableInput(`${source.name} cannot be read from line ${line} on: ${faultOf(error)}`);
  }
}

/** Hands out all rows before an error, which the parser as a stream would throw away with the error. */
async function* parsedRows(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncGenerator<ReadRow, void, undefined> {
  const rows: ReadRow[] = [];
  const parser = parse({
    ...rowOptions(delimiter, 'relaxed'),
    raw: true,
    on_record: (read: unknown, { bytes }) => {
      // With `raw` it is more than the type of the library says.
      const { record, raw } = read as { readonly record: readonly string[]; readonly raw: string };
      rows.push({ cells: record, end: bytes, raw });
      return undefined;
    },
  });
  // It is awaited where the rows have been handed out.
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
 * What the parser takes. In a browser that is text, where an offset is right only if all before it is UTF-8; in
 * Node.js it is bytes.
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

/** A stray quote that begins a cell takes the lines after it along: only where all quotes are right a row has several. */
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

async function linesBefore(source: ImportSource, offset: number): Promise<number> {
  let [lines, left] = [0, offset];
  let last = '';
  for await (const chunk of left === 0 ? [] : source.read(0)) {
    const part = charactersOf(chunk.subarray(0, left));
    // A line end may lie in two chunks.
    lines += lineEndsIn(last + part) - lineEndsIn(last);
    last = part.slice(-1);
    left -= part.length;
    if (left === 0) break;
  }
  return lines;
}

/** Line ends of any kind. */
function lineEndsIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
