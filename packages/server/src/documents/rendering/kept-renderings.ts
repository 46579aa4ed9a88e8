import { type Database, prepared } from '../../platform/database/database.js';
import { locationOf } from '../model/path.js';
import type { TocEntry } from './decorate.js';

/**
 * Increment this with every change to the HTML of any document, so that stored HTML is rendered again. A test compares
 * it with a digest of a sample.
 */
export const rendererVersion = 8;

/** A stored document. `path` includes the repo; `blob` is the hexadecimal id of its content. */
export interface StoredDocumentKey {
  readonly workspaceId: string;
  readonly path: string;
  readonly blob: string;
}

/** Stored HTML of a document. */
export interface KeptRendering {
  readonly html: string;
  readonly toc: readonly TocEntry[];
  /**
   * Whether the HTML is of this content and renderer version. If not, it is the last good HTML of an earlier version.
   */
  readonly isCurrent: boolean;
}

/** Stores the last good HTML of each document, for later readers and processes. */
export interface KeptRenderings {
  find(key: StoredDocumentKey): Promise<KeptRendering | undefined>;
  /** Stores HTML, unless the document has changed meanwhile. */
  keep(key: StoredDocumentKey, rendering: Pick<KeptRendering, 'html' | 'toc'>): Promise<void>;
}

/** Maximum size of stored HTML. Longer HTML is rendered by each process. */
const longestKept = 8 * 1024 * 1024;

/** Stores renderings in the database. */
export function keptRenderings(database: Pick<Database, 'inWorkspace'>): KeptRenderings {
  return {
    find: async ({ workspaceId, path, blob }) => {
      const location = locationOf(path);
      const rows = await database.inWorkspace(
        workspaceId,
        (transaction) =>
          transaction.query<{ html: string; toc: string; is_current: boolean }>(
            prepared(`select k.html, k.toc, k.blob = decode($4, 'hex') and k.renderer = $5 as is_current
                     from document_renderings k
                     join repos r on r.workspace_id = k.workspace_id and r.id = k.repo_id and r.name = k.repo
                     where k.workspace_id = $1 and r.name = $2 and k.path = $3`),
            [workspaceId, location.repo, location.path, blob, rendererVersion],
          ),
        'read',
      );
      const [row] = rows;
      return row && { html: row.html, toc: JSON.parse(row.toc) as TocEntry[], isCurrent: row.is_current };
    },
    keep: async ({ workspaceId, path, blob }, { html, toc }) => {
      if (html.length > longestKept) {
        return;
      }
      const location = locationOf(path);
      await database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(
          prepared(`insert into document_renderings (workspace_id, repo_id, path, repo, blob, renderer, html, toc)
                   select d.workspace_id, d.repo_id, d.path, r.name, d.blob, $5, $6, $7
                   from documents d
                   join repos r on r.workspace_id = d.workspace_id and r.id = d.repo_id
                   where d.workspace_id = $1 and r.name = $2 and d.path = $3 and d.blob = decode($4, 'hex')
                   on conflict (workspace_id, repo_id, path) do update set
                     repo = excluded.repo, blob = excluded.blob, renderer = excluded.renderer, html = excluded.html,
                     toc = excluded.toc`),
          [workspaceId, location.repo, location.path, blob, rendererVersion, html, JSON.stringify(toc)],
        ),
      );
    },
  };
}
