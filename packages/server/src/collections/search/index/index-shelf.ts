import type { ColumnKey, CompiledFilter, SearchResult } from '@tessera/resolver';
import type { FieldValue, IndexRow } from './index-queries.js';
import { LiveIndex, type NewestQuestion, type PageQuestion, type SearchQuestion, type Survey } from './live-index.js';

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
  | ShelfQuestion
);

/** The answer to a call: always what the index holds, and what it found. */
export interface ShelfAnswer {
  readonly records: number;
  readonly bytes: number;
  /** Who made the vectors. */
  readonly embedderIds: readonly string[];
  readonly found?: SearchResult;
  readonly ids?: readonly string[];
  readonly survey?: Survey;
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
    const answer = carryOut(index, call);
    return { records: index.size, bytes: index.bytes, embedderIds: index.embedderIds, ...answer };
  }
}

function carryOut(
  index: LiveIndex,
  call: Exclude<ShelfCall, { kind: 'create' | 'drop' }>,
): Pick<ShelfAnswer, 'found' | 'ids' | 'survey'> {
  switch (call.kind) {
    case 'apply':
      index.apply(call.rows, call.gone);
      return {};
    case 'start_column':
      index.startColumn(call.column);
      return {};
    case 'extend_column':
      index.extendColumn(call.column, call.values);
      return {};
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
