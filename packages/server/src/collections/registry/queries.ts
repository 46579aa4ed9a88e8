import { deleteSecrets, saveSecret } from '../../platform/credentials.js';
import { updateSql } from '../../platform/database/columns.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';

/** A collection to create. */
export interface NewCollection {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ingestSecretHash: Buffer;
  readonly createdAt: Date;
}

/** Inserts a collection; false if its name is taken. */
export async function insertCollection(transaction: Transaction, collection: NewCollection): Promise<boolean> {
  const { workspaceId } = transaction;
  const { id, name, description, createdAt } = collection;
  const rows = await transaction.query(
    `with added as (
       insert into collections (workspace_id, id, name, description, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) on conflict (workspace_id, name) where deleted_at is null do nothing returning id)
     insert into collection_states (workspace_id, collection_id) select $1, id from added returning 1`,
    [workspaceId, id, name, description, createdAt],
  );
  if (rows.length === 0) {
    return false;
  }
  await saveSecret(transaction, { kind: 'ingest_secret', hash: collection.ingestSecretHash, workspaceId, id });
  return true;
}

/** Marks a collection as deleted. */
export async function markDeleted(transaction: Transaction, id: string, at: Date): Promise<void> {
  const key = { workspace_id: transaction.workspaceId, id };
  await transaction.query(...updateSql('collections', key, { deleted_at: at }));
}

/** Restores the collection of a name that was deleted last, and returns its id; undefined if there is none. */
export async function restoreCollection(transaction: Transaction, name: string): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(
    `update collections set deleted_at = null where workspace_id = $1 and id = (
       select id from collections where workspace_id = $1 and name = $2 and deleted_at is not null
       order by deleted_at desc limit 1) returning id`,
    [transaction.workspaceId, name],
  );
  return row?.id;
}

/** The id of the collection's reconciliation URL. */
export async function findUrlId(transaction: Transaction, collectionId: string): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(
    'select id from reconciliation_urls where workspace_id = $1 and collection_id = $2',
    [transaction.workspaceId, collectionId],
  );
  return row?.id;
}

/** Deletes a collection for good, with its secrets, records, findings and grants. */
export async function deleteCollection(
  transaction: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<void> {
  const urls = await transaction.query<{ id: string }>(
    'delete from reconciliation_urls where workspace_id = $1 and collection_id = $2 returning id',
    [workspaceId, id],
  );
  await deleteSecrets(transaction, workspaceId, [{ id }, ...urls]);
  await transaction.query('delete from collections where workspace_id = $1 and id = $2', [workspaceId, id]);
}
