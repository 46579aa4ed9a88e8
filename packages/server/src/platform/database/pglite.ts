import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ClientBase } from 'pg';
import { workerFile } from '../worker-file.js';
import type { Database } from './database.js';
import { lockFolder } from './folder-lock.js';
import type { PgliteWorkerData } from './pglite-worker.js';
import { openPostgres } from './postgres.js';

// Type byte of the protocol's Terminate message.
const terminate = 0x58;

/**
 * PGlite as `pg` sees a server: a stream of protocol messages, answered by a worker thread.
 * Everything written in one turn of the event loop goes over as one message.
 */
class PgliteStream extends Duplex {
  constructor(private readonly worker: Worker) {
    super();
    worker.on('message', this.receive);
    worker.once('exit', this.fail);
  }

  private readonly receive = (answer: unknown): void => {
    if (answer instanceof Uint8Array) {
      this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    }
  };

  private readonly fail = (): void => {
    this.destroy(new Error('the embedded database has stopped'));
  };

  /** What `pg` calls on a socket. */
  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.send([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.worker.off('message', this.receive);
    this.worker.off('exit', this.fail);
    done(error);
  }

  private send(chunks: Buffer[], done: () => void): void {
    // The one session of the worker outlives each of its users, so a goodbye is not passed on.
    if (chunks.at(-1)?.[0] === terminate && chunks.at(-1)?.length === 5) {
      chunks.pop();
    }
    if (chunks.length === 0) {
      done();
      return;
    }
    setImmediate(() => {
      const message = new Uint8Array(Buffer.concat(chunks));
      this.worker.postMessage(message, [message.buffer]);
      done();
    });
  }
}

/** Where the embedded database lives: a folder, or memory filled from a snapshot (tests). */
export type PgliteSource = { readonly folder: string } | { readonly snapshot: Uint8Array | undefined };

/** A running PGlite worker; `pool` is what `pg` needs to talk to it. */
export interface Pglite {
  readonly pool: { readonly stream: () => Duplex; readonly user: string; readonly database: string; readonly max: 1 };
  /** A packed copy of the database, to start others from. */
  snapshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Starts PGlite in a worker; a folder is locked first, so that no second process can open it. */
export async function startPglite(source: PgliteSource): Promise<Pglite> {
  let release = (): void => undefined;
  let workerData: PgliteWorkerData =
    'snapshot' in source && source.snapshot ? { snapshot: new Uint8Array(source.snapshot) } : {};
  if ('folder' in source) {
    mkdirSync(source.folder, { recursive: true, mode: 0o700 });
    release = lockFolder(source.folder);
    workerData = { folder: join(source.folder, 'pglite') };
  }
  const worker = new Worker(workerFile('pglite-worker', import.meta.url), { workerData });
  await firstMessage(worker);
  return {
    pool: { stream: () => new PgliteStream(worker), user: 'postgres', database: 'postgres', max: 1 },
    snapshot: async () => {
      worker.postMessage('snapshot');
      return firstMessage<Uint8Array>(worker);
    },
    close: async () => {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await exited;
      release();
    },
  };
}

/** A database over a PGlite worker; every connection of its pool of one runs as the request role. */
export function openPglite(pglite: Pglite): Database {
  const database = openPostgres({
    engine: 'pglite',
    // Never idle: a new connection is only a new stream to the one session that there is.
    pool: { ...pglite.pool, idleTimeoutMillis: 0, onConnect: startSession },
  });
  return {
    ...database,
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
  await client.query('set role svc_app');
}

function firstMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the embedded database stopped with status ${code}`)));
  });
}
