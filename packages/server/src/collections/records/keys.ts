import type { Queryable } from '../../platform/database/database.js';

/** Replaces the identifier keys of records. */
export async function replaceKeys(
  transaction: Queryable,
  target: { readonly workspaceId: string; readonly collectionId: string },
  records: readonly { readonly externalId: string; readonly identifiers: readonly string[] }[],
): Promise<void> {
  const ids = records.map((record) => record.externalId);
  await transaction.query(
    { name: 'delete_record_keys', text: 'select delete_record_keys($1, id) from unnest($2::text[]) as id' },
    [target.collectionId, ids],
  );
  const keys = records.flatMap((record) => record.identifiers.map((key) => ({ key, id: record.externalId })));
  if (keys.length > 0) {
    await transaction.query(
      {
        name: 'insert_record_keys',
        text: `insert into record_keys (workspace_id, collection_id, key, external_id)
               select $1, $2, k.key, k.external_id from unnest($3::text[], $4::text[]) as k (key, external_id)`,
      },
      [target.workspaceId, target.collectionId, keys.map((entry) => entry.key), keys.map((entry) => entry.id)],
    );
  }
}
