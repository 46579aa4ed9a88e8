import type { CollectionConfig } from '@tessera/records';
import { type CompiledFilter, comparisonType } from '@tessera/search-engine';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { comparedMax, findInOrder, findNewest, isComparable } from '../records/queries.js';
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

/** Maximum queries that the database answers while the index is being built. */
export const unindexedMax = 16;

/** The error for what only an index can answer, with the index for which the call may wait. */
export class UnindexedError extends ServiceError {
  constructor(readonly lacks?: { readonly target: IndexTarget; readonly filters: readonly CompiledFilter[] }) {
    const text =
      `The search index of this collection is being built. Meanwhile a call is answered up to ${unindexedMax} queries in ` +
      `words, and filters of collections with up to ${comparedMax.records} records: send this again shortly.`;
    super('unavailable', text, {}, { 'Retry-After': '5' });
  }
}

/** Returns a function that replaces an `UnindexedError` by a value. */
export function unlessUnindexed<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof UnindexedError) {
      return value;
    }
    throw error;
  };
}

/** How often a read waits for an index, such as for those of several collections. */
const waits = 10;

/** Reads in a transaction. While no transaction is open, it waits for the index that the read lacks. */
export async function readIndexed<Answer>(
  context: OperationContext,
  indexes: SearchIndexes,
  read: (transaction: Transaction, isLast: boolean) => Promise<Answer>,
): Promise<Answer> {
  let isLast = false;
  for (let wait = 1; ; wait += 1) {
    try {
      return await context.transaction((transaction) => read(transaction, isLast));
    } catch (error) {
      if (isLast || !(error instanceof UnindexedError) || error.lacks === undefined) {
        throw error;
      }
      isLast = !(await indexes.isReadyInTime(error.lacks.target, error.lacks.filters)) || wait === waits;
      context.confirmAgain();
    }
  }
}

/**
 * Queries the index about the caller's slice. Returns undefined for a whole collection, and for a small one while its
 * index is being built: the database then answers. Throws `UnindexedError` for a large one.
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
  const answer = await queryIfReady(indexes, { target, filters }, () => ask(target, { slice, filter }));
  if (answer === undefined && !(await isComparable(transaction, { ...readableRecords(view), filter }))) {
    throw new UnindexedError({ target, filters });
  }
  return answer;
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

/** The ids of the newest records of a slice; undefined if the database answers instead, as for `queryInSlice`. */
export function newestIn(transaction: Transaction, look: IndexedSlice, limit: number) {
  return queryInSlice(transaction, look, (target, slice) =>
    look.indexes.query(transaction, target, (index) => index.call('newest', { ...slice, limit })),
  );
}

/** Number of newest records from which field names and examples are taken. */
const sampleSize = 100;

/** The newest records of the caller's slice, as stored. */
export async function newestRecords(transaction: Transaction, look: IndexedSlice) {
  const all = readableRecords(look.view);
  const ids = await newestIn(transaction, look, sampleSize);
  const rows = ids === undefined ? findNewest(transaction, all, sampleSize) : findInOrder(transaction, all, ids);
  return (await rows).map(({ attributes }) => attributes);
}

/**
 * The most frequent values of fields in the caller's slice. They come from the index or, while that is being built,
 * from the database. Throws `UnindexedError` for a large collection then.
 */
export async function valuesIn(
  transaction: Transaction,
  { indexes, view }: IndexedSlice,
  wanted: FieldValuesRequest,
): Promise<FieldValues> {
  if (wanted.fields.length === 0) {
    return new Map();
  }
  const filter: CompiledFilter = {
    conditions: wanted.fields.map((field) => ({ field, type: 'text', tests: [] })),
  };
  const known = await queryInSlice(transaction, { indexes, view, filter }, (target, { slice }) =>
    indexes.query(transaction, target, (index) => index.call('values', { ...wanted, slice })),
  );
  return known ?? listValues(transaction, readableRecords(view), wanted);
}
