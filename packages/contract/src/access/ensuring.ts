import { z } from 'zod';
import { accessLevel, count, email, groupIds, workspaceReference } from '../common.js';
import { displayName } from '../identity/schemas.js';
import { limits } from '../limits.js';
import { settingsCredentials } from '../policy.js';
import { defineAlias, defineRoute } from '../route.js';
import { statedMember } from './memberships.js';
import { grantTimes, groupIdList, sourceFields } from './schemas.js';

const policy = {
  credentials: ['api_key'],
  workspace: 'one',
  capability: 'manage_members',
  effect: 'write',
  bucket: 'grants_and_writes',
} as const;

/** The result for a member who should have a grant. */
export const ensureResults = ['granted', 'regranted', 'updated', 'unchanged', 'stale'] as const;

/** The result for a member who should have a grant. */
export type EnsureResult = (typeof ensureResults)[number];

const refusalsOfGrant = ['member_exists', 'billing_inactive', 'seat_cap_reached', 'group_not_found'] as const;

const ensure = defineRoute('members.ensure', 'PUT /v1/members/{identifier}', {
  summary: 'Make sure that a person has a grant, creating or changing it if necessary',
  description:
    'The identifier is an e-mail address. Omitted keys keep their values; a new member gets the defaults of a ' +
    'grant. An expired grant without `expires_at` in the body no longer expires. Sending the same body again ' +
    'returns `unchanged` and sends no second invite. With `source`, the call states what this source grants: the ' +
    'member reads what any source grants. `result` is that of the source; other fields are those of the member.',
  policy,
  params: z.strictObject({ identifier: email }),
  body: z
    .strictObject({
      name: displayName.optional(),
      groups: groupIds
        .optional()
        .describe('All groups of the member; a group that the member already has keeps its level'),
      access: accessLevel.optional().describe('Level for the groups; takes effect for editors only'),
      ...grantTimes,
      ...sourceFields,
      send_email: z.boolean().default(true).describe('Whether a new or renewed grant sends an invite'),
    })
    .meta({ id: 'MemberEnsure' }),
  answer: z
    .object({
      ...statedMember,
      groups: groupIdList,
      access: accessLevel,
      result: z.enum(ensureResults),
      email_sent: z.boolean().describe('Whether a mail server accepted the invite'),
      workspace: workspaceReference,
    })
    .meta({ id: 'MemberEnsured' }),
  errors: ['invalid_access', ...refusalsOfGrant],
});

/** One member of a list that is synced. */
export const memberEntry = z.strictObject({
  email,
  name: displayName.optional(),
  groups: groupIds,
  expires_at: grantTimes.expires_at,
  ...sourceFields,
});

/** The entry before validation. An invalid entry is reported without affecting the others. */
const sentMemberEntry = z.strictObject({
  email: z.string(),
  name: z.string().optional(),
  groups: z.array(z.string()).describe('Ids of groups'),
  expires_at: z.string().nullish().meta({
    description: 'Nothing can be read from this time on (ISO 8601 with a time zone); null: the grant does not expire',
  }),
  source: z.string().nullish().describe('What the grant depends on; default: `source` of the list'),
  as_of: z.string().optional().describe('When this became true at the source; default: `as_of` of the list'),
});

const sync = defineRoute('members.sync', 'POST /v1/members/sync', {
  summary: 'Make sure that everyone on a list has a grant, and optionally no one else',
  description:
    'Each entry is handled as in the route for one e-mail address, without an invite. A refused entry is ' +
    'listed in `failed` and does not affect the others. Entries with one address and source are joined: the member ' +
    'gets the groups of all of them and the latest end, and `joined` lists the address; of several `as_of`, only the ' +
    'latest counts. Revocations are written first, then the list, ' +
    `${limits.membersPerTransaction} members at a time. If the service stops in between, send the list again. ` +
    '`dry_run` returns what would happen and changes nothing.',
  isRepeatable: true,
  takesTurns: true,
  policy,
  body: z
    .strictObject({
      members: z.array(sentMemberEntry).min(1).max(limits.membersPerSync),
      ...sourceFields,
      revoke_missing: z
        .boolean()
        .default(false)
        .describe('End the share of `source` of each member whose e-mail is not on the list with this source'),
      dry_run: z.boolean().default(false).describe('Only return what would happen'),
      max_revoked: z
        .int()
        .min(0)
        .optional()
        .describe(
          `Refuse if more members would read nothing more; default: a tenth, at least ${limits.revokedAtLeast}`,
        ),
      list_changes: z.boolean().default(false).describe('Return who is granted, changed and revoked'),
    })
    .meta({ id: 'MemberSync' }),
  answer: z
    .object({
      granted: count,
      regranted: count,
      updated: count,
      unchanged: count,
      stale: count.describe('Entries older than the last statement of their source'),
      revoked: count.describe('Ended shares of members who are not on the list'),
      failed: z.array(
        z.object({ email: z.string(), error: z.enum([...refusalsOfGrant, 'invalid_request']), message: z.string() }),
      ),
      joined: z
        .array(z.object({ email: z.string(), entries: count }))
        .describe('Addresses with several entries, which were joined'),
      changes: z
        .array(z.object({ email: z.string(), result: z.enum([...ensureResults, 'revoked']) }))
        .optional()
        .describe('With `list_changes`: everyone whose result is not `unchanged`'),
      dry_run: z.boolean(),
      workspace: workspaceReference,
    })
    .meta({ id: 'MembersSynced' }),
  errors: ['too_many_revoked'],
  bodyLimitBytes: limits.largeBodyBytes,
});

/** Routes for another system that sets the grant of one member, or of all members at once. */
export const ensuringRoutes = {
  'members.ensure': ensure,
  'members.sync': sync,
  'settings.sync_members': defineAlias('settings.sync_members', 'POST /settings/members/sync', sync, {
    credentials: settingsCredentials,
    workspace: 'one',
    role: 'admin',
    effect: 'write',
  }),
} as const;
