import { deleteSecrets, rotateIngestSecret, saveSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';

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
       values ($1, $2, $3, $4, $5, $5) on conflict (workspace_id, name) do nothing returning id)
     insert into collection_states (workspace_id, collection_id) select $1, id from added returning 1`,
    [workspaceId, id, name, description, createdAt],
  );
  if (rows.length === 0) {
    return false;
  }
  await saveSecret(transaction, { kind: 'ingest_secret', hash: collection.ingestSecretHash, workspaceId, id });
  return true;
}

/** Replaces the ingest secret. The earlier one is invalid after the commit. */
export async function replaceIngestSecret(transaction: Transaction, id: string, hash: Buffer): Promise<void> {
  const { workspaceId } = transaction;
  await rotateIngestSecret(transaction, { hash, workspaceId, id });
}

/** Deletes a collection with its secrets, records, findings and grants. */
export async function deleteCollection(transaction: Transaction, id: string): Promise<void> {
  const { workspaceId } = transaction;
  const urls = await transaction.query<{ id: string }>(
    'delete from reconciliation_urls where workspace_id = $1 and collection_id = $2 returning id',
    [workspaceId, id],
  );
  await deleteSecrets(transaction, workspaceId, [id, ...urls.map((url) => url.id)]);
  await transaction.query('delete from collections where workspace_id = $1 and id = $2', [workspaceId, id]);
}
