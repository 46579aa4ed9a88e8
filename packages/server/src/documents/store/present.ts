import type { DocumentEntry, VersionStatus } from '@tessera/contract';
import type { DocumentRow } from './documents.js';

/** Maximum paths in an audit entry. */
const auditedPaths = 100;

/** A document in the format of responses. The path in its row does not include the repo. */
export function presentEntry(repo: string, row: DocumentRow): DocumentEntry {
  return {
    path: `${repo}/${row.path}`,
    title: row.title,
    media_type: row.media_type,
    size: row.size,
    blob: row.blob.toString('hex'),
    updated_at: row.changed_at.toISOString(),
    updated_by: row.changed_by,
    position: row.position,
  };
}

/** A change of a document in the audit log: its path including the repo and, after a move, its earlier path. */
export interface AuditedChange {
  readonly path: string;
  readonly status: VersionStatus;
  readonly from?: string | undefined;
}

/** A commit in the audit log. `paths` are changed paths; `counts` is the number of changes of each kind. */
export interface AuditedCommit {
  readonly repo: string;
  readonly commit: string;
  readonly count: number;
  readonly paths: readonly string[];
  readonly counts: Readonly<Record<'written' | 'moved' | 'deleted', number>>;
  readonly moved: readonly { readonly path: string; readonly from: string | undefined }[];
  readonly deleted: readonly string[];
}

/** Describes a commit for the audit log. The old path of a moved document counts as part of the move. */
export function auditedCommit(repo: string, commit: string, changes: readonly AuditedChange[]): AuditedCommit {
  const left = new Set(changes.map(({ from }) => from));
  const moved = changes.filter(({ status }) => status === 'moved');
  const deleted = changes.filter(({ path, status }) => status === 'deleted' && !left.has(path));
  const gone = changes.filter(({ path, status }) => status === 'deleted' && left.has(path));
  const written = changes.length - moved.length - deleted.length - gone.length;
  return {
    repo,
    commit,
    count: changes.length,
    paths: changes.slice(0, auditedPaths).map(({ path }) => path),
    counts: { written, moved: moved.length, deleted: deleted.length },
    moved: moved.slice(0, auditedPaths).map(({ path, from }) => ({ path, from })),
    deleted: deleted.slice(0, auditedPaths).map(({ path }) => path),
  };
}
