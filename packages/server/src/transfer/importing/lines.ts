import { limits } from '@tessera/contract';
import type { z } from 'zod';
import { parseInPieces } from '../../http/json-pieces.js';
import { ArchiveFault } from './fault.js';
import type { ReceivedFile } from './read-archive.js';

/** A line of a file: its text, and its parsed value. */
export interface ReadLine<Value> {
  readonly text: string;
  readonly value: Value;
}

/** Maximum lines and bytes per transaction. On the embedded engine other calls wait for each transaction. */
const batchLines = 250;
const batchBytes = 2 * 1024 * 1024;

const lineFeed = 0x0a;

/** The validated lines of a file, in batches. Throws `ArchiveFault` for an invalid line. */
export async function* batchesOf<Value>(
  file: ReceivedFile,
  schema: z.ZodType<Value>,
): AsyncGenerator<readonly ReadLine<Value>[]> {
  let batch: ReadLine<Value>[] = [];
  let bytes = 0;
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    batch.push(await readLine(`${file.path}:${number}`, line, schema));
    bytes += line.length;
    if (batch.length === batchLines || bytes > batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

/** Reads a file with one JSON value. */
export async function readWhole<Value>(file: ReceivedFile, schema: z.ZodType<Value>): Promise<Value> {
  if (file.size > limits.importLineBytes) {
    throw new ArchiveFault(file.path, `has more than ${limits.importLineBytes} bytes`);
  }
  const pieces: Buffer[] = [];
  for await (const piece of file.content) {
    pieces.push(piece);
  }
  return (await readLine(file.path, Buffer.concat(pieces), schema)).value;
}

async function* linesOf({ path, content }: ReceivedFile): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    let start = 0;
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      yield Buffer.concat([...parts, piece.subarray(start, end)]);
      parts = [];
      length = 0;
      start = end + 1;
    }
    parts.push(piece.subarray(start));
    length += piece.length - start;
    if (length > limits.importLineBytes) {
      throw new ArchiveFault(path, `has a line of more than ${limits.importLineBytes} bytes`);
    }
  }
  if (length > 0) {
    throw new ArchiveFault(path, 'ends within a line');
  }
}

async function readLine<Value>(location: string, bytes: Buffer, schema: z.ZodType<Value>): Promise<ReadLine<Value>> {
  let text: string;
  let parsed: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parsed = await parseInPieces(bytes, { limitBytes: limits.importLineBytes });
  } catch (error) {
    throw new ArchiveFault(location, 'is not JSON in UTF-8, or has more values than a request may have', {
      cause: error,
    });
  }
  const { data, error } = schema.safeParse(parsed);
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new ArchiveFault(location, [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
  }
  return { text, value: data as Value };
}
