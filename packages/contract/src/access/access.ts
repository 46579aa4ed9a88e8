import { z } from 'zod';
import { text, uuid, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { defineRoute } from '../route.js';
import { accessEntry, assignment, identifierParams } from './schemas.js';

const policy = { credentials: ['api_key'], workspace: 'one', capability: 'manage_permissions' } as const;

const memberAccess = z.object({ id: uuid, email: z.string(), access: z.array(accessEntry) });

/** What a member's groups let them read. */
export const accessRoutes = {
  'members.get_access': defineRoute('members.get_access', 'GET /v1/members/{identifier}/access', {
    summary: "List a member's groups and levels",
    policy: { ...policy, effect: 'read', bucket: 'lists_and_revokes' },
    params: identifierParams,
    answer: memberAccess.meta({ id: 'MemberAccess' }),
    errors: ['member_not_found'],
  }),
  'members.put_access': defineRoute('members.put_access', 'PUT /v1/members/{identifier}/access', {
    summary: "Replace a member's groups and levels, all or nothing",
    policy: { ...policy, effect: 'write', bucket: 'grants_and_writes' },
    params: identifierParams,
    body: z
      .strictObject({
        assignments: z
          .array(assignment)
          .max(limits.groupsPerIdentity)
          .describe('Every group to hold; a group twice: the last wins; none: nothing can be read'),
      })
      .meta({ id: 'AccessReplace' }),
    answer: memberAccess.extend({ workspace: workspaceReference }).meta({ id: 'MemberAccessReplaced' }),
    errors: ['invalid_access', 'member_not_found', 'member_revoked', 'group_not_found'],
  }),
  'members.explain_access': defineRoute('members.explain_access', 'GET /v1/members/{identifier}/access/explain', {
    summary: 'Tell whether a member can read one document path, and through which patterns',
    policy: { ...policy, effect: 'read', bucket: 'lists_and_revokes' },
    params: identifierParams,
    query: z.strictObject({
      path: text(limits.pathCharacters).min(1).describe('A document path such as handbook/pricing.md'),
    }),
    answer: z
      .object({
        id: uuid,
        email: z.string(),
        path: z.string(),
        readable: z.boolean(),
        reason: z
          .enum(['pattern_matches', 'no_pattern_matches', 'no_groups', 'revoked'])
          .describe('Why it can or cannot be read'),
        matches: z
          .array(accessEntry.omit({ paths: true }).extend({ pattern: z.string() }))
          .describe('Every held pattern that matches the path'),
      })
      .meta({ id: 'AccessExplanation' }),
    errors: ['member_not_found'],
  }),
} as const;
