import type { Transaction } from '../../platform/database/database.js';
import { mapWithPauses } from '../../platform/pauses.js';
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

// As text and number, because ten thousand buffers and dates take longer to make than all the rest of a listing. The
// change is a whole millisecond: rounding takes away only what a double adds.
const listed = {
  path: 'd.path',
  blob: `encode(d.blob, 'hex')`,
  size: 'd.size',
  title: 'd.title',
  version_id: 'd.version_id',
  changed_ms: `round(date_part('epoch', d.changed_at) * 1000)`,
} as const satisfies Record<keyof ListedRow, string>;
const listedColumns = Object.entries(listed)
  .map(([name, value]) => `${value} as ${name}`)
  .join(', ');

/** A document in a listing, with its whole path. A changed document is another entry with an id of its own. */
export interface Entry {
  /** Counts up in this process; never used twice. */
  readonly id: number;
  readonly repo: RepoRow;
  /** `<repo>/<path>`. */
  readonly path: string;
  readonly row: ListedRow;
}

/** Documents that travel as one row: a row for each would cost several times what it says. */
const documentsPerRow = 500;

type ListedValues = [string, string, number, string, string, number];

/** Every document of a repo, by path. */
export async function loadDocuments(transaction: Transaction, repoId: string): Promise<ListedRow[]> {
  const rows = await transaction.query<{ portion: string }>(
    {
      name: 'load_documents',
      text: `select json_agg(json_build_array(${Object.values(listed).join(', ')}) order by d.path)::text as portion
             from (select *, (row_number() over (order by path) - 1) / ${documentsPerRow} as place from documents
                   where workspace_id = $1 and repo_id = $2) d
             group by d.place order by d.place`,
    },
    [transaction.workspaceId, repoId],
  );
  const portions = await mapWithPauses(rows, ({ portion }) =>
    (JSON.parse(portion) as ListedValues[]).map(
      ([path, blob, size, title, version_id, changed_ms]): ListedRow => ({
        path,
        blob,
        size,
        title,
        version_id,
        changed_ms,
      }),
    ),
  );
  return portions.flat();
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
