import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { hasKey, isKey } from '../keys/key-sql.js';
import {
  byDate,
  eachWanted,
  listedIn,
  listedSlices,
  type RecordRow,
  recordColumns,
  recordsOf,
  type ShownScope,
  scopeSql,
} from '../records/queries.js';
import { dateSql, idSql, storedIdSql, wantedSql } from '../rekey/id-sql.js';

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
  /** The identifiers that count, as the request has found them: it goes by them to the end. Null for none. */
  readonly keySetId: string | null;
  readonly limit: number;
}

/** Live records whose id or identifier is exactly this key, the one with the id first. */
export function findExact(transaction: Queryable, scope: ShownScope, key: KeyQuestion): Promise<RecordRow[]> {
  const next = scopeSql(scope).values.length + 5;
  const slices = listedSlices(scope);
  const ofKey = isKey(next - 3, next - 1);
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
  scope: ShownScope,
  { holders, ...key }: KeyQuestion & { readonly holders: readonly string[] },
): Promise<RecordRow[]> {
  const next = scopeSql(scope).values.length + 5;
  return findHolders(transaction, scope, {
    key,
    holders: `select wanted.id from ${wantedSql(scope, next).from}`,
    values: [holders],
  });
}

/**
 * The record of an id and those of an identifier among some, which SQL selects by its values. Two index look-ups for a whole
 * collection; the slice and the filter come after them.
 */
function findHolders(
  transaction: Queryable,
  scope: ShownScope,
  {
    key,
    holders,
    values,
  }: { readonly key: KeyQuestion; readonly holders: string; readonly values: readonly unknown[] },
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  const storedId = scope.areIdsChanging ? storedIdSql(`$${next}::text`) : `$${next}::text`;
  return transaction.query<RecordRow>(
    prepared(`select * from (
       select ${recordColumns(scope)}, ${hasKey(next + 1, next + 3)} as has_key
       from (select ${storedId} as id union ${holders}) wanted, ${eachWanted(where.text)}) found
     where current_id = $${next}::text or has_key
     order by (current_id = $${next}::text) desc, current_id limit $${next + 2}`),
    [...where.values, key.id, key.identifier, key.limit, key.keySetId, ...values],
  );
}

/** Live records of a scope, newest first, then by id. */
export function findNewest(transaction: Queryable, scope: ShownScope, limit: number): Promise<RecordRow[]> {
  const { from, where, values } = recordsOf(scope);
  return transaction.query<RecordRow>(
    prepared(
      `select ${recordColumns(scope)} from ${from} where ${where} and ${byDate}
       order by ${dateSql(scope)} desc, ${idSql(scope)} limit $${values.length + 1}`,
    ),
    [...values, limit],
  );
}

/** The rows of ranked ids, filtered once more by the database itself. */
export function findRanked(transaction: Queryable, scope: ShownScope, ids: readonly string[]): Promise<RankedRow[]> {
  const where = scopeSql(scope);
  const wanted = wantedSql(scope, where.values.length + 1);
  return transaction.query<RankedRow>(
    prepared(`select ${recordColumns(scope)}, r.vector, r.vector_embedder
     from ${wanted.from}, ${eachWanted(where.text)} where ${wanted.where}`),
    [...where.values, ids],
  );
}
