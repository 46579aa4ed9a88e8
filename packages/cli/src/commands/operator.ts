import { cell } from '../output/text.js';
import type { Family } from './family.js';
import { followDeletion } from './follow-deletion.js';
import { keyOptions, keySecretView, shownOnce } from './keys.js';
import { operationCommand } from './operation-command.js';
import { trueOrFalse } from './options.js';
import { personOptions, personView } from './people.js';
import { tokenOptions, tokenSecretView } from './tokens.js';

const stateKeys = ['id', 'slug', 'name', 'reader_seats', 'seats_used', 'billing_active', 'suspended', 'query_log_days'];
const argumentHelp = { id: 'Id of the workspace, as in list-workspaces', name: 'Display name' };
const stateOptions = {
  reader_seats: { help: 'Maximum number of members' },
  billing_active: {
    flags: '--billing-active <true|false>',
    help: 'Whether members can be granted access',
    read: trueOrFalse,
  },
} as const;
const workspace = '2f4e6a8c-1b3d-4f5a-8c7e-9d0b1a2c3e4f';

/** The commands of the operator. */
export const operator: Family = {
  name: 'operator',
  description:
    'For the operator: workspaces, first admins and credentials for automation.\nRequires the operator token ' +
    '(SVC_OPERATOR_TOKEN or --token).',
  examples: ['svc operator list-workspaces', 'svc operator create-workspace acme Acme --admin-email ada@example.com'],
  commands: [
    operationCommand({
      name: 'list-workspaces',
      operation: 'operator.list_workspaces',
      examples: ['svc operator list-workspaces'],
      view: { list: 'workspaces', columns: stateKeys },
    }),
    operationCommand({
      name: 'create-workspace',
      operation: 'operator.create_workspace',
      positional: ['slug', 'name'],
      options: { ...stateOptions, admin_email: { help: 'Address of the first admin, who is invited' } },
      examples: ["svc operator create-workspace acme 'Acme Ltd' --admin-email ada@example.com --reader-seats 500"],
      view: (answer, output) => {
        output.details(answer.workspace, stateKeys);
        if (answer.admin !== null) output.say(`Admin: ${cell(answer.admin.email)}`);
      },
    }),
    operationCommand({
      name: 'update-workspace',
      operation: 'operator.update_workspace',
      argumentHelp,
      options: {
        ...stateOptions,
        name: { help: 'New display name' },
        suspended: { help: 'Whether all writes are refused' },
      },
      examples: [
        `svc operator update-workspace ${workspace} --suspended true`,
        `svc operator update-workspace ${workspace} --reader-seats 1000`,
      ],
      view: (answer, output) => output.details(answer.workspace, stateKeys),
    }),
    operationCommand({
      name: 'delete-workspace',
      operation: 'operator.delete_workspace',
      argumentHelp,
      examples: [`svc operator delete-workspace ${workspace} --slug acme`],
      question: ({ params }) =>
        `Permanently delete workspace ${String(params?.id)} with all its repos, collections and members?`,
      view: (answer, output) =>
        output.details({ ...answer.workspace, ...answer }, ['id', 'slug', 'status', 'rows_deleted']),
      afterwards: followDeletion,
    }),
    operationCommand({
      name: 'erase-person',
      operation: 'operator.erase_person',
      argumentHelp,
      examples: ['svc operator erase-person ada@example.com'],
      question: ({ params }) => `Permanently erase ${String(params?.email)} from every workspace?`,
      view: (answer, output) => {
        output.details(answer, ['id', 'memberships', 'readers', 'audit_entries', 'mails']);
        for (const line of answer.remains) output.say(line);
      },
    }),
    operationCommand({
      name: 'audit',
      operation: 'operator.list_events',
      examples: ['svc operator audit'],
      view: { list: 'events', columns: ['at', 'action', 'target', 'detail'] },
    }),
    operationCommand({
      name: 'mails',
      operation: 'operator.list_mails',
      examples: ['svc operator mails'],
      view: {
        list: 'mails',
        columns: ['created_at', 'to', 'status', 'attempts', 'reason', 'request_id'],
        nothing:
          'No mail is queued or lost. Without a mail server (SVC_SMTP_URL), mails are files in `mail/` of the data folder, which are not listed.',
      },
    }),
    operationCommand({
      name: 'add-person',
      operation: 'operator.add_person',
      argumentHelp,
      positional: ['email'],
      options: personOptions,
      examples: [`svc operator add-person ${workspace} ada@example.com --role admin`],
      view: personView,
    }),
    operationCommand({
      name: 'create-api-key',
      operation: 'operator.create_api_key',
      argumentHelp,
      positional: ['name'],
      options: keyOptions,
      examples: [`svc operator create-api-key ${workspace} billing --capability manage_members`],
      view: keySecretView,
    }),
    operationCommand({
      name: 'create-token',
      operation: 'operator.create_token',
      argumentHelp,
      positional: ['name'],
      options: tokenOptions,
      examples: [`svc operator create-token ${workspace} catalog-sync --role admin --access read_write`],
      view: tokenSecretView,
    }),
    operationCommand({
      name: 'create-personal-token',
      operation: 'operator.create_personal_token',
      argumentHelp,
      positional: ['name'],
      examples: ["svc operator create-personal-token ada@example.com 'nightly job'"],
      view: { keys: ['id', 'name', 'secret'], note: shownOnce },
    }),
    operationCommand({
      name: 'create-sign-in-link',
      operation: 'operator.create_sign_in_link',
      argumentHelp,
      examples: ['svc operator create-sign-in-link ada@example.com'],
      view: { keys: ['email', 'url', 'expires_at'], note: shownOnce },
    }),
  ],
};
