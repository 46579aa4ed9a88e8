import type { Family } from './family.js';
import { groupOption, nameOption } from './members.js';
import { operationCommand } from './operation-command.js';

/** Readers: people who read by a magic link, which can be forwarded. */
export const readers: Family = {
  name: 'readers',
  description:
    'Readers: magic links for free shares and previews (a link can be forwarded).\nRequires an API key ' +
    'with manage_readers (SVC_TOKEN or --api-key).',
  examples: ['svc readers list', 'svc readers create guest@example.com --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'readers.list',
      examples: ['svc readers list'],
      view: {
        list: 'readers',
        columns: ['id', 'email', 'name', 'status', 'groups', 'expires_at', 'start', 'created_at', 'last_seen_at'],
      },
    }),
    operationCommand({
      name: 'create',
      operation: 'readers.create',
      positional: ['email'],
      options: { name: nameOption, groups: groupOption, send_email: { help: 'Do not e-mail the link' } },
      examples: [
        'svc readers create guest@example.com --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11',
        'svc readers create guest@example.com --no-send-email --expires-at 2027-01-31T00:00:00Z --start course/README.md',
      ],
      view: (answer, output) => {
        output.details(answer, [
          'id',
          'email',
          'name',
          'status',
          'groups',
          'expires_at',
          'start',
          'email_sent',
          'magic_link',
        ]);
        output.say(`${answer.warning} It is not shown again.`);
      },
    }),
    operationCommand({
      name: 'revoke',
      operation: 'readers.revoke',
      examples: ['svc readers revoke guest@example.com --yes'],
      question: ({ params }) => `Revoke ${String(params?.identifier)}? The link stops working at once.`,
      view: { keys: ['id', 'email', 'status'] },
    }),
    operationCommand({
      name: 'end-source',
      operation: 'readers.end_source',
      examples: ['svc readers end-source guest@example.com newsletter --yes'],
      question: ({ params }) => `End what ${String(params?.source)} grants the link of ${String(params?.identifier)}?`,
      view: { keys: ['result'] },
    }),
  ],
};
