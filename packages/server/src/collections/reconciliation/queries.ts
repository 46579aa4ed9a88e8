import { deleteSecrets, rotateSecret } from '../../platform/credentials.js';
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
  const [row] = await transaction.query<{ id: string }>(
    `insert into reconciliation_urls (workspace_id, collection_id, id, group_ids, created_at)
     values ($1, $2, $3, $4::uuid[], $5)
     on conflict (workspace_id, collection_id) do update set group_ids = excluded.group_ids, created_at = excluded.created_at
     returning id`,
    [workspaceId, url.collectionId, url.id, url.groupIds, url.createdAt],
  );
  const id = row?.id ?? url.id;
  const secret = { kind: 'reconciliation_secret', hash: url.hash, workspaceId, id } as const;
  return rotateSecret(transaction, secret, { at: url.createdAt, overlapHours });
}

/** Deletes the reconciliation URL of a collection; false if there is none. */
export async function deleteUrl(transaction: Transaction, collectionId: string): Promise<boolean> {
  const { workspaceId } = transaction;
  const rows = await transaction.query<{ id: string }>(
    'delete from reconciliation_urls where workspace_id = $1 and collection_id = $2 returning id',
    [workspaceId, collectionId],
  );
  await deleteSecrets(transaction, workspaceId, rows);
  return rows.length > 0;
}
