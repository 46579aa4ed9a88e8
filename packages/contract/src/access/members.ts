import { z } from 'zod';
import { accessLevel, count, optionalNextCursor, optionalPageQuery, uuid, workspaceReference } from '../common.js';
import { defineRoute } from '../route.js';
import { granteeFields, heldGroups, identifierParams, memberFields } from './schemas.js';

const policy = { credentials: ['api_key'], workspace: 'one', capability: 'manage_members' } as const;

/** Identity-bound members: the grant for paid access. */
export const memberRoutes = {
  'members.grant': defineRoute('members.grant', 'POST /v1/members', {
    summary: 'Grant a person read access, bound to their own sign-in',
    description:
      'Sends a login invite, which is no credential. Granting a revoked e-mail again brings the same member back.',
    policy: { ...policy, effect: 'write', bucket: 'grants_and_writes' },
    body: z
      .strictObject({
        ...granteeFields,
        access: accessLevel.default('read_only').describe('Level for the groups; takes effect for editors only'),
      })
      .meta({ id: 'MemberGrant' }),
    answer: z
      .object({
        ...memberFields,
        groups: heldGroups,
        access: accessLevel,
        email_sent: z.boolean().describe('Whether a mail server accepted the invite'),
        workspace: workspaceReference,
      })
      .meta({ id: 'MemberGranted' }),
    errors: ['invalid_access', 'member_exists', 'billing_inactive', 'seat_cap_reached', 'group_not_found'],
  }),
  'members.list': defineRoute('members.list', 'GET /v1/members', {
    summary: 'List members, active and revoked, newest first',
    policy: { ...policy, effect: 'read', bucket: 'lists_and_revokes' },
    query: optionalPageQuery,
    answer: z
      .object({
        members: z.array(z.object(memberFields).meta({ id: 'Member' })),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'MemberList' }),
  }),
  'members.revoke': defineRoute('members.revoke', 'DELETE /v1/members/{identifier}', {
    summary: 'Revoke a member: access is cut at once and the seat is free',
    description: 'Repeating it answers the same. Granting again reverses it.',
    policy: { ...policy, effect: 'write', endsAccess: true, bucket: 'lists_and_revokes' },
    params: identifierParams,
    answer: z
      .object({ id: uuid, email: z.string(), status: z.literal('revoked'), workspace: workspaceReference })
      .meta({ id: 'MemberRevoked' }),
    errors: ['member_not_found'],
  }),
} as const;
