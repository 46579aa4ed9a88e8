import { z } from 'zod';
import { count, nextCursor, pageQuery, text, uuid } from '../common.js';
import { errorCodes } from '../errors.js';
import { limits } from '../limits.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { accessEntry, groupPaths } from './schemas.js';

const reads = { credentials: settingsCredentials, workspace: 'one', role: 'admin', effect: 'read' } as const;

const documentPath = text(limits.pathCharacters).min(1).describe('A document path such as handbook/pricing.md');

/** Kinds of holders of groups. */
export const holderKinds = ['membership', 'reader', 'token'] as const;

/** A kind of holder of groups. */
export type HolderKind = (typeof holderKinds)[number];

const holderReference = z
  .string()
  .regex(/^(membership|reader|token):[0-9a-f-]{36}$/i, { error: 'must be membership:, reader: or token: and an id' })
  .transform((value) => {
    const [kind, id] = value.split(':') as [HolderKind, string];
    return { kind, id: id.toLowerCase() };
  })
  .meta({ type: 'string', description: '`membership:<id>`, `reader:<id>` or `token:<id>`' });

const accessReason = z
  .enum(['unconfined', 'pattern_matches', 'no_pattern_matches', 'no_groups', 'revoked', 'expired', 'not_started'])
  .describe('Why it can or cannot be read');

const matches = z
  .array(accessEntry.omit({ paths: true }).extend({ pattern: z.string() }))
  .describe('All patterns of their groups that match the path');

const holderFields = {
  kind: z.enum(holderKinds),
  id: uuid,
  name: z.string(),
  email: z.string().nullable().describe('null for a token'),
};

/** Routes for admins that explain which documents patterns match, and who can read a path. */
export const explanationRoutes = {
  'settings.preview_group': defineRoute('settings.preview_group', 'POST /settings/groups/preview', {
    summary: 'Show which documents patterns would match, without saving them',
    isRepeatable: true,
    policy: reads,
    body: z
      .strictObject({
        paths: groupPaths,
        replaces: uuid.optional().describe('The group whose patterns these would replace'),
      })
      .meta({ id: 'GroupPreviewRequest' }),
    answer: z
      .object({
        patterns: z.array(
          z.object({
            pattern: z.string(),
            documents: count.describe('Documents that it matches'),
            hint: z.string().optional().describe('What to write instead, where it matches nothing'),
            refused: z
              .object({ code: z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes]), message: z.string() })
              .optional(),
          }),
        ),
        count: count.describe('Documents that at least one pattern matches'),
        documents: z
          .array(z.object({ path: z.string(), patterns: z.array(z.string()) }))
          .describe(`The first ${limits.previewedDocuments} by path, each with the patterns that match it`),
        gained: z
          .array(z.string())
          .describe(`Documents that the replaced group does not match; the first ${limits.previewedDocuments}`),
        lost: z
          .array(z.string())
          .describe(`Documents that only the replaced group matches; the first ${limits.previewedDocuments}`),
      })
      .meta({ id: 'GroupPreview' }),
    errors: ['group_not_found'],
  }),
  'settings.explain_access': defineRoute('settings.explain_access', 'GET /settings/access/explain', {
    summary: 'Show whether someone can read a document path, and through which patterns',
    policy: reads,
    query: z.strictObject({ path: documentPath, holder: holderReference }),
    answer: z
      .object({
        path: z.string(),
        exists: z.boolean().describe('Whether there is a document of this path'),
        holder: z.object(holderFields),
        readable: z.boolean(),
        reason: accessReason,
        matches,
      })
      .meta({ id: 'HolderAccessExplanation' }),
    errors: ['person_not_found', 'reader_not_found', 'token_not_found'],
  }),
  'settings.list_holders': defineRoute('settings.list_holders', 'GET /settings/access/holders', {
    summary: 'List everyone who can read a document path, by name',
    policy: reads,
    query: pageQuery.extend({ path: documentPath }),
    answer: z
      .object({
        holders: z.array(z.object({ ...holderFields, reason: accessReason, matches })),
        count,
        next_cursor: nextCursor,
      })
      .meta({ id: 'PathHolders' }),
  }),
} as const;
