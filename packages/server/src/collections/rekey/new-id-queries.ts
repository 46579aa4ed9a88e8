import type { Queryable } from '../../platform/database/database.js';
import type { RowsToDelete } from '../../platform/database/delete-rows.js';
import { movedFrom, type RekeyRow } from './queries.js';

/** The change of ids of a collection that began with a version of its identity. */
export interface IdChange {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly version: number;
}

/** The same within a workspace. */
type ChangeOfCollection = Omit<IdChange, 'workspaceId'>;

/** How far the claims of a change of ids are known: up to an id, or `null` once all are. Notes that it begins. */
export async function findKnownTo(
  transaction: Queryable,
  { workspaceId, collectionId, version }: IdChange,
): Promise<string | null> {
  const [row] = await transaction.query<{ known_to: string | null }>(
    `insert into id_changes as c (workspace_id, collection_id, version) values ($1, $2, $3)
     on conflict (workspace_id, collection_id, version) do update set known_to = c.known_to returning known_to`,
    [workspaceId, collectionId, version],
  );
  return row === undefined ? '' : row.known_to;
}

/** A record with what decides which id it gets; of its attributes the id field and the time stamp alone. */
export type ClaimRow = Pick<RekeyRow, 'external_id' | 'attributes' | 'write_date' | 'tombstoned' | 'moved_from'>;

/** One page of records by id, live or tombstoned, with the two fields that matter. */
export function listClaimRows(
  transaction: Queryable,
  page: {
    readonly collectionId: string;
    /** The identity_version with which the change under way began, which another one may have joined since. */
    readonly since: number;
    readonly after: string;
    readonly limit: number;
    readonly fields: { readonly id: string; readonly writeDate: string };
  },
): Promise<ClaimRow[]> {
  return transaction.query<ClaimRow>(
    `select external_id, write_date, tombstoned_at is not null as tombstoned,
       ${movedFrom} as moved_from,
       jsonb_build_object($5::text, attributes -> $5, $6::text, attributes -> $6) as attributes
     from records where collection_id = $1 and external_id > $3 collate "C" order by external_id limit $4`,
    [page.collectionId, page.since, page.after, page.limit, page.fields.id, page.fields.writeDate],
  );
}

/** What a live record asks for: another id, or its own. */
export interface Claim {
  readonly earlierId: string;
  readonly newId: string;
  readonly externalId: string;
  readonly writtenAt: Date;
}

/** Adds claims, and notes the last record whose claim is known. */
export async function saveClaims(
  transaction: Queryable,
  { workspaceId, collectionId, version }: IdChange,
  { claims, knownTo }: { readonly claims: readonly Claim[]; readonly knownTo: string },
): Promise<void> {
  await transaction.query(
    `insert into new_ids (workspace_id, collection_id, version, earlier_id, new_id, external_id, written_at)
     select $1, $2, $3, c.* from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) as c`,
    [
      workspaceId,
      collectionId,
      version,
      claims.map((claim) => claim.earlierId),
      claims.map((claim) => claim.newId),
      claims.map((claim) => claim.externalId),
      claims.map((claim) => claim.writtenAt),
    ],
  );
  await transaction.query('update id_changes set known_to = $3 where collection_id = $1 and version = $2', [
    collectionId,
    version,
    knownTo,
  ]);
}

/**
 * Settles who gets which id once all claims are known. A record keeps its earlier id if it asks for no other, if another
 * one has the better claim (as in `outranks`), or if whoever has the id it asks for keeps that: so it goes back along
 * chains of records that ask for each other's ids. Records that pass theirs round in a circle all get what they ask for.
 */
export async function settleClaims(
  transaction: Queryable,
  { collectionId, version }: ChangeOfCollection,
): Promise<void> {
  await transaction.query(
    `with recursive keeps (id) as (
       select earlier_id from (
         select earlier_id, new_id, row_number() over (partition by new_id order by written_at desc, earlier_id) as place
         from new_ids where collection_id = $1 and version = $2) claims
       where place > 1 or new_id = earlier_id
       union
       -- One look-up for each id that is kept, and never the whole list for each link of a chain.
       select asks.earlier_id from keeps, lateral (
         select n.earlier_id from new_ids n
         where n.collection_id = $1 and n.version = $2 and n.new_id = keeps.id offset 0) asks)
     update new_ids n set new_id = n.earlier_id from keeps
     where n.collection_id = $1 and n.version = $2 and n.earlier_id = keeps.id and n.new_id <> n.earlier_id`,
    [collectionId, version],
  );
}

/** Makes the new ids of a change count; those of another one, which it takes the place of, end. */
export async function beginMoving(
  transaction: Queryable,
  { collectionId, version }: ChangeOfCollection,
  at: Date,
): Promise<void> {
  await transaction.query('update collections set new_ids_version = $2 where id = $1', [collectionId, version]);
  await transaction.query(
    `update id_changes set known_to = case when version <> $2 then known_to end,
       ended_at = case when version <> $2 then coalesce(ended_at, $3) end
     where collection_id = $1`,
    [collectionId, version, at],
  );
}

/** Notes where records are now. */
export async function saveMoved(
  transaction: Queryable,
  { collectionId, version }: ChangeOfCollection,
  moved: readonly { readonly earlierId: string; readonly externalId: string }[],
): Promise<void> {
  await transaction.query(
    `update new_ids n set external_id = m.external_id from unnest($3::text[], $4::text[]) as m (earlier_id, external_id)
     where n.collection_id = $1 and n.version = $2 and n.earlier_id = m.earlier_id`,
    [collectionId, version, moved.map(({ earlierId }) => earlierId), moved.map(({ externalId }) => externalId)],
  );
}

/** Ends all changes of a collection's ids: every record has the id that it is stored under. */
export async function endIdChanges(transaction: Queryable, collectionId: string, at: Date): Promise<void> {
  await transaction.query('update id_changes set ended_at = $2 where collection_id = $1 and ended_at is null', [
    collectionId,
    at,
  ]);
}

/** Changes of ids, in every workspace, that ended before a time. */
export function listEndedChanges(transaction: Queryable, before: Date): Promise<IdChange[]> {
  return transaction.query<IdChange>(
    `select workspace_id as "workspaceId", collection_id as "collectionId", version from id_changes where ended_at < $1`,
    [before],
  );
}

/** The new ids of a change. */
export function newIdsOf({ collectionId, version }: ChangeOfCollection): RowsToDelete {
  return { table: 'new_ids', where: 'collection_id = $1 and version = $2', values: [collectionId, version] };
}

/** Deletes a change of ids itself. */
export async function deleteIdChange(
  transaction: Queryable,
  { collectionId, version }: ChangeOfCollection,
): Promise<void> {
  await transaction.query('delete from id_changes where collection_id = $1 and version = $2', [collectionId, version]);
}

/** A record's new id, and since when it is known by no other way but what it is stored under; null until then. */
export interface NewId {
  readonly earlier_id: string;
  readonly new_id: string;
  readonly ended_at: Date | null;
}

/** The new ids of records by their earlier ones; none for what was no live record when the change began. */
export async function findNewIds(
  transaction: Queryable,
  { collectionId, version }: ChangeOfCollection,
  earlierIds: readonly string[],
): Promise<ReadonlyMap<string, NewId>> {
  const rows = await transaction.query<NewId>(
    `select n.earlier_id, n.new_id, (select ended_at from id_changes where collection_id = $1 and version = $2) as ended_at
     from unnest($3::text[]) as wanted (id), lateral (
       select * from new_ids n
       where n.collection_id = $1 and n.version = $2 and n.earlier_id = wanted.id collate "C" limit 1) n`,
    [collectionId, version, earlierIds],
  );
  return new Map(rows.map((row) => [row.earlier_id, row]));
}

/**
 * SQL for the id that the record with an id is stored under, null where no record has that id. Its parameters are the id
 * and the version; `$1` is the collection.
 */
export function storedIdSql({ id, version }: { readonly id: number; readonly version: number }): string {
  return `(select n.external_id from new_ids n
    where n.collection_id = $1 and n.version = $${version} and n.new_id = $${id} collate "C")`;
}
