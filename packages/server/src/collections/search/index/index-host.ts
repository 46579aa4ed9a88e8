import { Worker } from 'node:worker_threads';
import { workerFile } from '../../../platform/worker-file.js';
import type { ShelfAnswer, ShelfCall } from './index-shelf.js';

interface Waiting {
  readonly resolve: (answer: ShelfAnswer) => void;
  readonly reject: (error: Error) => void;
}

type Reply = { readonly id: number } & ({ readonly answer: ShelfAnswer } | { readonly error: string });

/** What was asked could not be done by the thread that holds the indexes. */
export class IndexThreadError extends Error {}

/** The worker thread that holds the indexes. It starts with the first call. */
export class IndexHost {
  private worker: Worker | undefined;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();

  /** `onLost` is told when the thread ends by itself: every index is gone then, and the next call starts it anew. */
  constructor(private readonly onLost: (error: Error) => void) {}

  /** Carries out one call in the thread. */
  call(call: ShelfCall): Promise<ShelfAnswer> {
    const worker = this.start();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call });
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }

  private start(): Worker {
    if (this.worker !== undefined) {
      return this.worker;
    }
    const worker = new Worker(workerFile('index-worker', import.meta.url));
    worker.on('message', (reply: Reply) => this.settle(reply));
    worker.once('error', (error: Error) => this.lose(worker, error));
    worker.once('exit', () => this.lose(worker, new Error('the index thread has ended')));
    // It holds nothing that a stopping process must wait for.
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private settle(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('error' in reply) {
      waiting?.reject(new IndexThreadError(reply.error));
    } else {
      waiting?.resolve(reply.answer);
    }
  }

  private lose(worker: Worker, error: Error): void {
    for (const { reject } of this.waiting.values()) {
      reject(new IndexThreadError(error.message, { cause: error }));
    }
    this.waiting.clear();
    if (this.worker === worker) {
      this.worker = undefined;
      this.onLost(error);
    }
  }
}
