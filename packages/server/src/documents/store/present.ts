import type { DocumentEntry } from '@tessera/contract';
import type { DocumentRow } from './documents.js';

/** Paths that one audit entry names. */
const auditedPaths = 100;

/** A document as answers name it; its row has the path inside the repo. */
export function presentEntry(repo: string, row: DocumentRow): DocumentEntry {
  return {
    path: `${repo}/${row.path}`,
    title: row.title,
    media_type: row.media_type,
    size: row.size,
    blob: row.blob.toString('hex'),
    updated_at: row.changed_at.toISOString(),
    updated_by: row.changed_by,
  };
}

/** A commit as the audit log describes it: `paths` are those that it changed, with their repo. */
export function auditedCommit(repo: string, commit: string, paths: readonly string[]) {
  return { repo, commit, count: paths.length, paths: paths.slice(0, auditedPaths) };
}
