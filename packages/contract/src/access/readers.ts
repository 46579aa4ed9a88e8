import { z } from 'zod';
import {
  count,
  groupIds,
  optionalNextCursor,
  optionalPageQuery,
  timestamp,
  uuid,
  workspaceReference,
  zonedTimestamp,
} from '../common.js';
import { documentPath } from '../documents/path.js';
import { limits } from '../limits.js';
import { defineRoute } from '../route.js';
import {
  endOfSource,
  endResult,
  granteeFields,
  grantStatus,
  groupIdList,
  identifierParams,
  sourceFields,
} from './schemas.js';

const policy = { credentials: ['api_key'], workspace: 'one', capability: 'manage_readers' } as const;

/** The warning in the answer to every new link. */
export const readerWarning = 'Anyone with this link can view without signing in.';

/** The result of a statement about a magic link. */
const stated = z.enum(['granted', 'regranted', 'updated', 'stale']);

const readerFields = {
  id: uuid,
  email: z.string(),
  name: z.string(),
  status: grantStatus,
  groups: groupIdList,
  expires_at: timestamp.nullable().describe('When the link expires; null: never'),
  start: z.string().nullable().describe('The document that the link opens; null: the first page'),
};

const listedReader = z
  .object({
    ...readerFields,
    created_at: timestamp,
    last_seen_at: timestamp
      .nullable()
      .describe('When the reader last looked at a page; programs that follow the link do not count'),
  })
  .meta({ id: 'Reader' });

/** Routes of magic links: an older, forwardable kind of grant for free samples and previews. */
export const readerRoutes = {
  'readers.create': defineRoute('readers.create', 'POST /v1/readers', {
    summary: 'Create a magic link, which can be forwarded',
    description:
      'A second call for the e-mail address of an active reader creates a new link and ends the old one. Omitted ' +
      'keys stay unchanged.',
    policy: { ...policy, effect: 'write', bucket: 'grants_and_writes' },
    body: z
      .strictObject({
        ...granteeFields,
        groups: groupIds
          .optional()
          .describe(
            'Groups that decide what can be read; none: nothing. Default: the groups of an active reader, else none',
          ),
        expires_at: zonedTimestamp
          .nullish()
          .describe('When the link expires; null: never. Default: the expiry of an active reader, else never'),
        ...sourceFields,
        start: documentPath.nullish().describe('The document that the link opens; null: the first page'),
      })
      .meta({ id: 'ReaderCreate' }),
    answer: z
      .object({
        ...readerFields,
        id: uuid.nullable().describe('null: the result is `stale`, and the address has no link'),
        result: stated.describe('`stale`: nothing has changed, and there is no new link'),
        magic_link: z.string().nullable().describe('{magic_link_base}/r?token=<token>; shown once'),
        warning: z.string(),
        hint: z.string().optional().describe('Present if the groups of the link do not show the document of `start`'),
        email_sent: z.boolean(),
        workspace: workspaceReference,
      })
      .meta({ id: 'ReaderCreated' }),
    errors: ['group_not_found', 'storage_full'],
  }),
  'readers.list': defineRoute('readers.list', 'GET /v1/readers', {
    summary: 'List magic links; no link is shown again',
    policy: { ...policy, effect: 'read', bucket: 'lists_and_revokes' },
    query: optionalPageQuery,
    answer: z
      .object({
        readers: z.array(listedReader),
        count,
        next_cursor: optionalNextCursor,
      })
      .meta({ id: 'ReaderList' }),
  }),
  'readers.revoke': defineRoute('readers.revoke', 'DELETE /v1/readers/{identifier}', {
    summary: 'Revoke a magic link: it stops working at once',
    policy: { ...policy, effect: 'write', endsAccess: true, bucket: 'lists_and_revokes' },
    params: identifierParams,
    answer: z
      .object({ id: uuid, email: z.string(), status: z.literal('revoked'), workspace: workspaceReference })
      .meta({ id: 'ReaderRevoked' }),
    errors: ['reader_not_found'],
  }),
  'readers.end_source': defineRoute('readers.end_source', 'DELETE /v1/readers/{identifier}/sources/{source}', {
    summary: 'End what one source grants a magic link',
    description:
      'The link shows what other sources grant, and stops working without any. The end of an unknown source, also of ' +
      `an unknown address, is remembered for ${limits.endedSourceDays} days.`,
    policy: { ...policy, effect: 'write', endsAccess: true, bucket: 'lists_and_revokes' },
    ...endOfSource,
    answer: z
      .object({
        result: endResult,
        reader: listedReader.nullable().describe('null: the address has no link'),
        workspace: workspaceReference,
      })
      .meta({ id: 'ReaderSourceEnded' }),
    errors: ['reader_not_found'],
  }),
} as const;
