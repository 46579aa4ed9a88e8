import { parentPort } from 'node:worker_threads';
import { builtinEmbedder } from '@tessera/resolver';
import { answerInTimeSlices, type Steps } from './time-slices.js';

/**
 * An index in the search thread. Each method takes one argument. If a method is a generator, calls of other indexes may
 * run at each `yield`.
 */
export interface ThreadIndex {
  /** Number of records or chunks. */
  readonly size: number;
  /** Estimated memory. */
  readonly bytes: number;
  /** Ids of the embedders that computed its vectors. */
  readonly embedderIds: readonly string[];
}

/** What an index contains. */
export type IndexKind = 'records' | 'documents';

/** A message to the search thread. `key` names an index; calls of the same key run one after another. */
export type IndexCall = { readonly key: string } & (
  | { readonly kind: 'create'; readonly of: IndexKind; readonly embedderId: string }
  | { readonly kind: 'call'; readonly method: string; readonly argument: unknown }
  | { readonly kind: 'drop' }
  | { readonly kind: 'embed'; readonly texts: readonly string[] }
);

/** The result of a call: the state of the index, and the return value of its method. */
export interface IndexAnswer extends ThreadIndex {
  readonly result?: unknown;
}

/** Time after the last drop of an index. An idle V8 does not collect garbage, so the memory would never be returned. */
const collectGarbageMs = 10_000;
/** Minimum duration of a step, after which calls of other indexes may run. */
const stepMs = 1;

const nothing: IndexAnswer = { size: 0, bytes: 0, embedderIds: [] };

/**
 * Runs all search indexes of a process in this worker thread, so that no scan or build delays the thread that serves
 * HTTP.
 */
export function hostIndexes(create: Readonly<Record<IndexKind, (embedderId: string) => ThreadIndex>>): void {
  if (parentPort === null) {
    throw new Error('this module runs as a worker thread');
  }
  const indexes = new Map<string, ThreadIndex>();
  const collecting = setTimeout(() => globalThis.gc?.(), collectGarbageMs).unref();
  const execute = async function* (call: IndexCall): Steps<IndexAnswer> {
    switch (call.kind) {
      case 'create':
        indexes.set(call.key, create[call.of](call.embedderId));
        return nothing;
      case 'drop':
        indexes.delete(call.key);
        collecting.refresh();
        return nothing;
      case 'embed':
        return { ...nothing, result: yield* embed(call.texts) };
      case 'call': {
        const index = indexes.get(call.key);
        if (index === undefined) {
          throw new Error(`index ${call.key} does not exist`);
        }
        const result = yield* resultOf(index, call.method, call.argument);
        const { size, bytes, embedderIds } = index;
        return { size, bytes, embedderIds, result };
      }
    }
  };
  answerInTimeSlices(parentPort, { keyOf: ({ key }: IndexCall) => key, execute });
}

async function* resultOf(index: ThreadIndex, method: string, argument: unknown): Steps<unknown> {
  const methods = index as unknown as Readonly<Record<string, (argument: unknown) => unknown>>;
  const returned = methods[method]?.(argument);
  if (!isGenerator(returned)) {
    return await returned;
  }
  // A step of an asynchronous generator takes as long as indexing a short record, so short steps are joined.
  for (let since = performance.now(); ; ) {
    const step = await returned.next();
    if (step.done) {
      return step.value;
    }
    if (performance.now() - since > stepMs) {
      yield;
      since = performance.now();
    }
  }
}

function isGenerator(value: unknown): value is Generator<void> | Steps<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value;
}

/** Computes vectors with the built-in embedder. They are in shared memory, which is not copied between threads. */
async function* embed(texts: readonly string[]): Steps<Float32Array[]> {
  const { dimensions } = builtinEmbedder;
  const all = new Float32Array(new SharedArrayBuffer(4 * dimensions * texts.length));
  let since = performance.now();
  for (const [n, text] of texts.entries()) {
    const [vector] = await builtinEmbedder.embed([text]);
    all.set(vector as Float32Array, n * dimensions);
    if (performance.now() - since > stepMs) {
      yield;
      since = performance.now();
    }
  }
  return texts.map((_, n) => all.subarray(n * dimensions, (n + 1) * dimensions));
}
