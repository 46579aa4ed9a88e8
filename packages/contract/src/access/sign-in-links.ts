import { z } from 'zod';
import { timestamp, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { settingsCredentials } from '../policy.js';
import { defineAlias, defineRoute } from '../route.js';
import { identifierParams } from './schemas.js';

/**
 * A path of this service with its query. Browsers read a backslash as a slash and drop tabs and line feeds, so
 * `/\evil.example` would lead to another site.
 */
export const localPathPattern = /^\/(?![/\\])[!-[\]-~]*$/;

const localPath = z
  .string()
  .max(limits.linkedPathCharacters)
  .regex(localPathPattern, { error: 'must be a path of this service such as /d/course/, percent-encoded' });

const create = defineRoute('members.create_sign_in_link', 'POST /v1/members/{identifier}/sign-in-link', {
  summary: 'Create a link that signs a member in once',
  description:
    `The link works for ${limits.memberLinkSeconds / 60} minutes and once, when the person presses the button on its page. ` +
    'Its browser session reaches this workspace alone, as a member, and ends with the grant. Show the link ' +
    'only to the person whose payment or sign-in you have checked.',
  policy: {
    credentials: ['api_key'],
    workspace: 'one',
    capability: 'create_sign_in_links',
    effect: 'write',
    bucket: 'grants_and_writes',
  },
  params: identifierParams,
  body: z
    .strictObject({ next: localPath.optional().describe('The path that the link opens; default: the first page') })
    .meta({ id: 'SignInLinkCreate' }),
  optionalBody: true,
  answer: z
    .object({
      url: z.string().describe('Shown once'),
      expires_at: timestamp,
      workspace: workspaceReference,
    })
    .meta({ id: 'MemberSignInLink' }),
  errors: ['member_not_found', 'member_revoked'],
});

/** Routes of the links that lead a shop's customer from the payment to the purchased documents. */
export const memberLinkRoutes = {
  'members.create_sign_in_link': create,
  'settings.create_sign_in_link': defineAlias(
    'settings.create_sign_in_link',
    'POST /settings/members/{identifier}/sign-in-link',
    create,
    { credentials: settingsCredentials, workspace: 'one', role: 'admin', effect: 'write' },
  ),
} as const;
