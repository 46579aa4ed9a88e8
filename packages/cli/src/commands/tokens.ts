import type { Family } from './family.js';
import { endOfEarlier, endPreviousView, shownOnce } from './keys.js';
import { groupOption } from './members.js';
import { operationCommand } from './operation-command.js';

/** Options of a new pinned token, for admins and operators. */
export const tokenOptions = {
  role: { help: 'Role of the agent in the workspace' },
  access: { help: 'Whether the agent may write' },
  collections: {
    help: 'The most that the agent may do in any collection; `write` for one that only works with records',
  },
  groups: {
    ...groupOption,
    help:
      'Confine the token to this group; repeat for more; without it the role reader sees nothing, and other ' +
      'roles are not confined',
  },
} as const;

/** The keys of a new or rotated pinned token that are shown. */
export const tokenSecretView = {
  keys: ['id', 'name', 'role', 'access', 'collections', 'groups', 'expires_at', 'secret', 'previous_expires_at'],
  note: shownOnce,
} as const;

/** The commands on pinned tokens, each of which represents one agent. */
export const tokens: Family = {
  name: 'tokens',
  description: 'Pinned tokens: each is for one agent in one workspace. For admins.',
  examples: ['svc tokens list', 'svc tokens create catalog-sync --role member --access read_write --collections write'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'tokens.list',
      examples: ['svc tokens list'],
      view: {
        list: 'tokens',
        columns: [
          'id',
          'name',
          'role',
          'access',
          'collections',
          'groups',
          'hint',
          'status',
          'expires_at',
          'last_used_at',
        ],
      },
    }),
    operationCommand({
      name: 'create',
      operation: 'tokens.create',
      positional: ['name'],
      options: tokenOptions,
      examples: [
        'svc tokens create catalog-sync --role member --access read_write --collections write',
        'svc tokens create preview --role reader --access read_only --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11',
        'svc tokens create trial --role member --access read_only --expires-at 2027-01-31T00:00:00Z',
      ],
      view: tokenSecretView,
    }),
    operationCommand({
      name: 'rotate',
      operation: 'tokens.rotate',
      examples: ['svc tokens rotate 3d7b8f0a-52f1-4c8e-9a34-b1c6f0e2d755 --overlap-hours 24 --yes'],
      question: ({ params, body }) => `Rotate token ${String(params?.id)}? ${endOfEarlier(body)}`,
      view: tokenSecretView,
    }),
    operationCommand({
      name: 'end-previous',
      operation: 'tokens.end_previous',
      examples: ['svc tokens end-previous 3d7b8f0a-52f1-4c8e-9a34-b1c6f0e2d755 --yes'],
      question: ({ params }) => `End the earlier secret of token ${String(params?.id)} now?`,
      view: endPreviousView,
    }),
    operationCommand({
      name: 'revoke',
      operation: 'tokens.revoke',
      examples: ['svc tokens revoke 3d7b8f0a-52f1-4c8e-9a34-b1c6f0e2d755 --yes'],
      question: ({ params }) => `Permanently revoke token ${String(params?.id)}?`,
      view: { keys: ['id', 'status'] },
    }),
  ],
};
