import { capabilities } from '@tessera/contract';
import { InvalidArgumentError } from 'commander';
import type { Family } from './family.js';
import { operationCommand } from './operation-command.js';
import { commaSeparated, type OptionShape } from './options.js';

/** The note next to a secret. */
export const shownOnce = 'The secret is shown only once: store it now.';

/** The sentence of a question about what a rotation ends. */
export function endOfEarlier(body: unknown, earlier = 'Its old secret'): string {
  const hours = Number((body as { overlap_hours?: unknown } | undefined)?.overlap_hours ?? 0);
  return hours === 0 ? `${earlier} stops working at once.` : `${earlier} works for ${hours} more hours.`;
}

/** What the commands that end an earlier secret show. */
export const endPreviousView = { keys: ['ended'] } as const;

/** Options of a new API key, for admins and operators. */
export const keyOptions: Readonly<Record<string, OptionShape>> = {
  capability: { omit: true },
  capabilities: {
    flags: `--capability <${capabilities.join('|')}>`,
    help: 'What the key may do; repeat for more',
    aliases: ['--capabilities <names>'],
    read: (text, previous) => {
      const known: readonly string[] = capabilities;
      const unknown = text.split(',').find((name) => !known.includes(name));
      if (unknown !== undefined) throw new InvalidArgumentError(`Allowed: ${capabilities.join(', ')}.`);
      return commaSeparated(text, previous);
    },
  },
};

/** The keys of a new or rotated API key that are shown. */
export const keySecretView = {
  keys: ['id', 'name', 'capabilities', 'secret', 'previous_expires_at'],
  note: shownOnce,
} as const;

/** The commands on API keys of the workspace. */
export const keys: Family = {
  name: 'keys',
  description: 'API keys, with which a backend manages members, groups and magic links. For admins.',
  examples: ['svc keys list', 'svc keys create billing --capability manage_members'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'api_keys.list',
      examples: ['svc keys list'],
      view: {
        list: 'api_keys',
        columns: ['id', 'name', 'capabilities', 'hint', 'status', 'created_at', 'last_used_at'],
      },
    }),
    operationCommand({
      name: 'create',
      operation: 'api_keys.create',
      positional: ['name'],
      options: keyOptions,
      examples: ['svc keys create billing --capability manage_members --capability manage_permissions'],
      view: keySecretView,
    }),
    operationCommand({
      name: 'rotate',
      operation: 'api_keys.rotate',
      examples: ['svc keys rotate 6f1c9f36-2b8f-4d2e-8f6d-0f2a5c1b7e90 --overlap-hours 24 --yes'],
      question: ({ params, body }) => `Rotate key ${String(params?.id)}? ${endOfEarlier(body)}`,
      view: keySecretView,
    }),
    operationCommand({
      name: 'end-previous',
      operation: 'api_keys.end_previous',
      examples: ['svc keys end-previous 6f1c9f36-2b8f-4d2e-8f6d-0f2a5c1b7e90 --yes'],
      question: ({ params }) => `End the earlier secret of key ${String(params?.id)} now?`,
      view: endPreviousView,
    }),
    operationCommand({
      name: 'revoke',
      operation: 'api_keys.revoke',
      examples: ['svc keys revoke 6f1c9f36-2b8f-4d2e-8f6d-0f2a5c1b7e90 --yes'],
      question: ({ params }) => `Permanently revoke key ${String(params?.id)}?`,
      view: { keys: ['id', 'status'] },
    }),
  ],
};
