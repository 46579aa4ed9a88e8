import { z } from 'zod';
import { count, jsonObject, nextCursor, pageQuery, pathText, timestamp, uuid, workspaceReference } from '../common.js';
import { idParams } from '../identity/schemas.js';
import { defineRoute } from '../route.js';

const policy = { credentials: ['operator'], workspace: 'none' } as const;

const operatorEvent = z
  .object({
    id: uuid,
    at: timestamp,
    action: z.string().describe('Such as workspace.deleted or person.erased'),
    actor: z.string().nullable().describe('Name of the operator token; null for the service itself'),
    target: z.string().describe('Id of the workspace, person or token'),
    detail: jsonObject,
    request_id: z.string().nullable(),
  })
  .meta({ id: 'OperatorEvent' });

const mail = z
  .object({
    id: uuid,
    to: z.string(),
    status: z.enum(['queued', 'lost']),
    attempts: count,
    reason: z.string().nullable().describe('Why the last attempt failed; null before its end'),
    request_id: z.string().nullable().describe('Entries of the log with this id have the words of the mail server'),
    created_at: timestamp,
    next_attempt_at: timestamp.nullable(),
    give_up_at: timestamp,
  })
  .meta({ id: 'Mail' });

/** Routes that delete a workspace or erase a person. */
export const leavingRoutes = {
  'operator.delete_workspace': defineRoute('operator.delete_workspace', 'DELETE /operator/workspaces/{id}', {
    summary: 'Delete a workspace with everything in it',
    description:
      'Every credential of the workspace ends at once, and its slug is free. Its rows are deleted piece by piece. The ' +
      'answer is `deleting` while rows remain: the service goes on by itself, and the same call reports how far it is. ' +
      'Once everything is deleted, the workspace is not found.',
    policy: { ...policy, operatorScope: 'workspaces', effect: 'write' },
    params: idParams,
    body: z
      .strictObject({ slug: z.string().describe('The slug of the workspace, to confirm') })
      .meta({ id: 'WorkspaceDelete' }),
    answer: z
      .object({
        workspace: workspaceReference,
        status: z.enum(['deleted', 'deleting']),
        rows_deleted: z.int().min(0).describe('Rows of the database that this call deleted'),
      })
      .meta({ id: 'WorkspaceDeleted' }),
    errors: ['workspace_not_found'],
  }),
  'operator.erase_person': defineRoute('operator.erase_person', 'DELETE /operator/people/{email}', {
    summary: 'Erase a person from every workspace',
    description:
      'Sessions, devices, tokens and magic links of the address end at once. The address and the names leave ' +
      'memberships, audit logs, webhook deliveries and mails that are kept; audit logs keep an opaque id in their place. ' +
      'A call that was interrupted is repeated: it goes on where it stopped.',
    policy: { ...policy, effect: 'write' },
    params: z.strictObject({ email: pathText }),
    answer: z
      .object({
        id: uuid.describe('What audit logs name in place of the address'),
        status: z.literal('erased'),
        memberships: count,
        readers: count.describe('Magic links'),
        audit_entries: count.describe('Entries of audit logs that were changed'),
        mails: count.describe('Mails in the data folder that were deleted'),
        workspaces: z.array(workspaceReference).describe('Where the person was a member or reader'),
        remains: z.array(z.string()).describe('What may still name the person, and what to do about it'),
      })
      .meta({ id: 'PersonErased' }),
    errors: ['person_not_found'],
  }),
  'operator.list_events': defineRoute('operator.list_events', 'GET /operator/audit', {
    summary: 'List what operators did, newest first',
    description: 'The audit log of a workspace is deleted with it. These entries stay.',
    policy: { ...policy, effect: 'read' },
    query: pageQuery,
    answer: z.object({ events: z.array(operatorEvent), next_cursor: nextCursor }).meta({ id: 'OperatorEventList' }),
  }),
  'operator.list_mails': defineRoute('operator.list_mails', 'GET /operator/mails', {
    summary: 'List the mails that the mail server has not accepted, newest first',
    description:
      'A mail is tried for a day, and one with a code while the code is valid. Lost mails are listed for 30 days.',
    policy: { ...policy, effect: 'read' },
    query: pageQuery,
    answer: z.object({ mails: z.array(mail), next_cursor: nextCursor }).meta({ id: 'MailList' }),
  }),
} as const;
