import { z } from 'zod';
import { changesSomething, count, email, nextCursor, pageQuery, pathText, timestamp, uuid } from '../common.js';
import { endpoint } from '../endpoints.js';
import {
  apiKeyBody,
  apiKeySecret,
  displayName,
  idParams,
  personFieldsSent,
  personWritten,
  tokenBody,
  tokenSecret,
  workspaceState,
} from '../identity/schemas.js';
import { defineRoute } from '../route.js';

const policy = { credentials: ['operator'], workspace: 'none' } as const;

const workspaceSlug = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/, {
    error: 'must be 1-64 of a-z, 0-9 and -, starting and ending with a letter or digit',
  })
  .meta({ id: 'WorkspaceSlug' });

const readerSeats = z.int().min(0).max(10_000_000);

/** Routes of whoever runs the server. */
export const operatorRoutes = {
  'operator.create_workspace': defineRoute({
    ...endpoint('operator.create_workspace'),
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
  'operator.list_workspaces': defineRoute({
    ...endpoint('operator.list_workspaces'),
    summary: 'List every workspace, by name',
    policy: { ...policy, effect: 'read' },
    query: pageQuery,
    answer: z
      .object({ workspaces: z.array(workspaceState), count, next_cursor: nextCursor })
      .meta({ id: 'OperatorWorkspaceList' }),
  }),
  'operator.update_workspace': defineRoute({
    ...endpoint('operator.update_workspace'),
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
  'operator.add_person': defineRoute({
    ...endpoint('operator.add_person'),
    summary: 'Put a person into a workspace',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: z.strictObject(personFieldsSent).meta({ id: 'OperatorPersonAdd' }),
    answer: personWritten,
    errors: ['workspace_not_found', 'invalid_access', 'group_not_found', 'member_exists', 'seat_cap_reached'],
  }),
  'operator.create_api_key': defineRoute({
    ...endpoint('operator.create_api_key'),
    summary: 'Create an API key of a workspace',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: apiKeyBody,
    answer: apiKeySecret,
    errors: ['workspace_not_found'],
  }),
  'operator.create_token': defineRoute({
    ...endpoint('operator.create_token'),
    summary: 'Create a pinned token of a workspace',
    policy: { ...policy, effect: 'write' },
    params: idParams,
    body: tokenBody,
    answer: tokenSecret,
    errors: ['workspace_not_found', 'invalid_access', 'group_not_found'],
  }),
  'operator.create_personal_token': defineRoute({
    ...endpoint('operator.create_personal_token'),
    summary: 'Create a personal token for automation',
    description:
      "People use the device flow. The operator vouches for the address: it counts as that person's first sign-in.",
    policy: { ...policy, effect: 'write' },
    params: z.strictObject({ email: pathText }),
    body: z.strictObject({ name: displayName }).meta({ id: 'PersonalTokenCreate' }),
    answer: z
      .object({ id: uuid, name: z.string(), secret: z.string().describe('svc_pt_...; shown once') })
      .meta({ id: 'PersonalTokenSecret' }),
  }),
  'operator.create_sign_in_link': defineRoute({
    ...endpoint('operator.create_sign_in_link'),
    summary: 'Create a link with which a person signs in once',
    description:
      'For whom no mail reaches, such as the first admin. The link is good for an hour and for one sign-in; whoever has ' +
      'it signs in as that address.',
    policy: { ...policy, effect: 'write' },
    params: z.strictObject({ email: pathText }),
    answer: z
      .object({ email: z.string(), url: z.string().describe('Shown once'), expires_at: timestamp })
      .meta({ id: 'SignInLink' }),
    errors: ['person_not_found'],
  }),
} as const;
