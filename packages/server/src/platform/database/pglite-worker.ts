import { constants, cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** The input of the worker: where the data is, or a packed copy of a folder to start from (tests). */
export interface PgliteWorkerData {
  readonly folder?: string;
  readonly snapshot?: Uint8Array<ArrayBuffer>;
}

/** Asks for a copy of the database's folder inside another. */
export interface CopyRequest {
  readonly copyTo: string;
}

/** What became of a copy; the reason where it failed. */
export interface CopyOutcome {
  readonly copiedTo: string;
  readonly failure?: string;
}

// The default of 128 MB stays resident from the start on; the files are in the operating system's cache as well.
const sharedBuffers = ['-c', 'shared_buffers=32MB'];

// A worker, because a heavy query would otherwise stop the HTTP thread for as long as it runs.
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

/** Nothing else runs here meanwhile, so that the files are those of one moment, as a crash would leave them. */
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
  // The stream's form, because the plain one parses every answer, which `pg` does anyway. A part is a view of memory
  // that PGlite writes to again.
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
