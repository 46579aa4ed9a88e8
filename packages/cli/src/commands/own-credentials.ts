import { cell } from '../output/text.js';
import type { Family } from './family.js';
import { operationCommand } from './operation-command.js';

/** The commands on a person's own browser sessions. */
export const sessions: Family = {
  name: 'sessions',
  description: 'Your own browser sessions.',
  examples: ['svc sessions list'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'sessions.list',
      examples: ['svc sessions list'],
      view: (answer, output) =>
        output.rows(
          answer.sessions.map((session) => ({ ...session, workspace: session.workspace?.slug })),
          ['id', 'device', 'workspace', 'created_at', 'last_used_at', 'expires_at'],
        ),
    }),
    operationCommand({
      name: 'revoke',
      operation: 'sessions.revoke',
      examples: ['svc sessions revoke 5e4d3c2b-1a09-4876-9543-210fedcba987 --yes'],
      question: ({ params }) => `End session ${String(params?.id)}?`,
      view: { keys: ['id', 'status'] },
    }),
  ],
};

/** The commands on a person's own devices, which have personal tokens. */
export const devices: Family = {
  name: 'devices',
  description: 'Your own signed-in devices, each with its personal token.',
  examples: ['svc devices list'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'devices.list',
      examples: ['svc devices list'],
      view: { list: 'devices', columns: ['id', 'name', 'hint', 'created_at', 'last_used_at', 'current'] },
    }),
    operationCommand({
      name: 'revoke',
      operation: 'devices.revoke',
      examples: ['svc devices revoke 5e4d3c2b-1a09-4876-9543-210fedcba987 --yes'],
      question: ({ params }) => `Sign out device ${cell(params?.id)}?`,
      view: { keys: ['id', 'status'] },
    }),
  ],
};
