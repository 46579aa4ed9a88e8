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
  readonly identifiers: string[];
  readonly tombstoned: boolean;
}

/** Locks the collection, so that its configuration stays as it is and one process at a time works on it. */
export async function lockRekeyState(transaction: Queryable, collectionId: string): Promise<RekeyState | undefined> {
  const [state] = await transaction.query<RekeyState>(
    'select rekey_from, configuration from collections where id = $1 for update',
    [collectionId],
  );
  return state;
}

/** Notes how far it has come; null when done. */
export async function saveRekeyState(transaction: Queryable, collectionId: string, from: string | null): Promise<void> {
  await transaction.query('update collections set rekey_from = $2 where id = $1', [collectionId, from]);
}

/** Locks one page of records by id. */
export function lockRecordPage(
  transaction: Queryable,
  page: { collectionId: string; after: string; limit: number },
): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select external_id, attributes, identifiers, tombstoned_at is not null as tombstoned from records
     where collection_id = $1 and external_id > $2 collate "C" order by external_id limit $3 for update`,
    [page.collectionId, page.after, page.limit],
  );
}

/** Gives a record another id; false when a record of that id is there already. Its keys follow by their foreign key. */
export async function renameRecord(
  transaction: Queryable,
  collectionId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const rows = await transaction.query(
    `update records set external_id = $3 where collection_id = $1 and external_id = $2
       and not exists (select from records held where held.collection_id = $1 and held.external_id = $3)
     returning 1`,
    [collectionId, from, to],
  );
  return rows.length === 1;
}

/** Merges a record into the one that has its id already: the later write's content stays, the other is tombstoned. */
export async function mergeRecord(
  transaction: Queryable,
  input: { collectionId: string; from: string; into: string; at: Date },
): Promise<void> {
  await transaction.query(
    `update records held set attributes = moved.attributes, content_hash = moved.content_hash, write_date = moved.write_date,
       embed_text = moved.embed_text, vector = moved.vector, vector_text_hash = moved.vector_text_hash,
       vector_embedder = moved.vector_embedder, pending = moved.pending, tombstoned_at = moved.tombstoned_at, updated_at = $4
     from records moved
     where held.collection_id = $1 and held.external_id = $3
       and moved.collection_id = $1 and moved.external_id = $2 and moved.write_date > held.write_date`,
    [input.collectionId, input.from, input.into, input.at],
  );
  await transaction.query('delete from record_keys where collection_id = $1 and external_id = $2', [
    input.collectionId,
    input.from,
  ]);
  await transaction.query(
    'update records set tombstoned_at = coalesce(tombstoned_at, $3), updated_at = $3 where collection_id = $1 and external_id = $2',
    [input.collectionId, input.from, input.at],
  );
}

/** Stores the identifiers of records. */
export async function updateIdentifiers(
  transaction: Queryable,
  collectionId: string,
  records: readonly { readonly externalId: string; readonly identifiers: readonly string[] }[],
): Promise<void> {
  await transaction.query(
    `update records set identifiers = array(select jsonb_array_elements_text(i.identifiers))
     from unnest($2::text[], $3::jsonb[]) as i (external_id, identifiers)
     where records.collection_id = $1 and records.external_id = i.external_id`,
    [
      collectionId,
      records.map((record) => record.externalId),
      records.map((record) => JSON.stringify(record.identifiers)),
    ],
  );
}
