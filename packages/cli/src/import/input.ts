import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportSource } from '@tessera/client';
import { isMissing } from '../config/stored-logins.js';
import { usageFailure } from '../failure.js';
import type { Host } from '../host.js';

/** A file of records, or standard input. `name` is the name that the person typed. */
export interface Input extends ImportSource {
  /** Undefined for standard input, which can be read only once, so that its import cannot be resumed. */
  readonly file?: { readonly path: string; readonly sizeBytes: number; readonly modifiedMs: number };
}

const headBytes = 64 * 1024;

/** Opens a file, or standard input for `-`. Throws a usage failure if the file cannot be read. */
export async function openInput(name: string, host: Host): Promise<Input> {
  if (name === '-') return standardInput(host.stdin);
  try {
    const path = await realpath(name);
    const handle = await open(path);
    try {
      const status = await handle.stat();
      if (status.isDirectory()) throw usageFailure(`${name} is a folder.`);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return {
        name,
        isSeekable: true,
        file: { path, sizeBytes: status.size, modifiedMs: status.mtimeMs },
        head: buffer.subarray(0, bytesRead),
        read: (offset) => createReadStream(path, { start: offset }),
      };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) throw usageFailure(`There is no file ${name}.`);
    if (error instanceof Error && 'syscall' in error) throw usageFailure(`Cannot read ${name}: ${error.message}`);
    throw error;
  }
}

async function standardInput(stdin: Readable): Promise<Input> {
  const chunks = stdin[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let bytes = 0;
  while (bytes < headBytes) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    first.push(Buffer.from(value));
    bytes += first.at(-1)?.length ?? 0;
  }
  const begin = Buffer.concat(first);
  const read = async function* (): AsyncGenerator<Buffer> {
    yield begin;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield Buffer.from(next.value);
  };
  return { name: 'standard input', isSeekable: false, head: begin.subarray(0, headBytes), read };
}

/** Runs work on an input that can be read from any offset. Standard input is first copied to a temporary file. */
export async function seekable<Result>(input: Input, work: (input: Input) => Promise<Result>): Promise<Result> {
  if (input.isSeekable) return work(input);
  const folder = await mkdtemp(join(tmpdir(), 'svc-import-'));
  try {
    const path = join(folder, 'input');
    await pipeline(input.read(0), createWriteStream(path, { mode: 0o600 }));
    return await work({ ...input, isSeekable: true, read: (offset) => createReadStream(path, { start: offset }) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All text of a file, or of standard input for `-`. */
export async function readAll(name: string, host: Host): Promise<string> {
  return (await readBytes(name, host)).toString('utf8');
}

/** All bytes of a file, or of standard input for `-`. */
export async function readBytes(name: string, host: Host): Promise<Buffer> {
  const input = await openInput(name, host);
  const chunks: Uint8Array[] = [];
  for await (const chunk of input.read(0)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
