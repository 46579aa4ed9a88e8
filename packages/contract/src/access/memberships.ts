import { z } from 'zod';
import {
  accessLevel,
  changesSomething,
  count,
  email,
  groupId,
  groupIds,
  optionalNextCursor,
  optionalPageQuery,
  role,
  text,
  uuid,
  workspaceReference,
} from '../common.js';
import { displayName, idParams } from '../identity/schemas.js';
import { limits } from '../limits.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import {
  accessEntry,
  assignment,
  endOfSource,
  endResult,
  granteeFields,
  grantStatus,
  grantTimes,
  groupIdList,
  identifierParams,
  shownTimes,
  sourceFields,
  sourceShare,
} from './schemas.js';

/** The fields of a member in every answer. */
export const memberFields = {
  id: uuid,
  email: z.string(),
  name: z.string(),
  status: grantStatus,
  pending: z.boolean().describe('true until the first completed sign-in'),
  identity_bound: z.literal(true),
  ...shownTimes,
};

const member = z.object(memberFields).meta({ id: 'Member' });

/** The member after a statement. */
export const statedMember = {
  ...memberFields,
  id: uuid.nullable().describe('null: the result is `stale`, and the address is not a member'),
};

/** A person in a workspace. */
const personFields = {
  id: uuid,
  email: z.string(),
  name: z.string(),
  role,
  status: z.enum(['active', 'revoked']),
  pending: z.boolean().describe('true until the first completed sign-in'),
  groups: z.array(groupId).nullable().describe('null: not confined to groups'),
  access: accessLevel,
};

/** Body that adds a person to a workspace. */
export const personFieldsSent = {
  email,
  name: displayName.optional().describe('Default: the e-mail'),
  role,
  access: accessLevel.optional().describe('Default: read_only for the role reader, read_write for others'),
  groups: groupIds.nullable().optional().describe('Confines an editor to these groups; absent or null: not confined'),
};

/** A person in a workspace, as an answer to a write. */
export const personWritten = z.object({ ...personFields, workspace: workspaceReference }).meta({ id: 'PersonWritten' });

/** The changeable fields of a person. */
const personChanges = {
  name: displayName.optional(),
  role: role.optional(),
  access: accessLevel.optional(),
  groups: groupIds.nullish().describe('null: not confined'),
};

const memberAccess = z.object({
  id: uuid,
  email: z.string(),
  access: z.array(accessEntry),
  sources: z.array(sourceShare).describe('What each source grants; their live ones together are what can be read'),
  ...shownTimes,
});

const withKey = { credentials: ['api_key'], workspace: 'one' } as const;
const membersPolicy = { ...withKey, capability: 'manage_members' } as const;
const permissionsPolicy = { ...withKey, capability: 'manage_permissions' } as const;
const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

/** Routes of members (the grant for paid access), and of what their groups let them read. */
export const memberRoutes = {
  'members.grant': defineRoute('members.grant', 'POST /v1/members', {
    summary: 'Grant a person read access, bound to their own sign-in',
    description:
      'Sends a login invite, which does not contain a credential. Granting a revoked or expired e-mail address ' +
      'again restores the same member.',
    policy: { ...membersPolicy, effect: 'write', bucket: 'grants_and_writes' },
    body: z
      .strictObject({
        ...granteeFields,
        access: accessLevel.default('read_only').describe('Level for the groups; takes effect for editors only'),
        ...grantTimes,
        ...sourceFields,
      })
      .meta({ id: 'MemberGrant' }),
    answer: z
      .object({
        ...statedMember,
        groups: groupIdList,
        access: accessLevel,
        result: z.enum(['granted', 'regranted', 'stale']),
        email_sent: z.boolean().describe('Whether a mail server accepted the invite'),
        workspace: workspaceReference,
      })
      .meta({ id: 'MemberGranted' }),
    errors: ['invalid_access', 'member_exists', 'billing_inactive', 'seat_cap_reached', 'group_not_found'],
  }),
  'members.list': defineRoute('members.list', 'GET /v1/members', {
    summary: 'List members, active and revoked, newest first',
    policy: { ...membersPolicy, effect: 'read', bucket: 'lists_and_revokes' },
    query: optionalPageQuery,
    answer: z
      .object({
        members: z.array(member),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'MemberList' }),
  }),
  'members.revoke': defineRoute('members.revoke', 'DELETE /v1/members/{identifier}', {
    summary: 'Revoke a member: access ends at once and the seat becomes free',
    description:
      'Ends what every source grants; older statements of any source are `stale` from then on. Repeating the call ' +
      'returns the same response. A new grant reverses it.',
    policy: { ...membersPolicy, effect: 'write', endsAccess: true, bucket: 'lists_and_revokes' },
    params: identifierParams,
    answer: z
      .object({ id: uuid, email: z.string(), status: z.literal('revoked'), workspace: workspaceReference })
      .meta({ id: 'MemberRevoked' }),
    errors: ['member_not_found'],
  }),
  'members.end_source': defineRoute('members.end_source', 'DELETE /v1/members/{identifier}/sources/{source}', {
    summary: 'End what one source grants a member',
    description:
      'The member keeps what other sources grant. The end of an unknown source, also of an unknown address, is ' +
      `remembered for ${limits.endedSourceDays} days: an older grant that arrives later is \`stale\`.`,
    policy: { ...membersPolicy, effect: 'write', endsAccess: true, bucket: 'lists_and_revokes' },
    ...endOfSource,
    answer: z
      .object({
        result: endResult,
        member: member.nullable().describe('null: the address is not a member'),
        workspace: workspaceReference,
      })
      .meta({ id: 'MemberSourceEnded' }),
    errors: ['member_not_found'],
  }),
  'members.get_access': defineRoute('members.get_access', 'GET /v1/members/{identifier}/access', {
    summary: "List a member's groups and levels, and what each source grants",
    policy: { ...permissionsPolicy, effect: 'read', bucket: 'lists_and_revokes' },
    params: identifierParams,
    answer: memberAccess.meta({ id: 'MemberAccess' }),
    errors: ['member_not_found'],
  }),
  'members.put_access': defineRoute('members.put_access', 'PUT /v1/members/{identifier}/access', {
    summary: "Replace a member's groups and levels that are granted by hand, all or nothing",
    policy: { ...permissionsPolicy, effect: 'write', bucket: 'grants_and_writes' },
    params: identifierParams,
    body: z
      .strictObject({
        assignments: z
          .array(assignment)
          .max(limits.groupsPerIdentity)
          .describe(
            'All groups of the member; of a repeated group the last entry counts; without groups, nothing can be read',
          ),
      })
      .meta({ id: 'AccessReplace' }),
    answer: memberAccess.extend({ workspace: workspaceReference }).meta({ id: 'MemberAccessReplaced' }),
    errors: ['invalid_access', 'member_not_found', 'member_revoked', 'group_not_found', 'seat_cap_reached'],
  }),
  'members.explain_access': defineRoute('members.explain_access', 'GET /v1/members/{identifier}/access/explain', {
    summary: 'Show whether a member can read a document path, and through which patterns',
    policy: { ...permissionsPolicy, effect: 'read', bucket: 'lists_and_revokes' },
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
          .enum(['pattern_matches', 'no_pattern_matches', 'no_groups', 'revoked', 'expired', 'not_started'])
          .describe('Why it can or cannot be read'),
        matches: z
          .array(accessEntry.omit({ paths: true }).extend({ pattern: z.string() }))
          .describe('All patterns of their groups that match the path'),
      })
      .meta({ id: 'AccessExplanation' }),
    errors: ['member_not_found'],
  }),
} as const;

/** The people of a workspace, managed by admins. */
export const peopleRoutes = {
  'people.list': defineRoute('people.list', 'GET /settings/people', {
    summary: 'List the people of the workspace, newest first',
    policy: { ...admin, effect: 'read' },
    query: optionalPageQuery,
    answer: z
      .object({
        people: z.array(z.object({ ...personFields, ...shownTimes }).meta({ id: 'Person' })),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'PersonList' }),
  }),
  'people.add': defineRoute('people.add', 'POST /settings/people', {
    summary: 'Add a person to the workspace and invite them',
    policy: { ...admin, effect: 'write' },
    body: z.strictObject({ ...personFieldsSent, send_email: z.boolean().default(true) }).meta({ id: 'PersonAdd' }),
    answer: personWritten.extend({ email_sent: z.boolean() }).meta({ id: 'PersonAdded' }),
    errors: ['invalid_access', 'group_not_found', 'member_exists', 'billing_inactive', 'seat_cap_reached'],
  }),
  'people.update': defineRoute('people.update', 'PATCH /settings/people/{id}', {
    summary: "Change a person's name, role, level or groups",
    description:
      'Changes what is granted by hand; what other sources grant stays. `groups: null` lifts the confinement of an editor.',
    policy: { ...admin, effect: 'write' },
    params: idParams,
    body: changesSomething(z.strictObject(personChanges)).meta({ id: 'PersonUpdate' }),
    answer: personWritten,
    errors: ['invalid_access', 'person_not_found', 'member_revoked', 'group_not_found', 'seat_cap_reached'],
  }),
  'people.invite': defineRoute('people.invite', 'POST /settings/people/{id}/invite', {
    summary: 'Send the invite again to a person who has not signed in',
    description:
      'The mail links to the sign-in page and does not contain a credential. An address is sent at most ' +
      `${limits.invitesPerDay} mails about its access a day, over all routes; after that, the response is \`rate_limited\`.`,
    policy: { ...admin, effect: 'write' },
    params: idParams,
    answer: z
      .object({
        id: uuid,
        email: z.string(),
        email_sent: z.boolean().describe('Whether a mail server accepted the invite'),
        reason: z
          .enum(['no_mail_server', 'not_accepted'])
          .nullable()
          .describe('Why it was not sent: none is configured, or it did not accept the mail'),
        workspace: workspaceReference,
      })
      .meta({ id: 'PersonInvited' }),
    errors: ['person_not_found', 'member_revoked', 'member_exists'],
  }),
  'people.remove': defineRoute('people.remove', 'DELETE /settings/people/{id}', {
    summary: 'Revoke a person; adding the e-mail address again restores them',
    policy: { ...admin, effect: 'write', endsAccess: true },
    params: idParams,
    answer: z
      .object({
        id: uuid,
        email: z.string(),
        status: z.literal('revoked'),
        still_working: z
          .array(
            z.object({
              kind: z.enum(['api_key', 'token']),
              id: uuid,
              name: z.string(),
              revoke: z.string().describe('Method and path that revoke it'),
            }),
          )
          .describe('API keys and tokens that this person created; they work until they are revoked'),
        workspace: workspaceReference,
      })
      .meta({ id: 'PersonRemoved' }),
    errors: ['person_not_found'],
  }),
} as const;
