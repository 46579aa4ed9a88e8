import { z } from 'zod';
import { accessLevel, groupId, role, workspaceReference } from '../common.js';
import { capability } from '../identity/schemas.js';
import { defineRoute } from '../route.js';

/** The kinds of callers that can request their own identity. */
const callerKinds = [
  'api_key',
  'pinned_token',
  'personal_token',
  'assistant',
  'session',
  'magic_link',
  'operator',
] as const;

/** The route that returns who is calling. */
export const meRoutes = {
  'me.get': defineRoute('me.get', 'GET /me', {
    summary: 'Show who the credential represents and what it can reach',
    description: 'Requires no workspace selector. With one, the response for a personal token includes its role there.',
    policy: { credentials: callerKinds, effect: 'read', workspace: 'none' },
    answer: z
      .object({
        kind: z.enum(callerKinds),
        id: z.string(),
        name: z.string(),
        email: z.string().optional(),
        workspace: workspaceReference.optional(),
        role: role.optional(),
        access: accessLevel.optional(),
        groups: z.array(groupId).optional().describe('Absent: not confined to groups'),
        can_write: z.boolean().optional(),
        capabilities: z.array(capability).optional().describe('Of an API key'),
      })
      .meta({ id: 'Me' }),
  }),
} as const;
