import type { CompiledFilter, JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, filterSql, sliceSql } from '../filters/sql.js';

/** A live record as readers see it, before presentation. */
export interface RecordRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly write_date: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The id it had before the change of ids of that `moved_in`, where one has concerned it. */
  readonly moved_from: string | null;
  readonly moved_in: number | null;
  /** The id it has by the configuration, while ids are changing and it may be stored under another one. */
  readonly current_id?: string;
}

/** Which live records a statement looks at: one collection, inside a slice, matching a filter. */
export interface RecordScope {
  readonly collectionId: string;
  readonly slice: readonly CompiledFilter[] | null;
  readonly filter?: CompiledFilter | undefined;
}

const columns = 'r.external_id, r.attributes, r.write_date, r.created_at, r.updated_at, r.moved_from, r.moved_in';

/** The conditions of a scope as SQL over `records r`; its parameters are numbered from the given one on. */
export function scopeSql(scope: RecordScope, first = 1): { text: string; values: unknown[] } {
  const slice = scope.slice === null ? nothing : sliceSql(scope.slice, first + 1);
  const filter = scope.filter === undefined ? nothing : filterSql(scope.filter, first + 1 + slice.values.length);
  return {
    text: `r.collection_id = $${first} and r.tombstoned_at is null and (${slice.text}) and (${filter.text})`,
    values: [scope.collectionId, ...slice.values, ...filter.values],
  };
}

/**
 * True of every record `r`. The index of dates serves only statements that say so, and so is never taken by mistake; the
 * same goes for the index of changes.
 */
export const byDate = `r.write_date > '-infinity'::timestamptz`;
/** See `byDate`. */
export const byChange = `r.changed_xid > '0'::xid8`;

/**
 * The record `r` of each `wanted.id`, looked up by itself from the root of the index: all at once would walk from one to the
 * next, past whatever lies in between, or even read the whole collection, which a slice's caller could measure.
 */
export function eachWanted(where: string, lock: '' | 'for update' = ''): string {
  return `lateral (select * from records r where ${where} and r.external_id = wanted.id collate "C" limit 1 ${lock}) r`;
}

const nothing: FilterSql = { text: 'true', values: [] };

/** The live records of the given ids, in no particular order. */
export function findRecords(
  transaction: Queryable,
  scope: RecordScope,
  externalIds: readonly string[],
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  return transaction.query<RecordRow>(
    prepared(
      `select ${columns} from records r where ${where.text} and r.external_id = any($${where.values.length + 1})`,
    ),
    [...where.values, externalIds],
  );
}

/** The same in the order of the ids. */
export function findInOrder(
  transaction: Queryable,
  scope: RecordScope,
  externalIds: readonly string[],
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  return transaction.query<RecordRow>(
    prepared(`select ${columns}
     from unnest($${where.values.length + 1}::text[]) with ordinality as wanted (id, place), ${eachWanted(where.text)}
     order by wanted.place`),
    [...where.values, externalIds],
  );
}

/** One page of live records by external id, after the given one. */
export function listRecords(
  transaction: Queryable,
  scope: RecordScope,
  page: { readonly after: string | null; readonly limit: number },
): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const next = where.values.length + 1;
  return transaction.query<RecordRow>(
    prepared(`select ${columns} from records r
     where ${where.text} and ($${next}::text is null or r.external_id > $${next} collate "C")
     order by r.external_id limit $${next + 1}`),
    [...where.values, page.after, page.limit],
  );
}

/** Whether an id was ever held, inside a slice: live or tombstoned. */
export async function findAnyRecord(
  transaction: Queryable,
  scope: Omit<RecordScope, 'filter'>,
  externalId: string,
): Promise<{ tombstoned: boolean } | undefined> {
  const slice = scope.slice === null ? nothing : sliceSql(scope.slice, 3);
  const [row] = await transaction.query<{ tombstoned: boolean }>(
    prepared(`select r.tombstoned_at is not null as tombstoned from records r
     where r.collection_id = $1 and r.external_id = $2 and (${slice.text}) for update`),
    [scope.collectionId, externalId, ...slice.values],
  );
  return row;
}

/** Tombstones live records by id; returns how many there were. */
export async function tombstoneRecords(
  transaction: Queryable,
  input: { collectionId: string; externalIds: readonly string[]; at: Date },
): Promise<number> {
  const rows = await transaction.query(
    prepared(
      `update records set tombstoned_at = $3, updated_at = $3 where collection_id = $1 and external_id = any($2) and tombstoned_at is null returning 1`,
    ),
    [input.collectionId, input.externalIds, input.at],
  );
  await transaction.query('delete from record_keys where collection_id = $1 and external_id = any($2)', [
    input.collectionId,
    input.externalIds,
  ]);
  return rows.length;
}

/** Locks live records of a scope by id, in their order; returns the ids that there are. */
export async function lockRecords(
  transaction: Queryable,
  scope: RecordScope,
  externalIds: readonly string[],
): Promise<string[]> {
  const where = scopeSql(scope);
  const rows = await transaction.query<{ external_id: string }>(
    prepared(`select r.external_id
     from (select id from unnest($${where.values.length + 1}::text[]) as id order by id collate "C") wanted,
       ${eachWanted(where.text, 'for update')}`),
    [...where.values, externalIds],
  );
  return rows.map((row) => row.external_id);
}

/** Locks and returns the live ids of a scope that are not among the given ones, in the order of all locks of records. */
export async function findAbsentRecords(
  transaction: Queryable,
  scope: RecordScope,
  liveIds: readonly string[],
): Promise<string[]> {
  const where = scopeSql(scope);
  const rows = await transaction.query<{ external_id: string }>(
    prepared(`select r.external_id from records r
     where ${where.text}
       and not exists (select from unnest($${where.values.length + 1}::text[]) as live (id) where live.id = r.external_id)
     order by r.external_id for update`),
    [...where.values, liveIds],
  );
  return rows.map((row) => row.external_id);
}
