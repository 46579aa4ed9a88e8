import { readMembers, UnusableInput } from '@tessera/client';
import { accessLevels } from '@tessera/contract';
import { usageFailure } from '../failure.js';
import { openInput } from '../import/input.js';
import { openRecords } from '../import/open-records.js';
import type { CallParts } from '../session/session.js';
import type { Family } from './family.js';
import { type Invocation, operationCommand } from './operation-command.js';
import { repeated } from './options.js';

/** `--group` wherever an identity is given groups. */
export const groupOption = { flags: '--group <id>', aliases: ['--groups <id>'] } as const;
/** `--name` wherever someone is named for the first time. */
export const nameOption = { help: 'Display name; default: the e-mail' } as const;
/** `--no-send-email` wherever someone is invited. */
export const sendEmailOption = { help: 'Do not e-mail the invite' } as const;

const accessColumns = ['group_id', 'name', 'access', 'paths'];

/** Identity-bound members: the grant for paid access. */
export const members: Family = {
  name: 'members',
  description:
    'Members: people with read access, bound to their own sign-in.\nRequires an API key with manage_members, ' +
    'and with manage_permissions for access (SVC_TOKEN or --api-key).',
  examples: ['svc members list', 'svc members grant ada@example.com --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11'],
  commands: [
    operationCommand({
      name: 'list',
      operation: 'members.list',
      examples: ['svc members list', 'svc members list --limit 50 --json'],
      view: { list: 'members', columns: ['id', 'email', 'name', 'status', 'pending', 'expires_at', 'expired'] },
    }),
    operationCommand({
      name: 'grant',
      operation: 'members.grant',
      positional: ['email'],
      options: { name: nameOption, groups: groupOption, send_email: sendEmailOption },
      examples: [
        'svc members grant ada@example.com --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11',
        "svc members grant ada@example.com --name 'Ada Lovelace' --no-send-email",
      ],
      view: { keys: ['id', 'email', 'name', 'status', 'pending', 'groups', 'access', 'expires_at', 'email_sent'] },
    }),
    operationCommand({
      name: 'ensure',
      operation: 'members.ensure',
      options: { name: { help: 'Display name' }, groups: groupOption, send_email: sendEmailOption },
      argumentHelp: { identifier: 'E-mail address of the person' },
      examples: [
        'svc members ensure ada@example.com --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11',
        'svc members ensure ada@example.com --expires-at 2027-01-31T00:00:00Z --no-send-email',
      ],
      view: { keys: ['id', 'email', 'result', 'status', 'pending', 'groups', 'expires_at', 'expired', 'email_sent'] },
    }),
    operationCommand({
      name: 'sync',
      operation: 'members.sync',
      options: { members: { omit: true } },
      extend: (command) =>
        command.argument(
          '<file>',
          'CSV, NDJSON or JSON with email, groups (ids separated by spaces), and optionally name and expires_at; - ' +
            'for standard input',
        ),
      complete: withMembers,
      question: ({ body }) => (isRevoking(body) ? 'Revoke every member whose e-mail is not in the file?' : undefined),
      examples: [
        'svc members sync members.csv --dry-run --list-changes',
        'svc members sync members.csv --revoke-missing --yes',
      ],
      view: (answer, output) => {
        output.details(answer, ['granted', 'regranted', 'updated', 'unchanged', 'revoked', 'dry_run']);
        if (answer.changes !== undefined) output.rows(answer.changes, ['result', 'email'], 'Nothing changes.');
        if (answer.failed.length > 0) output.rows(answer.failed, ['email', 'error', 'message']);
      },
      verdict: ({ failed }) => (failed.length === 0 ? undefined : `${failed.length} members were refused.`),
    }),
    operationCommand({
      name: 'revoke',
      operation: 'members.revoke',
      examples: ['svc members revoke ada@example.com --yes'],
      question: ({ params }) => `Revoke ${String(params?.identifier)}? Their access ends at once.`,
      view: { keys: ['id', 'email', 'status'] },
    }),
    operationCommand({
      name: 'access',
      operation: 'members.get_access',
      examples: ['svc members access ada@example.com'],
      view: { list: 'access', columns: accessColumns, nothing: 'No groups: nothing can be read.' },
    }),
    operationCommand({
      name: 'set-access',
      operation: 'members.put_access',
      options: { assignments: { omit: true } },
      extend: (command) =>
        command
          .option('--assign <group=access>', `A group and its access level (${accessLevels.join(' or ')})`, repeated)
          .option('--none', 'Remove all groups'),
      complete: withAssignments,
      examples: [
        'svc members set-access ada@example.com --assign 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11=read_only',
        'svc members set-access ada@example.com --none',
      ],
      view: { list: 'access', columns: accessColumns, nothing: 'No groups: nothing can be read.' },
    }),
    operationCommand({
      name: 'explain',
      operation: 'members.explain_access',
      positional: ['path'],
      examples: ['svc members explain ada@example.com handbook/pricing.md'],
      view: (answer, output) => {
        output.details(answer, ['email', 'path', 'readable', 'reason']);
        output.rows(answer.matches, ['group_id', 'name', 'access', 'pattern'], 'No pattern of their groups matches.');
      },
    }),
  ],
};

async function withMembers({ parts, args, host }: Invocation): Promise<CallParts> {
  const [file = '-'] = args;
  try {
    const members = await readMembers(await openRecords(await openInput(file, host)));
    return { ...parts, body: { ...(parts.body as object), members } };
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    throw usageFailure(`${file}: ${error.message}`);
  }
}

function isRevoking(body: unknown): boolean {
  const { revoke_missing: revokes, dry_run: isDry } = { revoke_missing: false, dry_run: false, ...(body as object) };
  return revokes && !isDry;
}

function withAssignments({ parts, options }: Invocation): CallParts {
  const given = Array.isArray(options.assign) ? options.assign.map(String) : [];
  if ((given.length === 0) === (options.none !== true)) {
    throw usageFailure('Name the groups with --assign <group=access>, once per group, or use --none.');
  }
  const assignments = given.map((text) => {
    const [group_id = '', access = '', ...rest] = text.split('=');
    if (group_id === '' || access === '' || rest.length > 0) {
      throw usageFailure(`"${text}" is not of the form <group id>=<${accessLevels.join('|')}>.`);
    }
    return { group_id, access };
  });
  return { ...parts, body: { assignments } };
}
