import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { ClientBase } from 'pg';
import { workerFile } from '../worker-file.js';
import type { OpenDatabase } from './database.js';
import { lockFolder } from './folder-lock.js';
import { PgliteStream, type StreamedThread } from './pglite-stream.js';
import type { CopyOutcome, CopyRequest, PgliteWorkerData } from './pglite-worker.js';
import { openPostgres } from './postgres.js';
import { sessionStatements } from './session.js';

const run = promisify(execFile);

const answerPatienceMs = 2_000;

/** The database's folder inside a data folder. */
export const databaseFolder = 'pglite';
/** How the folders in a data folder begin that hold a copy of it while it is backed up. */
export const backupCopyPrefix = 'backup-';

/** Where the embedded database lives: a folder, or memory filled from a snapshot (tests). */
export type PgliteSource = { readonly folder: string } | { readonly snapshot: Uint8Array | undefined };

/** A running PGlite worker; `pool` is what `pg` needs to talk to it. */
export interface Pglite {
  readonly pool: { readonly stream: () => Duplex; readonly user: string; readonly database: string; readonly max: 1 };
  /** Whether the worker runs, be it busy. */
  isAlive(): boolean;
  /** A packed copy of the database, to start others from. */
  snapshot(): Promise<Uint8Array>;
  /** Copies the database's folder into another as it is at one moment. Rejects where that cannot be written. */
  copyTo(folder: string): Promise<void>;
  /** Ends the worker at once, as a crash would; for tests. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** The thread, and whether it has ended. */
interface PgliteThread extends StreamedThread {
  readonly ended: Promise<unknown>;
  hasEnded: boolean;
}

/** What is done about a worker that ends by itself. */
export interface PgliteOptions {
  readonly onCrash?: (error: Error) => void;
  /** Whether a new worker could start, such as while the disk has space. */
  readonly mayRestart?: () => boolean;
  /** Called when several new workers in a row did not start: what is in the folder cannot be opened again. */
  readonly onLost?: () => void;
}

const startsBeforeLost = 3;

/**
 * Starts PGlite in a worker; a folder is locked first, so that no second process can open it. A worker over a folder
 * that crashes is replaced for the next connection, as a crashed server would be; `onCrash` hears why it ended.
 */
export async function startPglite(source: PgliteSource, options: PgliteOptions = {}): Promise<Pglite> {
  const { onCrash, mayRestart = () => true, onLost } = options;
  const { workerData, release } = await openSource(source);
  let isClosing = false;
  const start = (): PgliteThread => startThread(workerData, (error) => (isClosing ? undefined : onCrash?.(error)));
  let thread: PgliteThread;
  try {
    if (workerData.folder !== undefined && !existsSync(workerData.folder)) {
      await initialise(workerData.folder);
    }
    thread = start();
    await thread.ready;
  } catch (error) {
    release();
    throw error;
  }
  let failedStarts = 0;
  const restart = (): void => {
    thread = start();
    thread.ready.then(
      () => {
        failedStarts = 0;
      },
      () => {
        failedStarts += 1;
        if (failedStarts === startsBeforeLost && !isClosing) {
          onLost?.();
        }
      },
    );
  };
  const stream = (): Duplex => {
    if (thread.hasEnded && !isClosing && 'folder' in source) {
      if (!mayRestart()) {
        return new PgliteStream({ worker: thread.worker, ready: Promise.reject(new Error('no space')) });
      }
      restart();
    }
    return new PgliteStream(thread);
  };
  return {
    pool: { stream, user: 'postgres', database: 'postgres', max: 1 },
    isAlive: () => !thread.hasEnded,
    snapshot: () => {
      thread.worker.postMessage('snapshot');
      return firstMessage<Uint8Array>(thread.worker);
    },
    copyTo: (folder) => copyFiles(thread.worker, folder),
    crash: async () => {
      await thread.worker.terminate();
    },
    close: async () => {
      isClosing = true;
      thread.worker.postMessage('close');
      await thread.ended;
      release();
    },
  };
}

async function openSource(source: PgliteSource): Promise<{ workerData: PgliteWorkerData; release: () => void }> {
  if ('folder' in source) {
    mkdirSync(source.folder, { recursive: true, mode: 0o700 });
    const release = await lockFolder(source.folder);
    removeCopies(source.folder);
    return { release, workerData: { folder: join(source.folder, databaseFolder) } };
  }
  const workerData: PgliteWorkerData =
    source.snapshot === undefined ? {} : { snapshot: new Uint8Array(source.snapshot) };
  return { release: () => undefined, workerData };
}

/**
 * Makes a new database in a process of its own, because making one takes hundreds of megabytes that a process keeps. Under
 * another name until it is whole, so that one that was broken off is made again.
 */
async function initialise(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const entry = fileURLToPath(workerFile('pglite-initialise', import.meta.url));
  await run(process.execPath, [entry, unfinished]).catch(({ stderr }: { stderr: string }) => {
    throw new Error(stderr.trim());
  });
  renameSync(unfinished, folder);
}

/** Removes what a process that was killed in the middle of a backup has left. */
function removeCopies(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(backupCopyPrefix))) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function copyFiles(worker: Worker, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('the embedded database has stopped'));
    const receive = (answer: CopyOutcome): void => {
      if (answer.copiedTo === folder) {
        worker.off('message', receive);
        worker.off('exit', stop);
        answer.failure === undefined ? resolve() : reject(new Error(answer.failure));
      }
    };
    worker.on('message', receive);
    worker.once('exit', stop);
    worker.postMessage({ copyTo: folder } satisfies CopyRequest);
  });
}

function startThread(workerData: PgliteWorkerData, onCrash: (error: Error) => void): PgliteThread {
  const worker = new Worker(workerFile('pglite-worker', import.meta.url), { workerData });
  const ready = firstMessage(worker);
  // A pending connect rejects; none may be pending when the thread ends.
  ready.catch(() => undefined);
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const thread: PgliteThread = { worker, ready, ended, hasEnded: false };
  let reason: Error | undefined;
  worker.on('error', (error: Error) => {
    reason = error;
  });
  worker.once('exit', (code) => {
    thread.hasEnded = true;
    onCrash(reason ?? new Error(`the worker ended with status ${code}`));
  });
  return thread;
}

/** A database over a PGlite worker; every connection of its pool of one runs as the request role. */
export function openPglite(pglite: Pglite): OpenDatabase {
  const database = openPostgres({
    engine: 'pglite',
    // Never idle: a new connection is only a new stream to the one session that there is.
    pool: { ...pglite.pool, idleTimeoutMillis: 0, onConnect: startSession },
  });
  const ask = async (): Promise<boolean> => {
    await database.withoutWorkspace((queryable) => queryable.query('select 1'));
    return true;
  };
  let asking: Promise<boolean> | undefined;
  return {
    ...database,
    isAnswering: () => {
      // Once more, because the worker may have been replaced.
      asking ??= ask()
        .catch(ask)
        .catch(() => false)
        .finally(() => {
          asking = undefined;
        });
      // There is one session, which may be busy for long; as long as the worker lives, it answers in the end.
      return Promise.race([asking, pause(answerPatienceMs, undefined, { ref: false }).then(pglite.isAlive)]);
    },
    copyTo: async (folder) => {
      // The next connect replaces a crashed worker.
      await ask();
      await pglite.copyTo(folder);
    },
    close: async () => {
      await database.close();
      await pglite.close();
    },
  };
}

/**
 * Makes the embedded session what a server gives to a new connection. There is only one, so it still holds the
 * prepared statements, settings and open transaction of a connection that broke.
 */
async function startSession(client: ClientBase): Promise<void> {
  await client.query('rollback');
  await client.query('discard all');
  await client.query(sessionStatements);
}

function firstMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the embedded database has stopped with status ${code}`)));
  });
}
