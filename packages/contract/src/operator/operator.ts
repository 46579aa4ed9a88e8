import { z } from 'zod';
import { personFieldsSent, personWritten } from '../access/memberships.js';
import { changesSomething, count, email, nextCursor, pageQuery, pathText, timestamp, uuid } from '../common.js';
import {
  apiKeyBody,
  apiKeySecret,
  displayName,
  idParams,
  tokenBody,
  tokenSecret,
  workspaceState,
} from '../identity/schemas.js';
import { defineRoute } from '../route.js';

const policy = { credentials: ['operator'], operatorScope: 'workspaces', workspace: 'none' } as const;
const peoplePolicy = { ...policy, operatorScope: 'all', effect: 'write' } as const;

/** The slug of a workspace. */
export const workspaceSlug = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/, {
    error: 'must be 1-64 of a-z, 0-9 and -, starting and ending with a letter or digit',
  })
  .meta({ id: 'WorkspaceSlug' });

const operatedWorkspace = workspaceState
  .extend({
    usage: z
      .object({
        records: count,
        documents: count,
        document_bytes: count.describe('Stored bytes of repos, with their history'),
        storage_bytes: count
          .nullable()
          .describe('All that it stores, as measured at one of its last writes; null if this process measured none'),
        calls: count.describe(
          'Calls of the current hour and the 23 before it. A call is counted after up to 30 seconds',
        ),
        mails: count.describe('Mails about access of the last 24 hours'),
        failing_webhooks: count.describe('Webhooks that fail or are disabled'),
        last_delivery_at: timestamp.nullable().describe('The last delivery of records to any collection'),
      })
      .meta({ id: 'WorkspaceUsage' }),
  })
  .meta({ id: 'OperatedWorkspace' });

const readerSeats = z.int().min(0).max(10_000_000);

/** Routes of the operator. */
export const operatorRoutes = {
  'operator.create_workspace': defineRoute('operator.create_workspace', 'POST /operator/workspaces', {
    summary: 'Create a workspace and invite its first admin',
    policy: { ...policy, effect: 'write' },
    body: z
      .strictObject({
        slug: workspaceSlug,
        name: displayName,
        reader_seats: readerSeats.optional(),
        billing_active: z.boolean().default(true),
        admin_email: email.optional(),
      })
      .meta({ id: 'WorkspaceCreate' }),
    answer: z
      .object({
        workspace: workspaceState,
        admin: z.object({ id: uuid, email: z.string(), pending: z.boolean() }).nullable(),
      })
      .meta({ id: 'WorkspaceCreated' }),
    errors: ['workspace_exists'],
  }),
  'operator.list_workspaces': defineRoute('operator.list_workspaces', 'GET /operator/workspaces', {
    summary: 'List every workspace with its usage, by name',
    policy: { ...policy, effect: 'read' },
    query: pageQuery,
    answer: z
      .object({ workspaces: z.array(operatedWorkspace), count, next_cursor: nextCursor })
      .meta({ id: 'OperatorWorkspaceList' }),
  }),
  'operator.update_workspace': defineRoute('operator.update_workspace', 'PATCH /operator/workspaces/{id}', {
    summary: 'Rename, suspend or resume a workspace; set its seats and billing',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: changesSomething(
      z.strictObject({
        name: displayName.optional(),
        reader_seats: readerSeats.optional(),
        billing_active: z.boolean().optional(),
        suspended: z.boolean().optional(),
      }),
    ).meta({ id: 'WorkspaceUpdate' }),
    answer: z.object({ workspace: workspaceState }).meta({ id: 'WorkspaceUpdated' }),
    errors: ['workspace_not_found'],
  }),
  'operator.add_person': defineRoute('operator.add_person', 'POST /operator/workspaces/{id}/people', {
    summary: 'Add a person to a workspace',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: z.strictObject(personFieldsSent).meta({ id: 'OperatorPersonAdd' }),
    answer: personWritten,
    errors: ['workspace_not_found', 'invalid_access', 'group_not_found', 'member_exists', 'seat_cap_reached'],
  }),
  'operator.create_api_key': defineRoute('operator.create_api_key', 'POST /operator/workspaces/{id}/api-keys', {
    summary: 'Create an API key of a workspace',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: apiKeyBody,
    answer: apiKeySecret,
    errors: ['workspace_not_found'],
  }),
  'operator.create_token': defineRoute('operator.create_token', 'POST /operator/workspaces/{id}/tokens', {
    summary: 'Create a pinned token of a workspace',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: tokenBody,
    answer: tokenSecret,
    errors: ['workspace_not_found', 'invalid_access', 'group_not_found'],
  }),
  'operator.create_personal_token': defineRoute(
    'operator.create_personal_token',
    'POST /operator/people/{email}/personal-tokens',
    {
      summary: 'Create a personal token for automation',
      description:
        "People use the device flow. The operator vouches for the address: it counts as that person's first sign-in.",
      policy: peoplePolicy,
      params: z.strictObject({ email: pathText }),
      body: z.strictObject({ name: displayName }).meta({ id: 'PersonalTokenCreate' }),
      answer: z
        .object({ id: uuid, name: z.string(), secret: z.string().describe('svc_pt_...; shown once') })
        .meta({ id: 'PersonalTokenSecret' }),
    },
  ),
  'operator.create_sign_in_link': defineRoute(
    'operator.create_sign_in_link',
    'POST /operator/people/{email}/sign-in-links',
    {
      summary: 'Create a link for one sign-in of a person',
      description:
        'For a person who receives no mail, such as the first admin. The link works for one sign-in within an ' +
        'hour. Anyone who has it can sign in as that address.',
      policy: peoplePolicy,
      params: z.strictObject({ email: pathText }),
      answer: z
        .object({ email: z.string(), url: z.string().describe('Shown once'), expires_at: timestamp })
        .meta({ id: 'SignInLink' }),
      errors: ['person_not_found'],
    },
  ),
} as const;
