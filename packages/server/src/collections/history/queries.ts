import type { JsonObject } from '@tessera/json';
import type { CollectionConfig } from '@tessera/records';
import { equalsAny, prepared, preparedVariant, type Transaction } from '../../platform/database/database.js';
import { momentSql } from '../../platform/moments.js';
import type { CollectionView } from '../access/view.js';
import { sliceSql } from '../filters/sql.js';

/** The write that replaces the current versions of records. */
interface ReplacingWrite {
  readonly collectionId: string;
  readonly sequenceNumber: number;
  readonly now: Date;
  readonly version: string;
}

/**
 * Stores records as earlier versions, before a write replaces or deletes them. Does nothing if the collection keeps no
 * history. A record that a call sends twice gets one version. The collection must be locked.
 */
export function keepVersions(
  transaction: Transaction,
  { collectionId, sequenceNumber, now, version }: ReplacingWrite,
  { config, externalIds }: { readonly config: CollectionConfig; readonly externalIds: readonly string[] },
): void {
  if (externalIds.length === 0 || config.history_days === 0) {
    return;
  }
  transaction.send(
    prepared(`insert into record_versions (workspace_id, collection_id, external_id, version, next_version, replaced_at, next_mark,
               attributes, write_date, write_order, tombstoned_at, created_at, updated_at)
             select workspace_id, collection_id, external_id, version, $4::uuid, $5::timestamptz, $6::bigint,
               attributes, write_date, write_order, tombstoned_at, created_at, updated_at
             from records where workspace_id = $1 and collection_id = $2 and external_id ${equalsAny('$3::text[]')}
               and version <> $4::uuid`),
    [transaction.workspaceId, collectionId, externalIds, version, now, sequenceNumber],
  );
}

const dayMs = 86_400_000;

/** The earliest replacement time of versions that are still kept. */
export function keptSince({ history_days }: Pick<CollectionConfig, 'history_days'>, now: Date): Date {
  return new Date(now.getTime() - history_days * dayMs);
}

/** Finds a record in the caller's slice, live or deleted; undefined if there is none. */
export async function findCurrent(
  transaction: Transaction,
  { collection, readSlice }: CollectionView,
  externalId: string,
): Promise<{ readonly is_live: boolean } | undefined> {
  const slice = readSlice === null ? { text: 'true', values: [] } : sliceSql(readSlice.compiled, 4);
  const [row] = await transaction.query<{ is_live: boolean }>(
    preparedVariant(`select tombstoned_at is null as is_live from records
      where workspace_id = $1 and collection_id = $2 and external_id = $3 and ${slice.text}`),
    [transaction.workspaceId, collection.id, externalId, ...slice.values],
  );
  return row;
}

/** A version of a record, compared with the version before it. */
export interface VersionRow {
  readonly version: string;
  /** The time of its write. */
  readonly updated_at: Date;
  readonly created_at: Date;
  readonly tombstoned: boolean;
  /** Whether it is in the caller's slice. */
  readonly inside: boolean;
  /** Whether there are older versions, inside of the slice or not. */
  readonly has_older: boolean;
  /** Whether the earlier version is kept, whether it is in the caller's slice, and whether it is a deletion. */
  readonly has_before: boolean;
  readonly before_inside: boolean;
  readonly before_tombstoned: boolean;
  /** The fields that differ from the earlier version; all fields if that version is not visible. */
  readonly changed: readonly string[];
  readonly write_date: string | null;
  /** Set only when one version is read. */
  readonly attributes: JsonObject | null;
}

/** Selects one version, or a page of versions that precede one. */
export interface VersionPage {
  readonly externalId: string;
  readonly keptSince: Date;
  readonly version: string | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Stored bytes of the attributes that one page compares. Uncompressed they are several times as many. */
const comparedBytes = 256 * 1024;

/**
 * Lists a page of the versions of a record, newest first, also those outside of the caller's slice. The page ends early
 * if its attributes are large. The database compares them, each with those of the version before.
 */
export function listVersions(
  transaction: Transaction,
  { collection, config, readSlice }: CollectionView,
  page: VersionPage,
): Promise<VersionRow[]> {
  const slice = readSlice === null ? { text: 'true', values: [] } : sliceSql(readSlice.compiled, 10);
  const inCollection = 'workspace_id = $1 and collection_id = $2 and external_id = $3';
  const kept = `${inCollection} and replaced_at >= $4::timestamptz`;
  const content = (
    version: string,
  ) => `(select attributes, write_date, tombstoned_at is not null as tombstoned, created_at,
       updated_at, ${slice.text} as inside from (
         select attributes, write_date, tombstoned_at, created_at, updated_at from records where ${inCollection} and version = ${version}
         union all
         select attributes, write_date, tombstoned_at, created_at, updated_at from record_versions where ${kept} and version = ${version}) c)`;
  return transaction.query<VersionRow>(
    preparedVariant(`with chain as materialized (
       select version, null::uuid as next_version, 9223372036854775807 as next_mark, pg_column_size(attributes) as bytes
       from records where ${inCollection}
       union all
       select version, next_version, next_mark, pg_column_size(attributes) from record_versions where ${kept}
     ), page as (
       select version, next_mark from (
         select version, next_mark, sum(bytes) over (order by next_mark desc) - bytes as bytes_before from chain
         where ($5::uuid is null or version = $5) and ($6::uuid is null or next_mark < (select next_mark from chain where version = $6))
       ) counted where bytes_before < ${comparedBytes} order by next_mark desc limit $7
     )
     select page.version, v.updated_at, v.created_at, v.tombstoned, v.inside, p.inside is not null as has_before,
       coalesce(p.inside, false) as before_inside, coalesce(p.tombstoned, false) as before_tombstoned,
       exists (select from chain older where older.next_mark < page.next_mark) as has_older,
       ${momentSql('v.write_date')} as write_date, case when $5::uuid is not null then v.attributes end as attributes,
       case when v.inside then (select coalesce(array_agg(key order by key collate "C"), '{}')
        from jsonb_each(v.attributes) as a (key, value)
          full join jsonb_each(case when p.inside then p.attributes else '{}' end) as b (key, value) using (key)
        where a.value is distinct from b.value and key <> all($8::text[]) and ($9::text[] is null or key = any($9))) end as changed
     from page cross join lateral ${content('page.version')} v
       left join chain before on before.next_version = page.version
       left join lateral ${content('before.version')} p on true
     order by page.next_mark desc`),
    [
      transaction.workspaceId,
      collection.id,
      page.externalId,
      page.keptSince,
      page.version,
      page.before,
      page.limit,
      [config.id_field, config.write_date_field],
      config.exposed_fields,
      ...slice.values,
    ],
  );
}

/** The author and the request of a version. */
export interface WriterRow {
  readonly version: string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly request_id: string | null;
}

/** Finds the authors of versions. */
export async function findWriters(
  transaction: Transaction,
  collectionId: string,
  versions: readonly string[],
): Promise<ReadonlyMap<string, WriterRow>> {
  const rows = await transaction.query<WriterRow>(
    `select version, actor_kind, actor_id, actor_name, request_id from record_writes
     where workspace_id = $1 and collection_id = $2 and version = any($3::uuid[])`,
    [transaction.workspaceId, collectionId, versions],
  );
  return new Map(rows.map((row) => [row.version, row]));
}
