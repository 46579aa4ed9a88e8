import type { Transaction } from '../../platform/database/database.js';

/** Adds an empty repo. The unique constraint `repos_workspace_id_name_key` refuses a taken name. */
export async function insertRepo(
  transaction: Transaction,
  repo: { readonly id: string; readonly name: string; readonly description: string | null; readonly at: Date },
): Promise<void> {
  await transaction.query(
    'insert into repos (workspace_id, id, name, description, created_at) values ($1, $2, $3, $4, $5)',
    [transaction.workspaceId, repo.id, repo.name, repo.description, repo.at],
  );
}

/** Changes a repo's name or description. Undefined keeps the value; null removes the description. */
export async function updateRepo(
  transaction: Transaction,
  id: string,
  change: { readonly name?: string | undefined; readonly description?: string | null | undefined },
): Promise<void> {
  await transaction.query(
    `update repos set name = coalesce($3, name), description = case when $4 then $5 else description end
     where workspace_id = $1 and id = $2`,
    [transaction.workspaceId, id, change.name ?? null, change.description !== undefined, change.description ?? null],
  );
}

/** Deletes a repo with its content. */
export async function deleteRepo(transaction: Transaction, id: string): Promise<void> {
  await transaction.query('delete from repos where workspace_id = $1 and id = $2', [transaction.workspaceId, id]);
}
