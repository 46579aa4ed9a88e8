import { parentPort } from 'node:worker_threads';
import { builtinEmbedder } from '@tessera/resolver';
import { answerInTimeSlices, type Steps } from './time-slices.js';

/**
 * An index in the search thread. Each of its methods takes one argument. A method that is a generator yields where calls of
 * other indexes may run.
 */
export interface ThreadIndex {
  /** Records or chunks. */
  readonly size: number;
  /** Memory, estimated. */
  readonly bytes: number;
  /** Embedders that computed the vectors in it. */
  readonly embedderIds: readonly string[];
}

/** What an index contains. */
export type IndexKind = 'records' | 'documents';

/** One message to the search thread. `key` names an index; calls of one key run one after another. */
export type IndexCall = { readonly key: string } & (
  | { readonly kind: 'create'; readonly of: IndexKind; readonly embedderId: string }
  | { readonly kind: 'call'; readonly method: string; readonly argument: unknown }
  | { readonly kind: 'drop' }
  | { readonly kind: 'embed'; readonly texts: readonly string[] }
);

/** The answer to a call: the state of the index, and what its method returned. */
export interface IndexAnswer extends ThreadIndex {
  readonly result?: unknown;
}

const nothing: IndexAnswer = { size: 0, bytes: 0, embedderIds: [] };

/** Holds all search indexes of a process in this worker thread, so that no scan or build delays the HTTP thread. */
export function hostIndexes(create: Readonly<Record<IndexKind, (embedderId: string) => ThreadIndex>>): void {
  if (parentPort === null) {
    throw new Error('this module runs as a worker thread');
  }
  const indexes = new Map<string, ThreadIndex>();
  const execute = async function* (call: IndexCall): Steps<IndexAnswer> {
    switch (call.kind) {
      case 'create':
        indexes.set(call.key, create[call.of](call.embedderId));
        return nothing;
      case 'drop':
        indexes.delete(call.key);
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
  return isGenerator(returned) ? yield* returned : await returned;
}

function isGenerator(value: unknown): value is Generator<void> | Steps<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value;
}

/** The built-in embedder's vectors, one text at a time. */
async function* embed(texts: readonly string[]): Steps<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    vectors.push(...(await builtinEmbedder.embed([text])));
    yield;
  }
  return vectors;
}
