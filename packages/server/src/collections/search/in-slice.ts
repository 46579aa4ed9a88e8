import { type CompiledFilter, comparisonType } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import type { CollectionConfig } from '../model/config.js';
import { type FieldValues, type FieldValuesWanted, listValues } from '../records/values.js';
import type { IndexTarget } from './index/followed-index.js';
import type { IndexSelection } from './index/index-messages.js';
import type { SearchIndexes } from './index/indexes.js';

/** The index of a collection, and the last write that it must contain to answer in this transaction. */
export function indexTargetOf({ workspaceId }: Transaction, { collection }: CollectionView): IndexTarget {
  const { id, index_version, change_mark } = collection;
  return { workspaceId, collectionId: id, indexVersion: index_version, sequenceNumber: change_mark };
}

/** A filter that matches everything and needs a column for each field whose type the configuration declares. */
export function declaredColumns({ field_types }: Pick<CollectionConfig, 'field_types'>): CompiledFilter {
  return {
    conditions: [...field_types].map(([field, type]) => ({ field, type: comparisonType(type), tests: [] })),
  };
}

/** An index, and of what a caller reads in its collection only what passes a filter, if there is one. */
export interface SliceLook {
  readonly indexes: SearchIndexes;
  readonly view: CollectionView;
  readonly filter?: CompiledFilter | undefined;
}

/**
 * Asks the index about the part of a collection that a caller looks at. Undefined for a whole collection, and until the index
 * is there, which is built meanwhile: the database then answers, which looks at every record of the collection.
 */
export async function askInSlice<Answer>(
  transaction: Transaction,
  { indexes, view, filter }: SliceLook,
  ask: (target: IndexTarget, selection: IndexSelection) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const slice = view.readSlice?.compiled ?? null;
  const filters = [...(slice ?? []), ...(filter === undefined ? [] : [filter])];
  if (slice === null && filter === undefined) {
    return undefined;
  }
  const target = indexTargetOf(transaction, view);
  return askReady(indexes, { target, filters }, () => ask(target, { slice, filter }));
}

/** Asks an index that is ready. One that is not is built meanwhile. */
export async function askReady<Answer>(
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

/** The search indexes, and how long a caller waits for one of them. */
export interface WaitingIndexes {
  readonly indexes: SearchIndexes;
  /** How long a query waits for an index that is being built, in milliseconds. The build goes on afterwards. */
  readonly indexWaitMs: number;
}

/** Whether the index contains all writes before the query, and the columns of its filters, before the wait is over. */
export async function isReadyInTime(
  { indexes, indexWaitMs }: WaitingIndexes,
  { target, filters }: { readonly target: IndexTarget; readonly filters: readonly CompiledFilter[] },
): Promise<boolean> {
  const building = indexes.ensureReady(target, filters);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, indexWaitMs, false).unref();
  });
  try {
    return await Promise.race([building.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The most frequent values of fields in what a caller reads: by the index, and until that is there by the database. */
export async function valuesIn(
  transaction: Transaction,
  { indexes, view }: { readonly indexes: SearchIndexes; readonly view: CollectionView },
  wanted: FieldValuesWanted,
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
  const known = await askReady(indexes, { target, filters }, () =>
    indexes.values(transaction, target, { ...wanted, slice }),
  );
  return known ?? listValues(transaction, readableRecords(view), wanted);
}
