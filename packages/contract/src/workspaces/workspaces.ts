import { z } from 'zod';
import { count, role, uuid } from '../common.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';

/** A workspace that the caller can access. */
export const workspace = z
  .object({
    id: uuid,
    slug: z.string(),
    name: z.string(),
    role: role.describe("The caller's role there"),
    can_write: z.boolean().describe('Whether the caller can write there'),
  })
  .meta({ id: 'Workspace' });

/** A workspace that the caller can access. */
export type Workspace = z.infer<typeof workspace>;

/** The answer of the list of workspaces. */
export const workspaceList = z.object({ workspaces: z.array(workspace), count }).meta({ id: 'WorkspaceList' });

/** Workspace selection. */
export const workspaceRoutes = {
  'workspaces.list': defineRoute('workspaces.list', 'GET /workspaces', {
    operation: 'list_workspaces',
    summary: 'List the workspaces that the credential can reach, by name',
    policy: { credentials: workspaceCredentials, effect: 'read', workspace: 'none' },
    answer: workspaceList,
    errors: ['workspace_header_not_allowed'],
  }),
} as const;
