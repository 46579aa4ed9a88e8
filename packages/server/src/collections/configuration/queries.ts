import type { JsonObject } from '@tessera/json';
import { deleteSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';
import { momentSql } from '../../platform/moments.js';

/** The description and configuration to store, as JSON. */
export interface SavedConfiguration {
  readonly id: string;
  readonly description: string | null;
  readonly configuration: string;
  /** Lists of phrases that match the same records; undefined keeps the stored ones. */
  readonly synonyms: readonly (readonly string[])[] | undefined;
  /** Whether the indexes must read all records again, because the configuration changes what they contain. */
  readonly isReadAnew: boolean;
  readonly at: Date;
}

/** Stores a configuration. The indexes are rebuilt if synonyms change or they must read all records again. */
export async function updateConfiguration(transaction: Transaction, change: SavedConfiguration): Promise<void> {
  await transaction.query(
    `update collections set description = $3, configuration = $4::jsonb, configuration_version = configuration_version + 1,
       updated_at = $5, synonyms = coalesce($6::jsonb, synonyms),
       index_version = index_version + case when $7 or $6::jsonb <> synonyms then 1 else 0 end
     where workspace_id = $1 and id = $2`,
    [
      transaction.workspaceId,
      change.id,
      change.description,
      change.configuration,
      change.at,
      change.synonyms === undefined ? null : JSON.stringify(change.synonyms),
      change.isReadAnew,
    ],
  );
}

/** Returns the synonyms of a collection. */
export async function findSynonyms(transaction: Transaction, collectionId: string): Promise<string[][]> {
  const [row] = await transaction.query<{ synonyms: string[][] }>(
    'select synonyms from collections where workspace_id = $1 and id = $2',
    [transaction.workspaceId, collectionId],
  );
  return row?.synonyms ?? [];
}

/** Invalidates all marks of the collection's change feed, so that its readers start from the beginning. */
export async function endMarks(transaction: Transaction, collectionId: string): Promise<void> {
  await transaction.query('update collections set id_version = id_version + 1 where workspace_id = $1 and id = $2', [
    transaction.workspaceId,
    collectionId,
  ]);
}

/** Makes every index of the collection be rebuilt at its next use. */
export async function raiseKeyVersion(transaction: Transaction, collectionId: string): Promise<void> {
  await transaction.query(
    `update collections set key_version = key_version + 1, index_version = index_version + 1
     where workspace_id = $1 and id = $2`,
    [transaction.workspaceId, collectionId],
  );
}

/** The columns from which a configuration derives the id, date, hash and identifiers of a record. */
export interface KeyedRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly write_date: string | null;
  readonly write_order: string | null;
  readonly tombstoned: boolean;
}

/** Prefix of new ids until all records are moved. It cannot occur in a valid id, which never starts with a space. */
const moved = ' ';

/** Reads a page of records with all attributes, or only the named ones. */
export function listKeyedRows(
  transaction: Transaction,
  { collectionId, after, limit }: { readonly collectionId: string; readonly after: string; readonly limit: number },
  fields: readonly string[] | null,
): Promise<KeyedRow[]> {
  return transaction.query<KeyedRow>(
    `select external_id, ${momentSql('write_date')} as write_date, write_order, tombstoned_at is not null as tombstoned,
       case when $5::text[] is null then attributes else (
         select coalesce(jsonb_object_agg(f.name, attributes -> f.name), '{}') from unnest($5::text[]) as f (name)
         where attributes ? f.name) end as attributes
     from records where workspace_id = $1 and collection_id = $2 and external_id > $3::text collate "C"
       and left(external_id, 1) <> '${moved}'
     order by external_id limit $4`,
    [transaction.workspaceId, collectionId, after, limit, fields],
  );
}

/** A record with its values under the new configuration. */
export interface RekeyedRecord {
  readonly externalId: string;
  readonly newId: string;
  readonly contentHash: Buffer;
  readonly writeDate: string | null;
  readonly writeOrder: string | null;
}

/** Stores new hashes and dates. A record with a new id gets a temporary id first, so that two records can swap ids. */
export async function moveRecords(
  transaction: Transaction,
  { collectionId, sequenceNumber }: { readonly collectionId: string; readonly sequenceNumber: number },
  records: readonly RekeyedRecord[],
): Promise<void> {
  await transaction.query(
    `update records r
     set external_id = case when n.new_id = n.id then r.external_id else '${moved}' || n.new_id end,
       content_hash = n.content_hash, write_date = n.write_date, write_order = n.write_order, change_mark = $3
     from unnest($4::text[], $5::text[], $6::bytea[], $7::timestamptz[], $8::text[])
       as n (id, new_id, content_hash, write_date, write_order)
     where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = n.id`,
    [
      transaction.workspaceId,
      collectionId,
      sequenceNumber,
      records.map(({ externalId }) => externalId),
      records.map(({ newId }) => newId),
      records.map(({ contentHash }) => contentHash),
      records.map(({ writeDate }) => writeDate),
      records.map(({ writeOrder }) => writeOrder),
    ],
  );
}

/** The tables whose rows belong to a record by its id. */
const recordParts = ['record_versions', 'record_confirmations'];

/** Moves the earlier versions and confirmations of moved records. Call it before `settleRecords`. */
export async function moveRecordParts(
  transaction: Transaction,
  collectionId: string,
  records: readonly Pick<RekeyedRecord, 'externalId' | 'newId'>[],
): Promise<void> {
  const renamed = records.filter(({ externalId, newId }) => externalId !== newId);
  for (const table of recordParts) {
    await transaction.query(
      `update ${table} v set external_id = '${moved}' || n.new_id from unnest($3::text[], $4::text[]) as n (id, new_id)
       where v.workspace_id = $1 and v.collection_id = $2 and v.external_id = n.id`,
      [
        transaction.workspaceId,
        collectionId,
        renamed.map(({ externalId }) => externalId),
        renamed.map(({ newId }) => newId),
      ],
    );
  }
}

/** Replaces the temporary ids of moved records and their parts. Call it after all records are moved. */
export async function settleRecords(transaction: Transaction, collectionId: string): Promise<void> {
  for (const table of ['records', ...recordParts]) {
    await transaction.query(
      `update ${table} set external_id = substr(external_id, 2)
       where workspace_id = $1 and collection_id = $2 and left(external_id, 1) = '${moved}'`,
      [transaction.workspaceId, collectionId],
    );
  }
}

/** Deletes records permanently, with their earlier versions and confirmations. */
export async function deleteRecords(
  transaction: Transaction,
  collectionId: string,
  externalIds: readonly string[],
): Promise<void> {
  for (const table of ['records', ...recordParts]) {
    await transaction.query(
      `delete from ${table} where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[])`,
      [transaction.workspaceId, collectionId, externalIds],
    );
  }
}

/** Deletes all matches, whose decisions name records by their ids, or all identifiers of a collection. */
export async function deleteAll(
  transaction: Transaction,
  table: 'record_matches' | 'record_keys',
  collectionId: string,
): Promise<void> {
  const key = { workspace_id: transaction.workspaceId, collection_id: collectionId };
  await transaction.query(...deleteSql(table, key));
}
