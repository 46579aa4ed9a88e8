import { deleteSecrets, rotateSecret } from '../../platform/credentials.js';
import { deleteSql, insertSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** The reconciliation URL of a collection. If `groups` is null, it reads the whole collection. */
export interface NewReconciliationUrl {
  readonly id: string;
  readonly collectionId: string;
  readonly groupIds: readonly string[] | null;
  readonly hash: Buffer;
  readonly createdAt: Date;
}

/** Sets the secret of the collection's reconciliation URL. The groups are those of the earlier secret too. */
export async function replaceUrl(transaction: Transaction, url: NewReconciliationUrl, overlapHours: number) {
  const { workspaceId } = transaction;
  // The id of the earlier URL is kept, because calls are counted by it.
  const { id: newId, collectionId, groupIds, hash, createdAt: at } = url;
  const row = {
    workspace_id: workspaceId,
    collection_id: collectionId,
    id: newId,
    group_ids: groupIds,
    created_at: at,
  };
  const ending = `on conflict (workspace_id, collection_id) do update
    set group_ids = excluded.group_ids, created_at = excluded.created_at returning id`;
  const [{ id } = row] = await transaction.query<{ id: string }>(...insertSql('reconciliation_urls', row, ending));
  return rotateSecret(transaction, { kind: 'reconciliation_secret', hash, workspaceId, id }, { at, overlapHours });
}

/** Deletes the reconciliation URL of a collection; false if there is none. */
export async function deleteUrl(transaction: Transaction, collectionId: string): Promise<boolean> {
  const { workspaceId } = transaction;
  const key = { workspace_id: workspaceId, collection_id: collectionId };
  const rows = await transaction.query<{ id: string }>(...deleteSql('reconciliation_urls', key, 'returning id'));
  await deleteSecrets(transaction, workspaceId, rows);
  return rows.length > 0;
}
