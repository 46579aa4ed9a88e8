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

/** Name of the database's folder within the data folder. */
export const databaseFolder = 'pglite';
/** Prefix of the folders that contain a copy of the database during a backup. */
export const backupCopyPrefix = 'backup-';

/** Where the embedded database is stored: in a folder, or in tests in memory, started from a snapshot. */
export type PgliteSource = { readonly folder: string } | { readonly snapshot: Uint8Array | undefined };

/** A running PGlite worker. `pool` configures `pg` to connect to it. */
export interface Pglite {
  readonly pool: { readonly stream: () => Duplex; readonly user: string; readonly database: string; readonly max: 1 };
  /** Whether the worker is running, even if busy. */
  isAlive(): boolean;
  /** Returns a packed copy of the database, from which others can be started. */
  snapshot(): Promise<Uint8Array>;
  /** Copies a consistent state of the database's folder. Rejects if the target cannot be written. */
  copyTo(folder: string): Promise<void>;
  /** Stops the worker immediately, as a crash would; for tests. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** The worker thread, and whether it has stopped. */
interface PgliteThread extends StreamedThread {
  readonly ended: Promise<unknown>;
  hasEnded: boolean;
}

/** Options for a worker that stops unexpectedly. */
export interface PgliteOptions {
  readonly onCrash?: (error: Error) => void;
  /** Whether a restart may succeed. It may not while the disk is full, for example. */
  readonly mayRestart?: () => boolean;
  /** Called after several consecutive restarts have failed, because the folder cannot be opened. */
  readonly onLost?: () => void;
}

const startsBeforeLost = 3;

/**
 * Starts PGlite in a worker. If it uses a folder, locks it first, so that no other process can open it. A crashed
 * worker of a folder is replaced at the next connection; `onCrash` receives the reason of the crash.
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
 * Creates a database in a separate process. Creation allocates hundreds of megabytes that the process would never free.
 * The folder gets its final name only when it is complete, so an interrupted creation is repeated.
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

/** Deletes copies left by a process that was killed during a backup. */
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
  // Prevents an unhandled rejection: a pending connect rejects when the thread ends.
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

/** Opens a database on a PGlite worker. Its pool has one connection, which uses the request role. */
export function openPglite(pglite: Pglite): OpenDatabase {
  const database = openPostgres({
    engine: 'pglite',
    // Idle connections are kept: a new one would only be another stream to the same session.
    pool: { ...pglite.pool, idleTimeoutMillis: 0, onConnect: startSession },
  });
  const ask = async (): Promise<boolean> => {
    await database.lookUp((queryable) => queryable.query('select 1'));
    return true;
  };
  let asking: Promise<boolean> | undefined;
  return {
    ...database,
    isAnswering: () => {
      // Retry once, because the worker may have been replaced since the last call.
      asking ??= ask()
        .catch(ask)
        .catch(() => false)
        .finally(() => {
          asking = undefined;
        });
      // The single session may be busy for a long time. A running worker responds eventually, so it counts as healthy.
      return Promise.race([asking, pause(answerPatienceMs, undefined, { ref: false }).then(pglite.isAlive)]);
    },
    copyTo: async (folder) => {
      // Connecting replaces a crashed worker.
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
 * Resets the embedded session for a new connection. All connections use the same session, so it still has the prepared
 * statements, settings and open transaction of a broken connection.
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
