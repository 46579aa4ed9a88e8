import type { CollectionConfig } from '@tessera/records';
import { type CompiledFilter, comparisonType } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { type FieldValues, type FieldValuesRequest, listValues } from '../records/values.js';
import type { IndexSelection } from './index/index-messages.js';
import { type IndexTarget, indexTargetOf } from './index/index-target.js';
import type { SearchIndexes } from './index/indexes.js';

/** A filter that matches everything, and for which the index needs the columns of all declared fields. */
export function declaredColumns({ field_types }: Pick<CollectionConfig, 'field_types'>): CompiledFilter {
  return {
    conditions: [...field_types].map(([field, type]) => ({ field, type: comparisonType(type), tests: [] })),
  };
}

/** An index, and the records to query in it: the caller's slice, and optionally a filter. */
export interface IndexedSlice {
  readonly indexes: SearchIndexes;
  readonly view: CollectionView;
  readonly filter?: CompiledFilter | undefined;
}

/**
 * Queries the index about the caller's slice. Returns undefined for a whole collection, and while the index is being
 * built. The database then answers, but reads every record.
 */
export async function queryInSlice<Answer>(
  transaction: Transaction,
  { indexes, view, filter }: IndexedSlice,
  ask: (target: IndexTarget, selection: IndexSelection) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const slice = view.readSlice?.compiled ?? null;
  const filters = [...(slice ?? []), ...(filter === undefined ? [] : [filter])];
  if (slice === null && filter === undefined) {
    return undefined;
  }
  const target = indexTargetOf(transaction, view);
  return queryIfReady(indexes, { target, filters }, () => ask(target, { slice, filter }));
}

/** Queries an index if it is ready. Otherwise starts to build it and returns undefined. */
export async function queryIfReady<Answer>(
  indexes: SearchIndexes,
  { target, filters }: { readonly target: IndexTarget; readonly filters: readonly CompiledFilter[] },
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const answer = indexes.isReady(target, filters) ? await ask() : undefined;
  if (answer === undefined) {
    indexes.ensureReadyLater(target, filters);
  }
  return answer;
}

/**
 * The most frequent values of fields in the caller's slice. They come from the index or, while that is being built,
 * from the database.
 */
export async function valuesIn(
  transaction: Transaction,
  { indexes, view }: { readonly indexes: SearchIndexes; readonly view: CollectionView },
  wanted: FieldValuesRequest,
): Promise<FieldValues> {
  if (wanted.fields.length === 0) {
    return new Map();
  }
  const target = indexTargetOf(transaction, view);
  const slice = view.readSlice?.compiled ?? null;
  const columns: CompiledFilter = {
    conditions: wanted.fields.map((field) => ({ field, type: 'text', tests: [] })),
  };
  const filters = [...(slice ?? []), columns];
  const known = await queryIfReady(indexes, { target, filters }, () =>
    indexes.values(transaction, target, { ...wanted, slice }),
  );
  return known ?? listValues(transaction, readableRecords(view), wanted);
}
