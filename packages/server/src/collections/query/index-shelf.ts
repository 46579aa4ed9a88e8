import type { ColumnKey, SearchResult } from '@tessera/resolver';
import type { IndexRow } from './index-queries.js';
import { type FieldValue, type IndexQuestion, LiveIndex } from './live-index.js';

/** What can be asked of the indexes, one call a message. */
export type ShelfCall =
  | { readonly kind: 'create'; readonly key: string; readonly embedderId: string; readonly dimensions: number }
  | { readonly kind: 'apply'; readonly key: string; readonly rows: readonly IndexRow[] }
  | {
      readonly kind: 'column';
      readonly key: string;
      readonly column: ColumnKey;
      readonly values: readonly FieldValue[];
    }
  | {
      readonly kind: 'search';
      readonly key: string;
      readonly rows: readonly IndexRow[];
      readonly question: IndexQuestion;
    }
  | { readonly kind: 'drop'; readonly key: string };

/** The answer to a call: always the size of the index, and what it found for a search. */
export interface ShelfAnswer {
  readonly records: number;
  readonly bytes: number;
  /** False when a vector did not fit, and the index must be built anew. */
  readonly fits: boolean;
  readonly result?: SearchResult;
}

const nothing: ShelfAnswer = { records: 0, bytes: 0, fits: true };

/** The indexes of a process by key. Lives in a worker thread, so that no scan or build holds up the HTTP thread. */
export class IndexShelf {
  private readonly indexes = new Map<string, LiveIndex>();

  /** Carries out one call. Throws for an index that is not there. */
  answer(call: ShelfCall): ShelfAnswer {
    if (call.kind === 'create') {
      this.indexes.set(call.key, new LiveIndex(call.embedderId, call.dimensions));
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
    if (call.kind === 'column') {
      index.loadColumn(call.column, call.values);
      return describe(index, true);
    }
    const fits = index.apply(call.rows);
    return call.kind === 'apply'
      ? describe(index, fits)
      : { ...describe(index, fits), result: index.search(call.question) };
  }
}

function describe(index: LiveIndex, fits: boolean): ShelfAnswer {
  return { records: index.size, bytes: index.bytes, fits };
}
