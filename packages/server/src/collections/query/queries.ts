import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import {
  byDate,
  eachWanted,
  listedIn,
  listedSlices,
  type RecordRow,
  type RecordScope,
  recordColumns,
  recordsOf,
  scopeSql,
} from '../records/queries.js';
import { currentIdSql, storedIdSql, wantedSql } from '../rekey/id-sql.js';

/** A record with the vector that its relevance is computed from. */
export interface RankedRow extends RecordRow {
  readonly vector: Buffer | null;
  readonly vector_embedder: string | null;
}

/** What an exact look-up asks for. */
export interface KeyQuestion {
  /** The query as a record id, and as an identifier value. */
  readonly id: string;
  readonly identifier: string;
  readonly limit: number;
}

/** Live records whose id or identifier is exactly this key, the one with the id first. */
export function findExact(transaction: Queryable, scope: RecordScope, key: KeyQuestion): Promise<RecordRow[]> {
  const next = scopeSql(scope).values.length + 4;
  const slices = listedSlices(scope);
  const ofKey = `k.collection_id = $1 and k.key = $${next - 2} collate "C"`;
  // Each record of a slice is asked for the identifier: to start from all that have it would take time with those outside.
  const holders =
    slices === null
      ? `record_keys k where ${ofKey}`
      : `${listedIn(next)}, lateral (
          select * from record_keys k where ${ofKey} and k.external_id = l.external_id limit 1) k`;
  const values = slices === null ? [] : [slices];
  return findHolders(transaction, scope, { key, holders: `select k.external_id from ${holders}`, values });
}

/** The same among records of which it is known that no other one has the identifier. */
export function findExactAmong(
  transaction: Queryable,
  scope: RecordScope,
  { holders, ...key }: KeyQuestion & { readonly holders: readonly string[] },
): Promise<RecordRow[]> {
  const next = scopeSql(scope).values.length + 4;
  return findHolders(transaction, scope, {
    key,
    holders: `select wanted.id from ${wantedSql(next)}`,
    values: [holders],
  });
}

/**
 * The record of an id and those of an identifier among some, which SQL selects by its values. Two index look-ups for a whole
 * collection; the slice and the filter come after them.
 */
function findHolders(
  transaction: Queryable,
  scope: RecordScope,
  {
    key,
    holders,
    values,
  }: { readonly key: KeyQuestion; readonly holders: string; readonly values: readonly unknown[] },
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  return transaction.query<RecordRow>(
    prepared(`select * from (
       select ${recordColumns}, $${next + 1} = any(r.identifiers) as has_key
       from (select ${storedIdSql(`$${next}::text`)} as id union ${holders}) wanted, ${eachWanted(where.text)}) found
     where current_id = $${next}::text or has_key
     order by (current_id = $${next}::text) desc, current_id limit $${next + 2}`),
    [...where.values, key.id, key.identifier, key.limit, ...values],
  );
}

/** Live records of a scope, newest first, then by id. */
export function findNewest(
  transaction: Queryable,
  scope: RecordScope,
  { limit, areIdsChanging }: { readonly limit: number; readonly areIdsChanging: boolean },
): Promise<RecordRow[]> {
  const { from, where, values } = recordsOf(scope);
  // The index of dates has an order of ids, too, but by where records are stored.
  const id = areIdsChanging ? 'current_id' : 'r.external_id';
  return transaction.query<RecordRow>(
    prepared(
      `select ${recordColumns} from ${from} where ${where} and ${byDate}
       order by r.write_date desc, ${id} limit $${values.length + 1}`,
    ),
    [...values, limit],
  );
}

/** The rows of ranked ids, filtered once more by the database itself. */
export function findRanked(transaction: Queryable, scope: RecordScope, ids: readonly string[]): Promise<RankedRow[]> {
  const where = scopeSql(scope);
  return transaction.query<RankedRow>(
    prepared(`select ${recordColumns}, r.vector, r.vector_embedder
     from ${wantedSql(where.values.length + 1)}, ${eachWanted(where.text)} where ${currentIdSql()} = wanted.asked`),
    [...where.values, ids],
  );
}
