import { z } from 'zod';
import { changesSomething } from '../common.js';
import { limits } from '../limits.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { displayName, workspaceState } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;
const answer = z.object({ workspace: workspaceState }).meta({ id: 'WorkspaceSettings' });

/** The workspace's own settings; seats, billing and suspension are the operator's. */
export const workspaceSettingsRoutes = {
  'settings.get_workspace': defineRoute('settings.get_workspace', 'GET /settings/workspace', {
    summary: 'Show the workspace with its seats and billing',
    policy: { ...admin, effect: 'read' },
    answer,
  }),
  'settings.update_workspace': defineRoute('settings.update_workspace', 'PATCH /settings/workspace', {
    summary: 'Rename the workspace, or set how long queries are kept',
    policy: { ...admin, effect: 'write' },
    body: changesSomething(
      z.strictObject({
        name: displayName.optional(),
        query_log_days: z
          .int()
          .min(0)
          .max(limits.queryLogDaysMax)
          .optional()
          .describe('Days for which queries of collections are kept; 0 keeps none and deletes the existing ones'),
      }),
    ).meta({ id: 'WorkspaceSettingsUpdate' }),
    answer,
  }),
} as const;
