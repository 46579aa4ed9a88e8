import type { Transaction } from '../../platform/database/database.js';

/** A repo's row. */
export interface RepoRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The commit that main points to; null while there is none. */
  readonly head: Buffer | null;
  readonly revision: number;
}

interface StoredRepo extends Omit<RepoRow, 'revision'> {
  readonly revision: string;
}

const columns = 'id, name, description, head, revision::text';

function present(row: StoredRepo): RepoRow {
  return { ...row, revision: Number(row.revision) };
}

/** Every repo of the workspace by name. */
export async function listRepos(transaction: Transaction): Promise<RepoRow[]> {
  const rows = await transaction.query<StoredRepo>(
    { name: 'list_repos', text: `select ${columns} from repos where workspace_id = $1 order by name collate "C"` },
    [transaction.workspaceId],
  );
  return rows.map(present);
}

/** A repo by its name; undefined where there is none. */
export async function findRepo(transaction: Transaction, name: string): Promise<RepoRow | undefined> {
  const [row] = await transaction.query<StoredRepo>(
    { name: 'find_repo', text: `select ${columns} from repos where workspace_id = $1 and name = $2` },
    [transaction.workspaceId, name],
  );
  return row === undefined ? undefined : present(row);
}

/** Takes the lock that orders the writers of a repo, until the transaction ends; undefined where there is no such repo. */
export async function lockRepo(transaction: Transaction, name: string): Promise<RepoRow | undefined> {
  const [row] = await transaction.query<StoredRepo>(
    { name: 'lock_repo', text: `select ${columns} from repos where workspace_id = $1 and name = $2 for update` },
    [transaction.workspaceId, name],
  );
  return row === undefined ? undefined : present(row);
}
