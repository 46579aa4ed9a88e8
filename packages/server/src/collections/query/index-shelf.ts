import type { ColumnKey } from '@tessera/resolver';
import type { ChangedRows } from './index-changes.js';
import type { Answering, AnswerOf, Asked, Asks } from './index-questions.js';
import { type FieldValue, LiveIndex } from './live-index.js';

/** What can be asked of the indexes, one call a message. */
export type ShelfCall =
  | { readonly kind: 'create'; readonly key: string; readonly embedderId: string }
  | ({ readonly kind: 'apply'; readonly key: string } & ChangedRows)
  | { readonly kind: 'start_column'; readonly key: string; readonly column: ColumnKey }
  | {
      readonly kind: 'extend_column';
      readonly key: string;
      readonly column: ColumnKey;
      readonly values: readonly FieldValue[];
    }
  | ({ readonly kind: 'ask'; readonly key: string } & ChangedRows & Asked)
  | { readonly kind: 'drop'; readonly key: string };

/** The answer to a call: always what the index holds, and what it found. */
export interface ShelfAnswer {
  readonly records: number;
  readonly bytes: number;
  /** Who made the vectors. */
  readonly embedderIds: readonly string[];
  /** To a question. */
  readonly answer?: AnswerOf<Asks>;
}

const nothing: ShelfAnswer = { records: 0, bytes: 0, embedderIds: [] };

/** The indexes of a process by key. Lives in a worker thread, so that no scan or build holds up the HTTP thread. */
export class IndexShelf {
  private readonly indexes = new Map<string, LiveIndex>();

  /** Carries out one call. Throws for an index that is not there. */
  answer(call: ShelfCall): ShelfAnswer {
    if (call.kind === 'create') {
      this.indexes.set(call.key, new LiveIndex(call.embedderId));
      return nothing;
    }
    if (call.kind === 'drop') {
      this.indexes.delete(call.key);
      return nothing;
    }
    const index = this.indexes.get(call.key);
    if (index === undefined) {
      throw new Error(`there is no index ${call.key}`);
    }
    if (call.kind === 'start_column') {
      index.startColumn(call.column);
      return describe(index);
    }
    if (call.kind === 'extend_column') {
      index.extendColumn(call.column, call.values);
      return describe(index);
    }
    index.apply(call);
    return call.kind === 'ask' ? { ...describe(index), answer: ask(index, call) } : describe(index);
  }
}

function ask<Kind extends Asks>(index: Answering, { asks, question }: Asked<Kind>): AnswerOf<Kind> {
  return index[asks](question);
}

function describe(index: LiveIndex): ShelfAnswer {
  return { records: index.size, bytes: index.bytes, embedderIds: index.embedderIds };
}
