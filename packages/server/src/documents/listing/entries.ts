import type { Transaction } from '../../platform/database/database.js';
import type { RepoRow } from '../store/index.js';

/** What a listing keeps of a document: what it is found by. The rest is read for those that are shown. */
export interface ListedRow {
  readonly path: string;
  /** In hexadecimal. */
  readonly blob: string;
  readonly size: number;
  readonly title: string;
  readonly version_id: string;
  /** Milliseconds since 1970. */
  readonly changed_ms: number;
}

// As text and number, because ten thousand buffers and dates take longer to make than all the rest of a listing.
const listedColumns = `d.path, encode(d.blob, 'hex') as blob, d.size, d.title, d.version_id,
                       floor(extract(epoch from d.changed_at) * 1000)::float8 as changed_ms`;

/** A document in a listing, with its whole path. A changed document is another entry with an id of its own. */
export interface Entry {
  /** Counts up in this process; never used twice. */
  readonly id: number;
  readonly repo: RepoRow;
  /** `<repo>/<path>`. */
  readonly path: string;
  readonly row: ListedRow;
}

/** Every document of a repo. */
export function loadDocuments(transaction: Transaction, repoId: string): Promise<ListedRow[]> {
  return transaction.query<ListedRow>(
    {
      name: 'load_documents',
      text: `select ${listedColumns} from documents d where d.workspace_id = $1 and d.repo_id = $2 order by d.path`,
    },
    [transaction.workspaceId, repoId],
  );
}

/** A path that something happened to, with the document that is there. */
export interface ChangedPath {
  readonly changed_path: string;
  readonly document: ListedRow | null;
}

interface ChangedRow extends Partial<ListedRow> {
  readonly changed_path: string;
}

/** What was written in a repo after a revision. */
export async function loadChanges(transaction: Transaction, repoId: string, after: number): Promise<ChangedPath[]> {
  const rows = await transaction.query<ChangedRow>(
    {
      name: 'load_changed_documents',
      text: `select v.path as changed_path, ${listedColumns} from (
               select distinct path from document_versions
               where workspace_id = $1 and repo_id = $2 and revision > $3) v
             left join documents d on d.workspace_id = $1 and d.repo_id = $2 and d.path = v.path`,
    },
    [transaction.workspaceId, repoId, after],
  );
  return rows.map(({ changed_path, ...row }) => ({
    changed_path,
    document: row.path === null ? null : (row as ListedRow),
  }));
}
