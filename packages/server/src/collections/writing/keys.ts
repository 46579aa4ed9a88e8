import type { JsonObject } from '@tessera/json';
import { type CollectionConfig, identifierFields, identifierValues } from '@tessera/records';
import { equalsAny, prepared, type Transaction } from '../../platform/database/database.js';

/** A record whose identifiers are indexed. */
export interface KeyedRecord {
  readonly externalId: string;
  readonly record: JsonObject;
}

/** Inserts the identifiers of live records that have none. */
export function insertKeys(
  transaction: Transaction,
  { collectionId, config }: { readonly collectionId: string; readonly config: CollectionConfig },
  records: readonly KeyedRecord[],
): void {
  const fields = identifierFields(config);
  const keys = records.flatMap(({ externalId, record }) =>
    identifierValues(record, fields).map((key) => ({ key, externalId })),
  );
  if (keys.length > 0) {
    transaction.send(
      prepared(`insert into record_keys (workspace_id, collection_id, key, external_id)
               select $1, $2, k.* from unnest($3::text[], $4::text[]) as k (key, external_id)
               on conflict do nothing`),
      [transaction.workspaceId, collectionId, keys.map(({ key }) => key), keys.map(({ externalId }) => externalId)],
    );
  }
}

/** Deletes all identifiers of records. */
export function deleteKeys(transaction: Transaction, collectionId: string, externalIds: readonly string[]): void {
  transaction.send(
    prepared(`delete from record_keys
             where workspace_id = $1 and collection_id = $2 and external_id ${equalsAny('$3::text[]')}`),
    [transaction.workspaceId, collectionId, externalIds],
  );
}
