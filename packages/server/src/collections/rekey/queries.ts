import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';

/** How far a collection's records have the keys of its configuration. */
export interface RekeyState {
  readonly rekey_from: string | null;
  readonly configuration: JsonObject;
}

/** A record, live or tombstoned, as giving it other keys needs it. */
export interface RekeyRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly identifiers: readonly string[];
  readonly content_hash: Buffer;
  readonly write_date: Date;
  readonly tombstoned: boolean;
}

/** How far a collection has come; undefined when it is gone. */
export async function findRekeyState(transaction: Queryable, collectionId: string): Promise<RekeyState | undefined> {
  const [state] = await transaction.query<RekeyState>(
    'select rekey_from, configuration from collections where id = $1',
    [collectionId],
  );
  return state;
}

/** Notes how far it has come. */
export async function saveProgress(transaction: Queryable, collectionId: string, from: string): Promise<void> {
  await transaction.query('update collections set rekey_from = $2 where id = $1', [collectionId, from]);
}

/** Notes that all records have their keys; indexes that met some of them under other ids are built anew. */
export async function saveDone(transaction: Queryable, collectionId: string): Promise<void> {
  await transaction.query(
    `update collections set rekey_from = null, rekeys_ids = false,
       identity_version = identity_version + case when rekeys_ids then 1 else 0 end
     where id = $1`,
    [collectionId],
  );
}

const columns =
  'external_id, attributes, identifiers, content_hash, write_date, tombstoned_at is not null as tombstoned';

/** Locks one page of records by id. */
export function lockRecordPage(
  transaction: Queryable,
  page: { collectionId: string; after: string; limit: number },
): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select ${columns} from records
     where collection_id = $1 and external_id > $2 collate "C" order by external_id limit $3 for update`,
    [page.collectionId, page.after, page.limit],
  );
}

/** Locks one page of the records that are put aside. */
export function lockParkedPage(transaction: Queryable, collectionId: string, limit: number): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select ${columns} from records
     where collection_id = $1 and external_id > ' ' collate "C" and external_id < '!' collate "C"
     order by external_id limit $2 for update`,
    [collectionId, limit],
  );
}

/** Locks the records of the given ids, live or tombstoned. */
export function lockRecords(transaction: Queryable, collectionId: string, ids: readonly string[]): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select ${columns} from records where collection_id = $1 and external_id = any($2) order by external_id for update`,
    [collectionId, ids],
  );
}

/** Gives records other ids, which nothing may have yet; their keys follow. */
export async function renameRecords(
  transaction: Queryable,
  collectionId: string,
  moves: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  if (moves.length > 0) {
    for (const table of ['records', 'record_keys']) {
      await transaction.query(
        `update ${table} set external_id = m.new_id from unnest($2::text[], $3::text[]) as m (old_id, new_id)
         where ${table}.collection_id = $1 and ${table}.external_id = m.old_id`,
        [collectionId, moves.map(({ from }) => from), moves.map(({ to }) => to)],
      );
    }
  }
}

/** Removes records that turned out to be others under a second id. */
export async function removeRecords(
  transaction: Queryable,
  collectionId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) {
    for (const table of ['records', 'record_keys']) {
      await transaction.query(`delete from ${table} where collection_id = $1 and external_id = any($2)`, [
        collectionId,
        ids,
      ]);
    }
  }
}

/** What a record derives from its configuration besides its id and text. */
export interface DerivedKeys {
  readonly externalId: string;
  readonly identifiers: readonly string[];
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
    `update records set identifiers = array(select jsonb_array_elements_text(d.identifiers)),
       content_hash = d.content_hash, write_date = d.write_date
     from unnest($2::text[], $3::jsonb[], $4::bytea[], $5::timestamptz[]) as d (external_id, identifiers, content_hash, write_date)
     where records.collection_id = $1 and records.external_id = d.external_id`,
    [
      collectionId,
      records.map((record) => record.externalId),
      records.map((record) => JSON.stringify(record.identifiers)),
      records.map((record) => record.contentHash),
      records.map((record) => record.writeDate),
    ],
  );
}
