import { z } from 'zod';
import { jsonObject, nextCursor, pageQuery, timestamp, uuid } from '../common.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';

const actorPart = z.object({ id: z.string(), name: z.string() });

/** One change, written in the same transaction as the change itself. */
export const auditEvent = z
  .object({
    id: z.string(),
    at: timestamp,
    action: z.string().describe('Such as collection.records_written or member.granted'),
    actor: z.object({
      kind: z.string().describe('Kind of credential, or system'),
      id: z.string(),
      name: z.string().describe('The agent identity, for an agent'),
      person: actorPart.optional().describe('Who did it, for a personal agent or the command line'),
      device: actorPart.optional().describe('The device, which is its personal token'),
    }),
    target: z.string().nullable().describe('What was changed'),
    detail: jsonObject,
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' });

/** One change. */
export type AuditEvent = z.infer<typeof auditEvent>;

const moment = z.iso.datetime({ offset: true }).optional();

/** The query of `GET /audit?follow`. */
export const auditFollowQuery = z.strictObject({
  follow: z.enum(['', 'true', '1']),
  after: uuid.optional().describe('Only entries after the one with this id; default: entries written after the call'),
});

/** The audit trail, for admins. */
export const auditRoutes = {
  'audit.list': defineRoute('audit.list', 'GET /audit', {
    summary: 'List what was changed in the workspace, newest first',
    description:
      'With `?follow`, the response is a stream of entries as lines of JSON (`application/x-ndjson`), oldest first, as ' +
      'they are written. Empty lines keep it open. `?follow&after=<id>` continues after an entry. The other ' +
      'parameters cannot be combined with `follow`.',
    policy: { credentials: workspaceCredentials, effect: 'read', workspace: 'one', role: 'admin' },
    query: pageQuery.extend({
      action: z.string().min(1).max(100).optional().describe('Only this action'),
      actor: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('Only entries of this actor: `actor.id`, or `actor.device.id`'),
      from: moment.describe('Only entries at or after this time'),
      to: moment.describe('Only entries before this time'),
    }),
    answer: z.object({ events: z.array(auditEvent), next_cursor: nextCursor }).meta({ id: 'AuditList' }),
  }),
} as const;
