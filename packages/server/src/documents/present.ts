import type { DocumentEntry } from '@tessera/contract';
import type { DocumentRow } from './store/documents.js';

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
