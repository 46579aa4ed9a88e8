import { Worker } from 'node:worker_threads';
import { workerFile } from '../../platform/worker-file.js';
import type { ShelfAnswer, ShelfCall } from './shelf.js';

interface Waiting {
  readonly resolve: (answer: ShelfAnswer) => void;
  readonly reject: (error: Error) => void;
}

type Reply = { readonly id: number } & ({ readonly answer: ShelfAnswer } | { readonly error: string });

/** The thread that holds the indexes of documents. It starts with the first call and keeps no process alive. */
export class SearchThread {
  #worker: Worker | undefined;
  #nextId = 1;
  readonly #waiting = new Map<number, Waiting>();

  /** `onLost` is told when the thread ends by itself: every index is gone then, and the next call starts it anew. */
  constructor(private readonly onLost: (error: Error) => void) {}

  /** Carries out one call in the thread. */
  call(call: ShelfCall): Promise<ShelfAnswer> {
    const worker = this.#worker ?? this.#start();
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call });
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerFile('search-worker', import.meta.url));
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.once('error', (error: Error) => this.#lose(worker, error));
    worker.once('exit', () => this.#lose(worker, new Error('the thread of document indexes has ended')));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) {
      waiting?.reject(new Error(reply.error));
    } else {
      waiting?.resolve(reply.answer);
    }
  }

  #lose(worker: Worker, error: Error): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new Error(error.message, { cause: error }));
    }
    this.#waiting.clear();
    if (this.#worker === worker) {
      this.#worker = undefined;
      this.onLost(error);
    }
  }
}
