import { constants, cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** The input of the worker: the data folder, or a packed snapshot to start from (tests). */
export interface PgliteWorkerData {
  readonly folder?: string;
  readonly snapshot?: Uint8Array<ArrayBuffer>;
}

/** Requests a copy of the database's folder into another. */
export interface CopyRequest {
  readonly copyTo: string;
}

/** The result of a copy, with the reason if it failed. */
export interface CopyOutcome {
  readonly copiedTo: string;
  readonly failure?: string;
}

// The default of 128 MB would stay in memory, and the files are also in the system's cache.
const sharedBuffers = ['-c', 'shared_buffers=32MB'];

// Runs in a worker, because a slow query would block the HTTP thread.
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

/** Copies a consistent state, as a crash would leave it, because nothing else runs in this thread meanwhile. */
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
  // Use the streaming API: the plain one parses every response, which `pg` does anyway. Copy each chunk, because PGlite
  // overwrites its memory.
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
