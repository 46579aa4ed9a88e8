import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { describeError, type Log } from '../platform/log.js';
import type { IndexAnswer, IndexCall, IndexKind, ThreadIndex } from './host.js';
import type { CachedIndex, IndexCache } from './index-cache.js';
import type { SentCall, ThreadReply } from './time-slices.js';

/**
 * Memory for new objects of the thread, in megabytes. V8's default is 48, but most objects of a query are garbage soon, so
 * that less does not slow it.
 */
const youngGenerationMb = 12;

interface Waiting {
  readonly worker: Worker;
  readonly resolve: (answer: IndexAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The worker thread with all search indexes (`hostIndexes`). The first call starts it; it does not keep the process
 * alive. If the thread fails, its indexes are dropped, and the next call starts it again.
 */
export class IndexThread {
  private worker: Worker | undefined;
  private lastId = 0;
  private checkedId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly indexes = new Set<{ forget(): void }>();

  constructor(
    private readonly file: URL,
    private readonly dependencies: { readonly cache: IndexCache; readonly log: Log },
  ) {}

  /** Creates an index with a new key. Calls `onDropped` when it is dropped. */
  create<Index extends ThreadIndex>(of: IndexKind, embedderId: string, onDropped: () => void): RemoteIndex<Index> {
    this.lastId += 1;
    const key = `index ${this.lastId}`;
    const send = (call: KeylessCall) => this.send({ ...call, key });
    const index = new RemoteIndex<Index>(of, send, (dropped) => {
      this.indexes.delete(dropped);
      this.dependencies.cache.delete(dropped);
      onDropped();
    });
    this.indexes.add(index);
    // If this call fails, the next call of the index reports it.
    send({ kind: 'create', of, embedderId }).catch(() => undefined);
    return index;
  }

  /** Computes vectors with the built-in embedder. Long documents would delay all requests in the HTTP thread. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const { result } = await this.send({ kind: 'embed', key: `embedding ${this.lastId}`, texts });
    return result as Float32Array[];
  }

  /** Stops the thread if it has no index and was not called since the last check. The next call starts it again. */
  async closeUnused(): Promise<void> {
    // Not at once: Node.js 20 aborts if a thread ends while its code is compiled in the background.
    const isUnused = this.indexes.size === 0 && this.waiting.size === 0 && this.lastId === this.checkedId;
    this.checkedId = this.lastId;
    if (isUnused) {
      await this.close();
    }
  }

  /** Stops the thread. */
  async close(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }

  private send(call: IndexCall): Promise<IndexAnswer> {
    const worker = this.worker ?? this.start();
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { worker, resolve, reject });
      worker.postMessage({ id, call } satisfies SentCall<IndexCall>);
    });
  }

  private start(): Worker {
    // The thread calls `gc` after indexes were dropped.
    setFlagsFromString('--expose-gc');
    const worker = new Worker(this.file, { resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb } });
    worker.on('message', (reply: ThreadReply<IndexAnswer>) => this.settle(reply));
    worker.once('error', (error: Error) => this.lose(worker, error));
    worker.once('exit', () => this.lose(worker, new Error('the thread has ended')));
    // Without this, a process that stops would wait for the thread.
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private settle(reply: ThreadReply<IndexAnswer>): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('error' in reply) {
      waiting?.reject(new Error(reply.error));
    } else {
      waiting?.resolve(reply.answer);
    }
  }

  private lose(worker: Worker, error: Error): void {
    for (const [id, waiting] of this.waiting) {
      // Other calls were sent to a later thread.
      if (waiting.worker === worker) {
        this.waiting.delete(id);
        waiting.reject(new Error(error.message, { cause: error }));
      }
    }
    if (this.worker === worker) {
      this.worker = undefined;
      for (const index of this.indexes) {
        index.forget();
      }
      const text = 'the search thread was lost; indexes are built again when needed';
      this.dependencies.log.warn({ error: describeError(error) }, text);
    }
  }
}

type WithoutKey<Call> = Call extends IndexCall ? Omit<Call, 'key'> : never;
type KeylessCall = WithoutKey<IndexCall>;
type Method<Argument, Result> = (argument: Argument) => Result;
type MethodName<Index> = {
  [Name in keyof Index]: Index[Name] extends Method<never, unknown> ? Name : never;
}[keyof Index] &
  string;
type ArgumentOf<Called> = Called extends Method<infer Argument, unknown> ? Argument : never;
type ResultOf<Called> =
  Called extends Method<never, infer Returned>
    ? Returned extends Generator<unknown, infer Result> | AsyncGenerator<unknown, infer Result>
      ? Result
      : Awaited<Returned>
    : never;

class IndexDroppedError extends Error {}

/** Runs work with an index. Returns undefined if the index is dropped or its thread fails meanwhile. */
export async function untilDropped<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IndexDroppedError) {
      return undefined;
    }
    throw error;
  }
}

/** An index in the search thread: calls its methods, and caches its state after the last call. */
export class RemoteIndex<Index extends ThreadIndex> implements CachedIndex, ThreadIndex {
  size = 0;
  bytes = 0;
  embedderIds: readonly string[] = [];
  isDropped = false;
  private works = 0;

  constructor(
    readonly of: IndexKind,
    private readonly send: (call: KeylessCall) => Promise<IndexAnswer>,
    private readonly onDropped: (index: RemoteIndex<Index>) => void,
  ) {}

  /** Whether a call or other work with it is running. */
  get isBusy(): boolean {
    return this.works > 0;
  }

  /** Runs work of several calls. Until it ends, the index is not dropped to free memory. */
  async keepDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.works += 1;
    try {
      return await work();
    } finally {
      this.works -= 1;
    }
  }

  /** Calls a method of the index. Throws if the index was dropped; see `untilDropped`. */
  async call<Name extends MethodName<Index>>(
    method: Name,
    argument: ArgumentOf<Index[Name]>,
  ): Promise<ResultOf<Index[Name]>> {
    try {
      const { result, ...state } = await this.keepDuring(() => this.send({ kind: 'call', method, argument }));
      Object.assign(this, state);
      return result as ResultOf<Index[Name]>;
    } catch (error) {
      throw this.isDropped ? new IndexDroppedError('the index was dropped', { cause: error }) : error;
    }
  }

  /** Frees its memory. */
  drop(): void {
    if (!this.isDropped) {
      this.send({ kind: 'drop' }).catch(() => undefined);
      this.forget();
    }
  }

  /** Marks it as dropped. */
  forget(): void {
    this.isDropped = true;
    this.onDropped(this);
  }
}
