import { prepared, type Transaction } from '../../platform/database/database.js';

/** A repo's row. */
export interface RepoRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The head commit of main; null if the repo has no commit. */
  readonly head: Buffer | null;
  readonly revision: number;
  readonly portable_names: boolean;
}

interface StoredRepo extends Omit<RepoRow, 'revision'> {
  readonly revision: string;
}

const columns = 'id, name, description, head, revision::text, portable_names';

function present(row: StoredRepo): RepoRow {
  return { ...row, revision: Number(row.revision) };
}

/** All repos of the workspace, sorted by name. */
export async function listRepos(transaction: Transaction): Promise<RepoRow[]> {
  const rows = await transaction.query<StoredRepo>(
    prepared(`select ${columns} from repos where workspace_id = $1 order by name collate "C"`),
    [transaction.workspaceId],
  );
  return rows.map(present);
}

/** A repo by name, or undefined. */
export async function findRepo(transaction: Transaction, name: string): Promise<RepoRow | undefined> {
  const [row] = await transaction.query<StoredRepo>(
    prepared(`select ${columns} from repos where workspace_id = $1 and name = $2`),
    [transaction.workspaceId, name],
  );
  return row === undefined ? undefined : present(row);
}

/** Locks a repo until the transaction ends, to serialize its writers. Undefined if the repo does not exist. */
export async function lockRepo(transaction: Transaction, name: string): Promise<RepoRow | undefined> {
  const [row] = await transaction.query<StoredRepo>(
    prepared(`select ${columns} from repos where workspace_id = $1 and name = $2 for update`),
    [transaction.workspaceId, name],
  );
  return row === undefined ? undefined : present(row);
}
