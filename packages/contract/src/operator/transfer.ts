import { z } from 'zod';
import { count, workspaceReference } from '../common.js';
import type { RawAnswer } from '../documents/raw.js';
import { displayName, idParams } from '../identity/schemas.js';
import { defineRoute } from '../route.js';
import { workspaceSlug } from './operator.js';

const policy = { credentials: ['operator'], operatorScope: 'workspaces', workspace: 'none' } as const;

/** Routes that move a whole workspace between servers. */
export const transferRoutes = {
  'operator.export_workspace': defineRoute('operator.export_workspace', 'GET /operator/workspaces/{id}/export', {
    summary: 'Export a workspace as one archive',
    description:
      'A gzipped tarball: repos as git bundles, collections as lines of JSON with their configuration, members, groups ' +
      'and the audit log. It contains no secret. Other calls are served meanwhile.',
    policy: { ...policy, effect: 'read' },
    params: idParams,
    bytes: 'answer',
    answer: z.custom<RawAnswer>().meta({ id: 'WorkspaceArchive', type: 'string', format: 'binary' }),
    errors: ['workspace_not_found'],
  }),
  'operator.import_workspace': defineRoute('operator.import_workspace', 'POST /operator/workspaces/import', {
    summary: 'Create a workspace from an archive',
    description:
      'The body is an archive as exported. The workspace appears once all of it is imported: an import that fails or is ' +
      'interrupted leaves nothing. Ids stay, except that of the workspace. Other calls are served meanwhile.',
    policy: { ...policy, effect: 'write' },
    query: z.strictObject({
      slug: workspaceSlug.optional().describe('Default: the slug in the archive'),
      name: displayName.optional().describe('Default: the name in the archive'),
    }),
    bytes: 'stream',
    body: z
      .custom<AsyncIterable<Uint8Array> | Uint8Array>()
      .meta({ id: 'WorkspaceArchiveBytes', type: 'string', format: 'binary' }),
    answer: z
      .object({
        workspace: workspaceReference,
        imported: z
          .object({
            groups: count,
            members: count,
            readers: count.describe('Magic links; each needs a new one, because the archive contains no secret'),
            audit_entries: count,
            collections: count,
            records: count,
            repos: count,
            commits: count,
          })
          .meta({ id: 'ImportedCounts' }),
        missing: z.array(z.string()).describe('What an archive leaves out, and what to do about it'),
      })
      .meta({ id: 'WorkspaceImported' }),
    errors: ['workspace_exists'],
  }),
} as const;
