import { builtinEmbedder, type SearchResult } from '@tessera/resolver';
import type { ColumnKey, CompiledFilter } from '@tessera/search-engine';
import type { Steps } from '../../../platform/threads/turns.js';
import type { FieldValue, IndexRow, IndexSums } from './index-queries.js';
import { LiveIndex, type NewestQuestion, type PageQuestion, type SearchQuestion, type Survey } from './live-index.js';
import { forgetStored } from './stored-index.js';

/** What can be asked of an index. */
export type ShelfQuestion =
  | { readonly kind: 'search'; readonly question: SearchQuestion }
  | { readonly kind: 'newest'; readonly question: NewestQuestion }
  | { readonly kind: 'page'; readonly question: PageQuestion }
  | { readonly kind: 'survey'; readonly question: readonly CompiledFilter[] };

/** What the indexes are told and asked, one call a message. */
export type ShelfCall = { readonly key: string } & (
  | { readonly kind: 'create'; readonly embedderId: string }
  | { readonly kind: 'apply'; readonly rows: readonly IndexRow[]; readonly gone: readonly string[] }
  | { readonly kind: 'start_column'; readonly column: ColumnKey }
  | { readonly kind: 'extend_column'; readonly column: ColumnKey; readonly values: readonly FieldValue[] }
  | { readonly kind: 'drop' }
  | { readonly kind: 'store'; readonly path: string; readonly seen: number }
  | { readonly kind: 'restore'; readonly path: string; readonly embedderId: string }
  | { readonly kind: 'sums' }
  | { readonly kind: 'embed'; readonly texts: readonly string[] }
  | ShelfQuestion
);

/** The answer to a call: what the index holds, and what it found or made. */
export interface ShelfAnswer {
  readonly records: number;
  readonly bytes: number;
  /** Who made the vectors. */
  readonly embedderIds: readonly string[];
  readonly found?: SearchResult;
  readonly ids?: readonly string[];
  readonly survey?: Survey;
  readonly sums?: IndexSums;
  /** Up to which change mark an index that was restored holds every write; absent where there is none of use. */
  readonly seen?: number;
  readonly vectors?: readonly Float32Array[];
}

const nothing: ShelfAnswer = { records: 0, bytes: 0, embedderIds: [] };

/** The indexes of a process by key. Lives in a worker thread, so that no scan or build holds up the HTTP thread. */
export class IndexShelf {
  private readonly indexes = new Map<string, LiveIndex>();

  /** Carries out one call, record by record. Throws for an index that is not there. */
  async *answer(call: ShelfCall): Steps<ShelfAnswer> {
    if (call.kind === 'create') {
      this.indexes.set(call.key, new LiveIndex(call.embedderId));
      return nothing;
    }
    if (call.kind === 'drop') {
      this.indexes.delete(call.key);
      return nothing;
    }
    if (call.kind === 'restore') {
      return this.restore(call);
    }
    if (call.kind === 'embed') {
      const vectors: Float32Array[] = [];
      for (const text of call.texts) {
        vectors.push(...(await builtinEmbedder.embed([text])));
        yield;
      }
      return { ...nothing, vectors };
    }
    const index = this.indexes.get(call.key);
    if (index === undefined) {
      throw new Error(`there is no index ${call.key}`);
    }
    const answer = yield* carryOut(index, call);
    return { ...sizeOf(index), ...answer };
  }

  /** A stored index is used once: from here on it is out of date. */
  private restore({ key, path, embedderId }: Extract<ShelfCall, { kind: 'restore' }>): ShelfAnswer {
    try {
      const restored = LiveIndex.restored(path, embedderId);
      if (restored === undefined) {
        return nothing;
      }
      this.indexes.set(key, restored.index);
      return { ...sizeOf(restored.index), seen: restored.seen };
    } finally {
      forgetStored(path);
    }
  }
}

function sizeOf({ size, bytes, embedderIds }: LiveIndex): ShelfAnswer {
  return { records: size, bytes, embedderIds };
}

function* carryOut(
  index: LiveIndex,
  call: Exclude<ShelfCall, { kind: 'create' | 'drop' | 'restore' | 'embed' }>,
): Generator<void, Pick<ShelfAnswer, 'found' | 'ids' | 'survey' | 'sums'>> {
  switch (call.kind) {
    case 'apply':
      yield* index.apply(call.rows, call.gone);
      return {};
    case 'start_column':
      index.startColumn(call.column);
      return {};
    case 'extend_column':
      yield* index.extendColumn(call.column, call.values);
      return {};
    case 'store':
      index.store(call.path, call.seen);
      return {};
    case 'sums':
      return { sums: index.sums() };
    case 'search':
      return { found: index.search(call.question) };
    case 'newest':
      return { ids: index.newest(call.question) };
    case 'page':
      return { ids: index.page(call.question) };
    case 'survey':
      return { survey: index.survey(call.question) };
  }
}
