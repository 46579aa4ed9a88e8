import { z } from 'zod';
import { changesSomething, groupIds } from '../common.js';
import { limits } from '../limits.js';
import { guardWrites } from '../misplaced.js';
import { offer, offerFields } from '../offers.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { language } from './languages.js';
import { logoCharacters, logoPattern, logoProblem } from './logo.js';
import { displayName, workspaceState } from './schemas.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

/** The color of a workspace's pages. */
export const workspaceColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #0b5566' })
  .toLowerCase();

/** The logo on a workspace's pages, as a data URL. */
export const workspaceLogo = z
  .string()
  .superRefine((value, context) => {
    const message = logoProblem(value);
    if (message !== undefined) {
      context.addIssue({ code: 'custom', message });
    }
  })
  .meta({ pattern: logoPattern, maxLength: logoCharacters });

/** The name of a host whose frames pages show after a click. */
export const embedHost = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: 'must be the name of a host, such as youtube-nocookie.com',
  });

const directoryRole = z.enum(['reader', 'editor', 'admin']);

/** The role of people with a value of the claim. */
export type DirectoryRole = z.infer<typeof directoryRole>;

/** What people with one value of the claim get in the workspace. */
export const directoryEntry = z.strictObject({
  groups: groupIds.optional().describe('Groups that they read; editors without groups are not confined'),
  role: directoryRole.default('reader'),
});

/** How a directory decides about the people of a workspace. */
export const workspaceDirectory = z
  .strictObject({
    issuer: z
      .url({ protocol: /^https?$/ })
      .max(limits.offerUrlCharacters)
      .describe('Issuer of the OpenID Connect provider'),
    create: z.boolean().default(false).describe('Whether a sign-in adds people who are not members'),
    groups: z
      .record(z.string().min(1).max(limits.nameCharacters), directoryEntry)
      .refine((groups) => Object.keys(groups).length <= limits.directoryValues, {
        error: `must have at most ${limits.directoryValues} values`,
      })
      .describe('What each value of the claim gives'),
  })
  .meta({ id: 'WorkspaceDirectory' });

/** The parsed form of `workspaceDirectory`. */
export type WorkspaceDirectory = z.infer<typeof workspaceDirectory>;

const workspaceDetails = workspaceState
  .extend({
    color: z.string().nullable().describe('Colour of its pages as #rrggbb; null: the colour of the service'),
    logo: z.string().nullable().describe('Data URL of the logo on its pages; null: none'),
    language: language.describe('Of pages and mails where neither the person nor their browser asks for another'),
    offer: z
      .object({ show_locked: z.boolean(), ...offer.shape })
      .describe('What is shown of documents that a reader may not read'),
    embeds: z.array(z.string()).describe('Hosts whose frames pages show after a click'),
    guard_writes: guardWrites.describe('How a write that seems meant for another workspace is treated'),
    directory: workspaceDirectory.nullable().describe('What a sign-in at the provider grants; null: nothing'),
  })
  .meta({ id: 'WorkspaceDetails' });
const answer = z.object({ workspace: workspaceDetails }).meta({ id: 'WorkspaceSettings' });

/** The settings of a workspace's admins; seats, billing and suspension are the operator's. */
export const workspaceSettingsRoutes = {
  'settings.get_workspace': defineRoute('settings.get_workspace', 'GET /settings/workspace', {
    summary: 'Show the workspace with its seats and billing',
    policy: { ...admin, effect: 'read' },
    answer,
  }),
  'settings.update_workspace': defineRoute('settings.update_workspace', 'PATCH /settings/workspace', {
    summary:
      'Rename the workspace, and set its appearance, language, offer, embeds, directory, query log and guard of writes',
    policy: { ...admin, effect: 'write' },
    body: changesSomething(
      z.strictObject({
        name: displayName.optional(),
        query_log_days: z
          .int()
          .min(0)
          .max(limits.queryLogDaysMax)
          .optional()
          .describe('Days for which queries of collections are kept; 0 keeps none and deletes the existing ones'),
        offer: z
          .strictObject({
            show_locked: z
              .boolean()
              .optional()
              .describe(
                'Whether documents of groups on sale are listed by title for everyone, and lead to the offer. A group is ' +
                  'on sale if it has `for_sale` or an offer of its own',
              ),
            ...offerFields,
          })
          .optional()
          .describe('Keys that are not sent stay unchanged'),
        embeds: z
          .array(embedHost)
          .max(limits.embedHosts)
          .optional()
          .describe('Hosts, also with www., whose frames pages show after a click, such as youtube-nocookie.com'),
        guard_writes: guardWrites
          .optional()
          .describe(
            "For a person's agent that writes what is known in another of their workspaces and not here: `say` writes " +
              'and warns, `ask` asks the person first',
          ),
        language: language
          .optional()
          .describe('Language of pages and mails where neither the person nor their browser asks for another'),
        directory: workspaceDirectory
          .nullish()
          .describe(
            'What a sign-in at the provider grants, by the values of `SVC_OIDC_GROUPS_CLAIM`: the share of source ' +
              '`oidc`. null: nothing, and the share ends at the next sign-in',
          ),
        color: workspaceColor.nullish().describe('Colour of its pages, such as #0b5566; null removes it'),
        logo: workspaceLogo
          .nullish()
          .describe(
            `Logo on its pages: a data URL of a PNG, JPEG or WebP image of at most ${limits.logoBytes} bytes; null removes it`,
          ),
      }),
    ).meta({ id: 'WorkspaceSettingsUpdate' }),
    answer,
    errors: ['group_not_found'],
  }),
} as const;
