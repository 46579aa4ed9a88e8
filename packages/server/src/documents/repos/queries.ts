import type { InputOf } from '../../dispatch/operation.js';
import { insertSql, updateSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';
import type { RepoRow } from '../store/index.js';

/** Adds an empty repo. The unique constraint `repos_workspace_id_name_key` refuses a taken name. */
export async function insertRepo(
  transaction: Transaction,
  repo: Pick<RepoRow, 'id' | 'name' | 'description' | 'portable_names'> & { readonly created_at: Date },
): Promise<void> {
  await transaction.query(...insertSql('repos', { workspace_id: transaction.workspaceId, ...repo }));
}

/** Changes the fields of a repo. Undefined keeps the value; null removes the description. */
export async function updateRepo(
  transaction: Transaction,
  id: string,
  change: InputOf<'repos.update'>['body'],
): Promise<void> {
  await transaction.query(...updateSql('repos', { workspace_id: transaction.workspaceId, id }, change));
}

/** Deletes a repo with its content. */
export async function deleteRepo(transaction: Transaction, id: string): Promise<void> {
  await transaction.query('delete from repos where workspace_id = $1 and id = $2', [transaction.workspaceId, id]);
}
