import {
  type ChosenRows,
  type MemberList,
  readMembers,
  readPlans,
  UndecidedRows,
  UnusableInput,
} from '@tessera/client';
import { accessLevels } from '@tessera/contract';
import { usageFailure } from '../failure.js';
import { openInput, readAll } from '../import/input.js';
import {
  addFormatOptions,
  columnMapping,
  type FormatFlags,
  mappedReader,
  openRecords,
  refusingUnusable,
} from '../import/open-records.js';
import { Output } from '../output/output.js';
import { plain } from '../output/text.js';
import type { CallInput, Session } from '../session/session.js';
import type { Family } from './family.js';
import { type Invocation, operationCommand } from './operation-command.js';
import { repeated } from './options.js';

/** `--group` of commands that give groups to an identity. */
export const groupOption = { flags: '--group <id>', aliases: ['--groups <id>'] } as const;
/** `--name` of commands that create someone. */
export const nameOption = { help: 'Display name; default: the e-mail' } as const;
/** `--no-send-email` of commands that invite someone. */
export const sendEmailOption = { help: 'Do not e-mail the invite' } as const;

const accessColumns = ['group_id', 'name', 'access', 'paths'];

/** The commands on members, whose grants are for paid access. */
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
        'svc members ensure ada@example.com --source stripe:sub_123 --as-of 2026-01-31T10:00:00Z --group 0b6e5c1e-8f3c-4b0a-9d51-5f8f2c9c7a11',
      ],
      view: { keys: ['id', 'email', 'result', 'status', 'pending', 'groups', 'expires_at', 'expired', 'email_sent'] },
    }),
    operationCommand({
      name: 'sync',
      operation: 'members.sync',
      options: { members: { omit: true } },
      extend: (command) => {
        const file =
          'CSV, NDJSON, JSON or .xlsx with email, groups (ids separated by spaces) or plan, and optionally name, ' +
          'expires_at, source and as_of; - for standard input';
        const withFile = command
          .argument('<file>', file)
          .option('--map <column=field>', 'Read a field from a column of another name; repeat for more', repeated)
          .option('--where <column=values>', "Only rows with these values, such as 'Status=active,trialing'", repeated)
          .option('--all-rows', 'All rows, also of an export with a status, a refund, an end or a total')
          .option('--plans <file>', 'JSON object of plan name to group id or ids, for the column plan');
        addFormatOptions(withFile);
      },
      complete: withMembers,
      question: ({ body }) => (isRevoking(body) ? 'Revoke every member whose e-mail is not in the file?' : undefined),
      examples: [
        'svc members sync members.csv --dry-run --list-changes',
        'svc members sync members.csv --revoke-missing --yes',
        "svc members sync orders.csv --map 'Kunde E-Mail=email' --map Produkt=plan --plans plans.json --dry-run",
      ],
      view: (answer, output) => {
        output.details(answer, ['granted', 'regranted', 'updated', 'unchanged', 'stale', 'revoked', 'dry_run']);
        if (answer.changes !== undefined) output.rows(answer.changes, ['result', 'email'], 'Nothing changes.');
      },
      afterwards: async ({ failed }, { session, host }) => {
        const list = lists.get(session);
        for (const { email, message } of failed) {
          const lines = list?.linesOf(email).join(', ') ?? '';
          new Output(host).say(plain(`Line ${lines}: ${email}: ${message}`));
        }
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
      name: 'end-source',
      operation: 'members.end_source',
      examples: [
        'svc members end-source ada@example.com stripe:sub_123 --yes',
        'svc members end-source ada@example.com stripe:sub_123 --as-of 2026-01-31T10:00:00Z --yes',
      ],
      question: ({ params }) => `End what ${String(params?.source)} grants ${String(params?.identifier)}?`,
      view: { keys: ['result'] },
    }),
    operationCommand({
      name: 'sign-in-link',
      operation: 'members.create_sign_in_link',
      examples: ['svc members sign-in-link ada@example.com --next /d/course/'],
      view: (answer, output) => {
        output.details(answer, ['url', 'expires_at']);
        output.say('It is not shown again. It works once.');
      },
    }),
    operationCommand({
      name: 'access',
      operation: 'members.get_access',
      examples: ['svc members access ada@example.com'],
      view: (answer, output) => {
        output.rows(answer.access, accessColumns, 'No groups: nothing can be read.');
        output.rows(answer.sources, ['source', 'live', 'groups', 'starts_at', 'expires_at', 'as_of'], 'No sources.');
      },
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

/** The list that each session has read. It is needed later to name the lines of refused entries. */
const lists = new WeakMap<Session, MemberList>();

/** Reads the list of a sync. Reports joined and ignored rows on stderr. */
async function withMembers({ input, args, options, host, session }: Invocation): Promise<CallInput> {
  const [file = '-'] = args;
  const said = columnMapping(Array.isArray(options.map) ? options.map.map(String) : []);
  const plansFile = typeof options.plans === 'string' ? options.plans : undefined;
  const list = await refusingUnusable(async () => {
    const plans = plansFile === undefined ? undefined : readPlans(await readAll(plansFile, host), plansFile);
    const opened = await openRecords(await openInput(file, host), options as FormatFlags, host);
    const reader = await mappedReader(opened, new Map(), said);
    const where = chosenRows(Array.isArray(options.where) ? options.where.map(String) : []);
    const rows = { ...(where.size > 0 ? { where } : {}), allRows: options.allRows === true };
    const ignoresOthers = said.size > 0 || plans !== undefined || where.size > 0 || rows.allRows;
    return readMembers(reader, { plans, ignoresOthers, ...rows }).catch(withChoice);
  });
  lists.set(session, list);
  const output = new Output(host);
  if (list.ignored.length > 0) output.say(plain(`Ignored columns: ${list.ignored.join(', ')}.`));
  if (list.joined.length > 0) output.say(plain(joinedText(list)));
  return { ...input, body: { ...(input.body as object), members: list.members } };
}

/** The columns and values of `--where`. */
function chosenRows(given: readonly string[]): ChosenRows {
  return new Map(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw usageFailure(`--where "${text}" is not of the form <column>=<value>,<value>.`);
      const values = text.slice(at + 1).split(',');
      return [text.slice(0, at), new Set(values.map((value) => value.trim()))];
    }),
  );
}

/** Adds to the message how the rows are chosen. */
function withChoice(error: unknown): never {
  if (!(error instanceof UndecidedRows)) throw error;
  const [first] = error.columns;
  const [value = ''] = first?.values.keys() ?? [];
  const where =
    first === undefined ? '' : `choose rows with --where '${first.column}=${value}' (values separated by commas), or `;
  throw new UnusableInput(`${error.message} Nothing was sent: ${where}take all of them with --all-rows.`);
}

const shownJoined = 5;

function joinedText({ rows, joined }: MemberList): string {
  const shown = joined.slice(0, shownJoined).map(({ email, lines }) => `${email} (lines ${lines.join(', ')})`);
  const more = joined.length > shownJoined ? ` and ${joined.length - shownJoined} more` : '';
  return `${rows} rows. Several rows of one person were joined: ${shown.join(', ')}${more}.`;
}

function isRevoking(body: unknown): boolean {
  const { revoke_missing: revokes, dry_run: isDry } = { revoke_missing: false, dry_run: false, ...(body as object) };
  return revokes && !isDry;
}

function withAssignments({ input, options }: Invocation): CallInput {
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
  return { ...input, body: { assignments } };
}
