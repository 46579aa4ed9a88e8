import type { JsonObject } from '@tessera/json';
import type { Transaction } from '../../platform/database/database.js';
import { momentSql } from '../../platform/moments.js';
import type { ChainLink, SelectedWrites } from './plan.js';

/** A write: the version that its records got, and its sequence number. */
export interface WriteRow {
  readonly version: string;
  readonly change_mark: number;
}

/** Selects writes of a collection by request id, or by time and optionally by actor. */
export type WriteSearch =
  | { readonly request_id: string }
  | { readonly since: string; readonly until: string; readonly actor: string | null };

/** Finds the first writes of a collection, up to `limit`. */
export function findWrites(
  transaction: Transaction,
  { collectionId, search }: { readonly collectionId: string; readonly search: WriteSearch },
  limit: number,
): Promise<WriteRow[]> {
  const isRequest = 'request_id' in search;
  const condition = isRequest
    ? 'request_id = $4'
    : `at between $4 and $5 and ($6::text is null or actor_id = $6 or actor_device_id::text = $6 or actor_name = $6)`;
  const values = isRequest ? [search.request_id] : [search.since, search.until, search.actor];
  return transaction.query<WriteRow>(
    `select version, change_mark::float8 as change_mark from record_writes
     where workspace_id = $1 and collection_id = $2 and ${condition} limit $3`,
    [transaction.workspaceId, collectionId, limit, ...values],
  );
}

/**
 * Finds the ids of the first records that the selected writes changed, up to `limit`. Reads only records that were
 * changed since the first of these writes.
 */
export async function findWrittenIds(
  transaction: Transaction,
  { collectionId, selected }: { readonly collectionId: string; readonly selected: SelectedWrites },
  limit: number,
): Promise<string[]> {
  const rows = await transaction.query<{ external_id: string }>(
    `select r.external_id from records r
     where r.workspace_id = $1 and r.collection_id = $2 and r.change_mark >= $3 and (r.version = any($4::uuid[]) or exists (
       select from record_versions v where v.workspace_id = $1 and v.collection_id = $2 and v.external_id = r.external_id
         and v.next_mark >= $3 and v.version = any($4::uuid[])))
     order by r.external_id limit $5`,
    [transaction.workspaceId, collectionId, selected.lowestMark, [...selected.versions], limit],
  );
  return rows.map(({ external_id }) => external_id);
}

/** A version of one of several records. */
export type RecordLink = ChainLink & { readonly external_id: string };

/** The current version of a record. */
export type CurrentLink = RecordLink & { readonly content_hash: Buffer };

/** Finds the current versions of records. */
export function findCurrentLinks(
  transaction: Transaction,
  collectionId: string,
  ids: readonly string[],
): Promise<CurrentLink[]> {
  return transaction.query<CurrentLink>(
    `select external_id, version, null as next_version, tombstoned_at is not null as tombstoned, created_at, updated_at, content_hash
     from records where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[]) order by external_id`,
    [transaction.workspaceId, collectionId, ids],
  );
}

/** Selects earlier versions of records. */
export interface FormerSearch {
  readonly collectionId: string;
  readonly ids: readonly string[];
  /** Only versions that were replaced since a time, by a write with at least this sequence number. */
  readonly lowestMark: number;
  readonly keptSince: Date;
}

/** Finds earlier versions, sorted by record and then by write. */
export function findFormerLinks(
  transaction: Transaction,
  { collectionId, ids, lowestMark, keptSince }: FormerSearch,
): Promise<RecordLink[]> {
  return transaction.query<RecordLink>(
    `select external_id, version, next_version, tombstoned_at is not null as tombstoned, created_at, updated_at
     from record_versions where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[])
       and next_mark >= $4 and replaced_at >= $5 order by external_id, next_mark`,
    [transaction.workspaceId, collectionId, ids, lowestMark, keptSince],
  );
}

/** The content of a record in a version. */
export interface FormerContent {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly write_date: string | null;
  readonly write_order: string | null;
}

/** A version of a record. */
export interface VersionKey {
  readonly externalId: string;
  readonly version: string;
}

/** Finds the content of versions. */
export function findFormerContents(
  transaction: Transaction,
  collectionId: string,
  keys: readonly VersionKey[],
): Promise<FormerContent[]> {
  return transaction.query<FormerContent>(
    `select external_id, attributes, ${momentSql('write_date')} as write_date, write_order from record_versions
     where workspace_id = $1 and collection_id = $2
       and (external_id, version) in (select * from unnest($3::text[], $4::uuid[]))`,
    [
      transaction.workspaceId,
      collectionId,
      keys.map(({ externalId }) => externalId),
      keys.map(({ version }) => version),
    ],
  );
}
