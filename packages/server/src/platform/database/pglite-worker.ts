import { constants, cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** The input of the worker: a data folder, or in tests a packed snapshot to start from. */
export interface PgliteWorkerData {
  readonly folder?: string;
  readonly snapshot?: Uint8Array<ArrayBuffer>;
}

/** Requests a copy of the database's folder into another folder. */
export interface CopyRequest {
  readonly copyTo: string;
}

/** The result of a copy, with the reason if it failed. */
export interface CopyOutcome {
  readonly copiedTo: string;
  readonly failure?: string;
}

// The default of 128 MB would stay in memory, although the system's cache contains the same files.
const sharedBuffers = ['-c', 'shared_buffers=32MB'];

// PGlite runs in a worker, because a slow query would block the thread that serves HTTP.
const { folder, snapshot } = workerData as PgliteWorkerData;
const database = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, ...sharedBuffers],
  ...(folder === undefined ? {} : { dataDir: folder }),
  ...(snapshot === undefined ? {} : { loadDataDir: new Blob([snapshot]) }),
});
const port = parentPort;
if (port === null) {
  throw new Error('this module runs as a worker thread');
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Copies the files. Nothing else runs in this thread meanwhile, so the copy is consistent, like the files after a
 * crash.
 */
function copyFiles(copyTo: string): CopyOutcome {
  if (folder === undefined) {
    return { copiedTo: copyTo, failure: 'the database is in memory' };
  }
  try {
    cpSync(folder, join(copyTo, basename(folder)), { recursive: true, mode: constants.COPYFILE_FICLONE });
    return { copiedTo: copyTo };
  } catch (error) {
    return { copiedTo: copyTo, failure: error instanceof Error ? error.message : String(error) };
  }
}

type Message = Uint8Array | CopyRequest | 'close' | 'snapshot';

async function answer(message: Message): Promise<void> {
  if (message === 'close') {
    await database.close();
    port?.close();
    return;
  }
  if (message === 'snapshot') {
    const file = await database.dumpDataDir('none');
    port?.postMessage(new Uint8Array(await file.arrayBuffer()));
    return;
  }
  if ('copyTo' in message) {
    port?.postMessage(copyFiles(message.copyTo));
    return;
  }
  const chunks: Uint8Array[] = [];
  // Use the streaming API, because the plain one parses every response, and `pg` parses it again. Copy each chunk,
  // because PGlite reuses its memory.
  await database.execProtocolRawStream(message, { onRawData: (part) => chunks.push(part.slice()) });
  const bytes = new Uint8Array(chunks.reduce((size, part) => size + part.length, 0));
  let filled = 0;
  for (const part of chunks) {
    bytes.set(part, filled);
    filled += part.length;
  }
  port?.postMessage(bytes, [bytes.buffer]);
}

port.on('message', (message: Message) => {
  queue = queue.then(() => answer(message));
});
port.postMessage('ready');
