import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';

// Type byte of the protocol's Terminate message.
const terminate = 0x58;

/** A worker thread that runs PGlite. `ready` rejects if the thread stops before it responds. */
export interface StreamedThread {
  readonly worker: Worker;
  readonly ready: Promise<unknown>;
}

/**
 * Lets `pg` connect to PGlite as if it were a server. The stream carries protocol messages, to which a worker thread
 * responds. Everything that is written in one turn of the event loop is sent as one message.
 */
export class PgliteStream extends Duplex {
  private readonly worker: Worker;

  constructor(private readonly thread: StreamedThread) {
    super();
    this.worker = thread.worker;
    this.worker.on('message', this.receive);
    this.worker.once('exit', this.fail);
  }

  private readonly receive = (answer: unknown): void => {
    if (answer instanceof Uint8Array) {
      this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    }
  };

  private readonly fail = (): void => {
    this.destroy(new Error('the embedded database has stopped'));
  };

  /** `pg` calls `connect` on its socket; this stream is always connected. */
  connect(): this {
    this.thread.ready.then(
      () => this.emit('connect'),
      () => this.fail(),
    );
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
    // Do not forward Terminate: consecutive connections share the single session of the worker.
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
