import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import type { CollectionRow } from '../collections/queries.js';
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
import { storedIdSql } from '../rekey/new-id-queries.js';

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
export function findExact(
  transaction: Queryable,
  scope: RecordScope,
  key: KeyQuestion & { readonly newIdsVersion: CollectionRow['new_ids_version'] },
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const values = [...where.values, key.id, key.identifier, key.limit];
  const next = where.values.length + 1;
  const slices = listedSlices(scope);
  let holders = `record_keys k where k.collection_id = $1 and k.key = $${next + 1} collate "C"`;
  if (slices !== null) {
    // Each record of the slice is asked for the identifier: to start from all that have it would take time with those outside.
    holders = `${listedIn(values.push(slices))}, lateral (
      select * from record_keys k
      where k.collection_id = $1 and k.key = $${next + 1} collate "C" and k.external_id = l.external_id limit 1) k`;
  }
  const id =
    key.newIdsVersion === null
      ? `$${next}::text collate "C"`
      : storedIdSql({ id: next, version: values.push(key.newIdsVersion) });
  // Two index look-ups for a whole collection. The slice and filter come after them.
  return transaction.query<RecordRow>(
    prepared(`select ${recordColumns}
     from (
       select ${id} as id
       union select k.external_id from ${holders}) wanted, ${eachWanted(where.text)}
     order by coalesce(r.external_id = ${id}, false) desc, r.external_id limit $${next + 2}`),
    values,
  );
}

/** The same among records of which it is known that no other one has the identifier. */
export function findExactAmong(
  transaction: Queryable,
  scope: RecordScope,
  key: KeyQuestion & { readonly holders: readonly string[] },
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  return transaction.query<RecordRow>(
    prepared(`select ${recordColumns}
     from (select $${next}::text as id union select unnest($${next + 3}::text[])) wanted, ${eachWanted(where.text)}
     where r.external_id = $${next} or $${next + 1} = any(r.identifiers)
     order by (r.external_id = $${next}) desc, r.external_id limit $${next + 2}`),
    [...where.values, key.id, key.identifier, key.limit, key.holders],
  );
}

/** Live records of a scope, newest first, then by id. */
export function findNewest(transaction: Queryable, scope: RecordScope, limit: number): Promise<RecordRow[]> {
  const { from, where, values } = recordsOf(scope);
  return transaction.query<RecordRow>(
    prepared(
      `select ${recordColumns} from ${from} where ${where} and ${byDate}
       order by r.write_date desc, r.external_id limit $${values.length + 1}`,
    ),
    [...values, limit],
  );
}

/** The rows of ranked ids, filtered once more by the database itself. */
export function findRanked(
  transaction: Queryable,
  scope: RecordScope,
  externalIds: readonly string[],
): Promise<RankedRow[]> {
  const where = scopeSql(scope);
  return transaction.query<RankedRow>(
    prepared(`select ${recordColumns}, r.vector, r.vector_embedder
     from unnest($${where.values.length + 1}::text[]) as wanted (id), ${eachWanted(where.text)}`),
    [...where.values, externalIds],
  );
}
