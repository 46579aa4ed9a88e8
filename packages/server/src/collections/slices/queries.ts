import { type JsonObject, stringifyJson } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import type { RowsToDelete } from '../../platform/database/delete-rows.js';
import { sliceSql } from '../filters/sql.js';
import type { CollectionPlace } from '../prepared/preparations.js';
import { compileDefinition, type SliceDefinition } from './definition.js';

/** A slice whose records are listed in the database. */
export interface StoredSlice extends SliceDefinition {
  readonly id: string;
}

/** The slices of a collection whose records writes keep listed. */
export function listSlices(transaction: Queryable, collectionId: string): Promise<StoredSlice[]> {
  return transaction.query<StoredSlice>(
    {
      name: 'list_slices',
      text: 'select id, filter, field_types from slices where collection_id = $1 and retired_at is null order by id',
    },
    [collectionId],
  );
}

/** Whether all records of a definition's slice are listed; notes that it was asked for. */
export async function isListed(
  transaction: Queryable,
  collectionId: string,
  { filter, field_types, at }: SliceDefinition & { readonly at: Date },
): Promise<boolean> {
  const rows = await transaction.query(
    `update slices s set touched_at = $4
     where s.collection_id = $1 and ${isDefinedAs('$2::jsonb', '$3::jsonb')} and s.listed_to is null returning 1`,
    [collectionId, stringifyJson(filter), stringifyJson(field_types), at],
  );
  return rows.length > 0;
}

/**
 * The id of the slice of a definition, which is added where there is none; undefined when the collection is gone. Only for
 * who has the configuration alone.
 */
export async function ensureSlice(
  transaction: Queryable,
  { workspaceId, collectionId }: CollectionPlace,
  { filter, field_types, at }: SliceDefinition & { readonly at: Date },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(
    `with known as (
       update slices s set touched_at = $5
       where s.collection_id = $2 and ${isDefinedAs('$3::jsonb', '$4::jsonb')} returning s.id),
     added as (
       insert into slices (workspace_id, collection_id, filter, field_types, touched_at)
       select $1, c.id, $3::jsonb, $4::jsonb, $5 from collections c where c.id = $2 and not exists (select from known)
       returning id)
     select id from known union all select id from added`,
    [workspaceId, collectionId, stringifyJson(filter), stringifyJson(field_types), at],
  );
  return row?.id;
}

/** True of a slice `s` that is kept for a definition. As text, since to jsonb numbers are the same however they are spelled. */
function isDefinedAs(filter: string, fieldTypes: string): string {
  return `s.filter::text = (${filter})::text and s.field_types = ${fieldTypes} and s.retired_at is null`;
}

/** How far the records of a slice are listed: those up to an id. */
export interface UnfinishedSlice extends StoredSlice {
  readonly listed_to: string;
}

/**
 * Those of the given slices that have come least far, all of them equally, and no more than `limit`; none once all are
 * finished, retired or gone, and while ids are being changed, in the order of which there is no progress then.
 */
export function findUnfinished(
  transaction: Queryable,
  collectionId: string,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<UnfinishedSlice[]> {
  return transaction.query<UnfinishedSlice>(
    `select s.id, s.filter, s.field_types, s.listed_to
     from slices s join collections c on c.workspace_id = s.workspace_id and c.id = s.collection_id
     where s.collection_id = $1 and s.id = any($2::uuid[]) and s.retired_at is null and not c.rekeys_ids and s.listed_to = (
       select min(o.listed_to) from slices o
       where o.collection_id = $1 and o.id = any($2::uuid[]) and o.retired_at is null)
     order by s.id limit $3`,
    [collectionId, ids, limit],
  );
}

/**
 * Lists the records of slices that have come equally far among the next ones by id, live ones and tombstones each in their
 * list, and notes how far that went. Only for who has the configuration alone: what is written meanwhile could be passed
 * over.
 */
export async function listNextRecords(
  transaction: Queryable,
  { workspaceId, collectionId }: CollectionPlace,
  { slices, limit, at }: { readonly slices: readonly UnfinishedSlice[]; readonly limit: number; readonly at: Date },
): Promise<void> {
  const ids = slices.map(({ id }) => id);
  const values: unknown[] = [workspaceId, collectionId, ids, slices[0]?.listed_to ?? '', limit, at];
  const conditions = slices.map((slice) => {
    const inside = sliceSql(compileDefinition(slice), values.length + 1);
    values.push(...inside.values);
    return inside.text;
  });
  await transaction.query(
    `with page as materialized (
       select r.external_id, r.tombstoned_at is not null as tombstoned, array[${conditions.join(', ')}] as inside
       from records r where r.collection_id = $2 and r.external_id > $4 collate "C" order by r.external_id limit $5),
     found as (
       select s.id, p.external_id, p.tombstoned
       from page p, unnest($3::uuid[], p.inside) as s (id, inside) where s.inside),
     live as (
       insert into slice_records (workspace_id, collection_id, slice_id, external_id)
       select $1, $2, id, external_id from found where not tombstoned on conflict do nothing),
     deleted as (
       insert into slice_tombstones (workspace_id, collection_id, slice_id, external_id)
       select $1, $2, id, external_id from found where tombstoned on conflict do nothing)
     update slices set listed_to = (select max(external_id) from page having count(*) = $5), touched_at = $6
     where collection_id = $2 and id = any($3::uuid[])`,
    values,
  );
}

/** A grant that has a filter, and the slice it has been given. */
export interface SlicedGrant {
  readonly group_id: string;
  readonly filter: JsonObject;
  readonly slice_id: string | null;
}

/** The grants of a collection that have a filter. */
export function listSlicedGrants(transaction: Queryable, collectionId: string): Promise<SlicedGrant[]> {
  return transaction.query<SlicedGrant>(
    'select group_id, filter, slice_id from collection_grants where collection_id = $1 and filter is not null',
    [collectionId],
  );
}

/**
 * Gives grants the slices of their definitions, as far as all records of these are listed; null until then. Returns
 * whether all have one. The filters must still be the grants' own.
 */
export async function assignSlices(
  transaction: Queryable,
  collectionId: string,
  grants: readonly (SliceDefinition & { readonly group_id: string })[],
): Promise<boolean> {
  const rows = await transaction.query<{ slice_id: string | null }>(
    `update collection_grants g set slice_id = (
       select s.id from slices s
       where s.collection_id = g.collection_id and ${isDefinedAs('g.filter', 't.field_types')} and s.listed_to is null
       limit 1)
     from unnest($2::uuid[], $3::jsonb[]) as t (group_id, field_types)
     where g.collection_id = $1 and g.group_id = t.group_id returning g.slice_id`,
    [collectionId, grants.map((grant) => grant.group_id), grants.map((grant) => stringifyJson(grant.field_types))],
  );
  return rows.every((row) => row.slice_id !== null);
}

/** Whether these slices are all still kept, and so list all that is inside. */
export async function areKept(transaction: Queryable, collectionId: string, ids: readonly string[]): Promise<boolean> {
  const [row] = await transaction.query<{ kept: boolean }>(`select ${areKeptSql('$2')} as kept`, [collectionId, ids]);
  return row?.kept === true;
}

/** The same as SQL, by the parameter that has the ids, for a statement whose first parameter is the collection. */
export function areKeptSql(slices: string): string {
  return `(select count(*) from slices k where k.collection_id = $1 and k.id = any(${slices}::uuid[]) and k.retired_at is null)
    = cardinality(${slices}::uuid[])`;
}

/** What a write has found of records: which are in which slices, and which were stored before. */
export interface Listing {
  readonly inside: readonly { readonly sliceId: string; readonly externalId: string }[];
  readonly updatedIds: readonly string[];
}

/** Lists live records where they are, and strikes out those that were updated where they are no longer. */
export async function saveListing(
  transaction: Queryable,
  { workspaceId, collectionId }: CollectionPlace,
  { inside, updatedIds }: Listing,
): Promise<void> {
  const sliceIds = inside.map(({ sliceId }) => sliceId);
  const externalIds = inside.map(({ externalId }) => externalId);
  if (updatedIds.length > 0) {
    await transaction.query(
      {
        name: 'strike_records',
        text: `with inside as (
           select external_id, array_agg(slice_id) as slices
           from unnest($2::uuid[], $3::text[]) as i (slice_id, external_id) group by external_id)
         select strike_record($1, id, coalesce(slices, '{}'))
         from unnest($4::text[]) as id left join inside on external_id = id`,
      },
      [collectionId, sliceIds, externalIds, updatedIds],
    );
  }
  if (inside.length > 0) {
    await transaction.query(
      {
        name: 'save_listing',
        text: `insert into slice_records (workspace_id, collection_id, slice_id, external_id)
         select $1, $2, slice_id, external_id from unnest($3::uuid[], $4::text[]) as i (slice_id, external_id)
         order by slice_id, external_id on conflict do nothing`,
      },
      [workspaceId, collectionId, sliceIds, externalIds],
    );
  }
}

/** Retires slices that no grant names and that nobody has asked for lately. Only for who has the configuration alone. */
export async function retireSlices(
  transaction: Queryable,
  collectionId: string,
  { touchedBefore, at }: { readonly touchedBefore: Date; readonly at: Date },
): Promise<void> {
  await transaction.query(
    `update slices s set retired_at = $3
     where s.collection_id = $1 and s.retired_at is null and s.touched_at < $2 and not exists (
       select from collection_grants g where g.collection_id = s.collection_id and g.slice_id = s.id)`,
    [collectionId, touchedBefore, at],
  );
}

/** Slices of a collection that have been retired for long enough. */
interface Retired {
  readonly collectionId: string;
  readonly retiredBefore: Date;
}

/** What retired slices list: live records, and tombstones. */
export function listedByRetired({ collectionId, retiredBefore }: Retired): RowsToDelete[] {
  return ['slice_records', 'slice_tombstones'].map((table) => ({
    table,
    where: `collection_id = $1 and slice_id in (select id from slices where collection_id = $1 and retired_at < $2)`,
    values: [collectionId, retiredBefore],
  }));
}

/** Deletes retired slices themselves, once nothing is listed in them. */
export async function deleteRetiredSlices(
  transaction: Queryable,
  { collectionId, retiredBefore }: Retired,
): Promise<void> {
  await transaction.query(
    `delete from slices s where s.collection_id = $1 and s.retired_at < $2
       and not exists (select from slice_records l where l.collection_id = s.collection_id and l.slice_id = s.id)
       and not exists (select from slice_tombstones l where l.collection_id = s.collection_id and l.slice_id = s.id)`,
    [collectionId, retiredBefore],
  );
}
