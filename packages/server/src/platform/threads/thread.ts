import { Worker } from 'node:worker_threads';
import type { Sent, ThreadReply } from './turns.js';

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What was asked could not be done by a thread. */
export class ThreadError extends Error {}

/** A worker thread that answers calls with `answerInTurns`. It starts with the first call and keeps no process alive. */
export class Thread<Call, Answer> {
  private worker: Worker | undefined;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting<Answer>>();

  /**
   * `onLost` is told when the thread ends by itself: all that it held is gone then, and the next call starts it anew.
   */
  constructor(
    private readonly file: URL,
    private readonly onLost: (error: Error) => void,
  ) {}

  /** Carries out one call in the thread. */
  call(call: Call): Promise<Answer> {
    const worker = this.worker ?? this.start();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call } satisfies Sent<Call>);
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.file);
    worker.on('message', (reply: ThreadReply<Answer>) => this.settle(reply));
    worker.once('error', (error: Error) => this.lose(worker, error));
    worker.once('exit', () => this.lose(worker, new Error('the thread has ended')));
    // It holds nothing that a stopping process must wait for.
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private settle(reply: ThreadReply<Answer>): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('error' in reply) {
      waiting?.reject(new ThreadError(reply.error));
    } else {
      waiting?.resolve(reply.answer);
    }
  }

  private lose(worker: Worker, error: Error): void {
    for (const { reject } of this.waiting.values()) {
      reject(new ThreadError(error.message, { cause: error }));
    }
    this.waiting.clear();
    if (this.worker === worker) {
      this.worker = undefined;
      this.onLost(error);
    }
  }
}
