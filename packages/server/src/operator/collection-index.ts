import type { Transaction } from '../platform/database/database.js';

/** Sets whether OpenSearch contains the index of a collection. Returns false if there is no such collection. */
export async function updateInOpenSearch(
  transaction: Transaction,
  { name, inOpenSearch }: { readonly name: string; readonly inOpenSearch: boolean },
): Promise<boolean> {
  const rows = await transaction.query(
    'update collections set in_opensearch = $3 where workspace_id = $1 and name = $2 returning 1',
    [transaction.workspaceId, name, inOpenSearch],
  );
  return rows.length > 0;
}
