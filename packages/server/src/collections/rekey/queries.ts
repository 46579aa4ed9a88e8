import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import type { CollectionPlace } from '../prepared/preparations.js';

/** How far a collection's records have the keys of its configuration. */
export interface RekeyState {
  readonly name: string;
  /** The last id that has them; null once all have. */
  readonly rekey_from: string | null;
  /** Whether records are on their way to other ids, and in which change; null only after an upgrade. */
  readonly rekeys_ids: boolean;
  readonly id_change: string | null;
  /** The change whose dates are not stored with all records yet. */
  readonly date_change: string | null;
  /** The identifiers that count; null for a configuration with some only after an upgrade. */
  readonly key_set_id: string | null;
  readonly configuration: JsonObject;
}

/** A record, live or tombstoned, as giving it other keys needs it. */
export interface RekeyRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly content_hash: Buffer;
  readonly write_date: Date;
}

/** How far a collection has come; undefined when it is gone. */
export async function findRekeyState(transaction: Queryable, collectionId: string): Promise<RekeyState | undefined> {
  const [state] = await transaction.query<RekeyState>(
    'select name, rekey_from, rekeys_ids, id_change, date_change, key_set_id, configuration from collections where id = $1',
    [collectionId],
  );
  return state;
}

/**
 * Those in every workspace in which changed configurations have left something to do. First come those that answer nobody
 * until then: whose ids or identifiers are not known, after an upgrade.
 */
export function listUnfinished(transaction: Queryable): Promise<CollectionPlace[]> {
  return transaction.query<CollectionPlace>(
    `select workspace_id as "workspaceId", id as "collectionId" from collections where rekey_from is not null
     order by rekeys_ids and id_change is null
       or key_set_id is null and coalesce(configuration -> 'id_match_fields', '[]') not in ('[]', 'null') desc`,
  );
}

/** Notes how far it has come. */
export async function saveProgress(transaction: Queryable, collectionId: string, from: string): Promise<void> {
  await transaction.query('update collections set rekey_from = $2 where id = $1', [collectionId, from]);
}

/** Notes that all records have their keys. */
export async function saveDone(transaction: Queryable, collectionId: string): Promise<void> {
  await transaction.query('update collections set rekey_from = null where id = $1', [collectionId]);
}

/** Locks one page of records by id. */
export function lockRecordPage(
  transaction: Queryable,
  page: { readonly collectionId: string; readonly after: string; readonly limit: number },
): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select external_id, attributes, content_hash, write_date
     from records where collection_id = $1 and external_id > $2 collate "C" order by external_id limit $3 for update`,
    [page.collectionId, page.after, page.limit],
  );
}

/** What a record derives from its configuration besides its id, identifiers and text. */
export interface DerivedKeys {
  readonly externalId: string;
  readonly contentHash: Buffer;
  readonly writeDate: Date;
}

/** Stores what records derive from their configuration. */
export async function updateDerived(
  transaction: Queryable,
  collectionId: string,
  records: readonly DerivedKeys[],
): Promise<void> {
  await transaction.query(
    `update records set content_hash = d.content_hash, write_date = d.write_date
     from unnest($2::text[], $3::bytea[], $4::timestamptz[]) as d (external_id, content_hash, write_date)
     where records.collection_id = $1 and records.external_id = d.external_id`,
    [
      collectionId,
      records.map((record) => record.externalId),
      records.map((record) => record.contentHash),
      records.map((record) => record.writeDate),
    ],
  );
}
