import type { CompiledFilter, JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { type FilterSql, filterSql, sliceSql } from '../filters/sql.js';
import {
  currentIdSql,
  type DatesChanging,
  dateSql,
  type IdsChanging,
  idSql,
  storedIdSql,
  wantedSql,
} from '../rekey/id-sql.js';
import type { Slice } from '../view.js';

/** A live record as readers see it, before presentation. */
export interface RecordRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly write_date: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The id it has, which while ids are changing may be another one than it is stored under. */
  readonly current_id: string;
}

/** What SQL needs to know of a slice. Without a list, all records of the collection are asked whether they are inside. */
export interface SliceScope extends Pick<Slice, 'compiled'> {
  readonly listedIn: Slice['listedIn'] | null;
}

/** Which live records a statement looks at: one collection, inside a slice, matching a filter. */
export interface RecordScope {
  readonly collectionId: string;
  readonly slice: SliceScope | null;
  readonly filter?: CompiledFilter | undefined;
}

/** A scope whose records are shown with the ids and dates that they have. */
export interface ShownScope extends RecordScope, IdsChanging, DatesChanging {}

/** What of a record `r` is read to show it. The first parameter must be the collection. */
export function recordColumns(changing: IdsChanging & DatesChanging): string {
  return `r.external_id, r.attributes, ${dateSql(changing)} as write_date, r.created_at, r.updated_at, ${idSql(changing)} as current_id`;
}

/** The conditions of a scope as SQL over `records r`; its parameters are numbered from the given one on. */
export function scopeSql(scope: RecordScope, first = 1): { text: string; values: unknown[] } {
  const slice = scope.slice === null ? nothing : sliceSql(scope.slice.compiled, first + 1);
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
/** See `byDate`. Live records and tombstones each have an index of their own. */
export const byChange = {
  live: `r.tombstoned_at is null and r.changed_xid > '0'::xid8`,
  tombstoned: `r.tombstoned_at is not null and r.changed_xid > '0'::xid8`,
} as const;

/**
 * The record `r` of each `wanted.id`, looked up by itself from the root of the index: all at once would walk from one to the
 * next, past whatever lies in between, or even read the whole collection, which a slice's caller could measure.
 */
export function eachWanted(where: string, lock: '' | 'for update' = ''): string {
  return `lateral (select * from records r where ${where} and r.external_id = wanted.id collate "C" limit 1 ${lock}) r`;
}

/** The stored slices that list the records of a scope; null for a whole collection, and where there is no list. */
export function listedSlices({ slice }: Pick<RecordScope, 'slice'>): readonly string[] | null {
  return slice?.listedIn ?? null;
}

/**
 * SQL for what slices list, each record as `l.external_id` and once for each slice that has it: one slice after the
 * other, or the planner may read all slices of the collection. Takes the numbers of the parameters.
 */
export function listedIn(slices: number, collection = 1): string {
  return `unnest($${slices}::uuid[]) as s (id), lateral (
    select l.external_id from slice_records l where l.collection_id = $${collection} and l.slice_id = s.id offset 0) l`;
}

/** Where a statement finds the live records `r` of a scope, what it asks of them, and their ids as what to order them by. */
export interface RecordsSql {
  readonly from: string;
  readonly where: string;
  readonly id: string;
  readonly values: readonly unknown[];
}

/**
 * The live records of a scope: those of a slice by the list of its records, so that what is outside is not looked at. They
 * are asked for the slice's condition all the same. Parameters are numbered from the given one on, which is the collection.
 */
export function recordsOf(scope: RecordScope, first = 1): RecordsSql {
  const { text, values } = scopeSql(scope, first);
  const slices = listedSlices(scope);
  if (slices === null) {
    return { from: 'records r', where: text, id: 'r.external_id', values };
  }
  const listed = listedRecords(slices, { list: first + values.length, collection: first });
  return {
    from: `(${listed.text} order by id) wanted, ${eachWanted(text)}`,
    where: 'true',
    id: 'wanted.id',
    values: [...values, ...listed.values],
  };
}

/**
 * SQL for where the records of slices are stored, `id`, by their lists, each record once. Takes the number of its own
 * parameter and that of the collection.
 */
export function listedRecords(
  slices: readonly string[],
  { list, collection }: { readonly list: number; readonly collection: number },
): { readonly text: string; readonly values: readonly unknown[] } {
  // The order of one slice is that of its index; the records of several are put in order and taken once each.
  return slices.length === 1
    ? {
        text: `select l.external_id as id from slice_records l where l.collection_id = $${collection} and l.slice_id = $${list}::uuid`,
        values: [slices[0]],
      }
    : { text: `select distinct l.external_id as id from ${listedIn(list, collection)}`, values: [slices] };
}

const nothing: FilterSql = { text: 'true', values: [] };

/** SQL for an id that may be listed, with its table, and the numbers of the parameters that are the slices and the collection. */
interface ListedId {
  readonly id: string;
  readonly list: number;
  readonly collection: number;
}

/** SQL that is true where one of the slices lists an id, and null where none does. */
function isListedSql(table: 'slice_records' | 'slice_tombstones', { id, list, collection }: ListedId): string {
  return `(select true from unnest($${list}::uuid[]) as s (id), lateral (
    select from ${table} l where l.collection_id = $${collection} and l.slice_id = s.id and l.external_id = ${id} collate "C" limit 1) l
    limit 1)`;
}

/**
 * SQL that is true where the slices list an id, as live or as deleted. Not by what the record is: one that is changed while
 * the statement waits for it is still listed as it was before.
 */
export function isKnownSql(listed: ListedId): string {
  return `coalesce(${isListedSql('slice_records', listed)}, ${isListedSql('slice_tombstones', listed)}, false)`;
}

/**
 * The live record of an id; undefined where there is none in the scope. Inside a slice the list of its records says so,
 * and a record outside is not looked at: a large one would take time.
 */
export async function findRecord(
  transaction: Queryable,
  scope: ShownScope,
  id: string,
): Promise<RecordRow | undefined> {
  const where = scopeSql(scope);
  const asked = `$${where.values.length + 1}::text`;
  const slices = listedSlices(scope);
  const isListed = isListedSql('slice_records', { id: 'at.id', list: where.values.length + 2, collection: 1 });
  // Set apart, or row security would have every record read before it is compared with what is not a plain value.
  const wanted = `(select at.id from (select ${scope.areIdsChanging ? storedIdSql(asked) : asked} as id offset 0) at
    where ${slices === null ? 'true' : isListed}) wanted`;
  const [row] = await transaction.query<RecordRow>(
    prepared(`select ${recordColumns(scope)} from ${wanted}, ${eachWanted(where.text)}
      where ${scope.areIdsChanging ? `${currentIdSql} = ${asked}` : 'true'}`),
    [...where.values, id, ...(slices === null ? [] : [slices])],
  );
  return row;
}

/** The live records of the given ids, in their order. */
export function findInOrder(transaction: Queryable, scope: ShownScope, ids: readonly string[]): Promise<RecordRow[]> {
  const where = scopeSql(scope);
  const wanted = wantedSql(scope, where.values.length + 1);
  return transaction.query<RecordRow>(
    prepared(`select ${recordColumns(scope)} from ${wanted.from}, ${eachWanted(where.text)}
     where ${wanted.where} order by wanted.place`),
    [...where.values, ids],
  );
}

/**
 * One page of live records by id, after the given one. While ids are changing, they lie in another order than they have
 * ids, and all of them are looked at: a page would else show some twice or not at all, and its order how far the change is.
 */
export function listRecords(
  transaction: Queryable,
  scope: ShownScope,
  page: { readonly after: string | null; readonly limit: number },
): Promise<RecordRow[]> {
  const records = recordsOf(scope);
  const next = records.values.length + 1;
  const id = scope.areIdsChanging ? currentIdSql : records.id;
  return transaction.query<RecordRow>(
    prepared(`select ${recordColumns(scope)} from ${records.from}
     where ${records.where} and ${id} > $${next}::text collate "C"
     order by ${id} limit $${next + 1}`),
    [...records.values, page.after ?? '', page.limit],
  );
}

/**
 * Whether there is a record stored under an id, inside a slice: live or tombstoned. The slice's lists say so, and a record
 * outside is neither looked at nor waited for.
 */
export async function findAnyRecord(
  transaction: Queryable,
  scope: Omit<RecordScope, 'filter'>,
  externalId: string,
): Promise<{ tombstoned: boolean } | undefined> {
  const slice = scope.slice === null ? nothing : sliceSql(scope.slice.compiled, 3);
  const slices = listedSlices(scope);
  const isKnown = isKnownSql({ id: 'at.id', list: slice.values.length + 3, collection: 1 });
  const [row] = await transaction.query<{ tombstoned: boolean }>(
    prepared(`select r.tombstoned_at is not null as tombstoned
     from (select at.id from (select $2::text as id offset 0) at where ${slices === null ? 'true' : isKnown}) wanted,
       ${eachWanted(`r.collection_id = $1 and (${slice.text})`, 'for update')}`),
    [scope.collectionId, externalId, ...slice.values, ...(slices === null ? [] : [slices])],
  );
  return row;
}

/** Tombstones live records by where they are stored, which then are in no slice and found by no key. */
export async function tombstoneRecords(
  transaction: Queryable,
  input: { collectionId: string; externalIds: readonly string[]; at: Date },
): Promise<void> {
  await transaction.query(
    { name: 'tombstone_records', text: 'select tombstone_record($1, id, $3) from unnest($2::text[]) as id' },
    [input.collectionId, input.externalIds, input.at],
  );
}

/** Locks live records of a scope by where they are stored, in their order; returns those that there are. */
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

/** Where the live records of a scope are stored that are not among the given ones. */
export async function listAbsent(
  transaction: Queryable,
  scope: RecordScope,
  liveIds: readonly string[],
): Promise<string[]> {
  const { from, where, values } = recordsOf(scope);
  // The difference of two sets, which takes no longer where the planner believes either to be small.
  const rows = await transaction.query<{ external_id: string }>(
    prepared(`select r.external_id from ${from} where ${where}
     except select id collate "C" from unnest($${values.length + 1}::text[]) as live (id)`),
    [...values, liveIds],
  );
  return rows.map((row) => row.external_id);
}
