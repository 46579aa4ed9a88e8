import { logoFrom } from '@tessera/contract';
import type { Command } from 'commander';
import { usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import { readBytes } from '../import/input.js';
import { Output } from '../output/output.js';
import { cell } from '../output/text.js';
import type { GlobalOptions } from '../session/credentials.js';
import { type CallInput, Session } from '../session/session.js';
import { addExamples, addOperationCommand, type Invocation, operationCommand } from './operation-command.js';
import { choice, repeated } from './options.js';

const settingsKeys = [
  'id',
  'slug',
  'name',
  'reader_seats',
  'seats_used',
  'billing_active',
  'suspended',
  'query_log_days',
  'color',
  'logo',
  'language',
  'offer',
  'embeds',
  'guard_writes',
  'directory',
];

const removable = ['color', 'logo', 'directory'];

/** Adds `workspaces`: the list of workspaces, and the choice of the active one. */
export function addWorkspaces(program: Command, host: Host): void {
  const family = program
    .command('workspaces')
    .summary('List the workspaces that you can reach, and choose one')
    .description(
      'List the workspaces that you can reach; the chosen one is marked.\nCalls go to the chosen workspace, or to ' +
        'the only one, unless SVC_WORKSPACE or\n--workspace names another one. A choice applies to the login or ' +
        'token with which it was made.',
    );
  addExamples(family, ['svc workspaces', 'svc workspaces use acme', 'svc workspaces --json']);
  family.action(async () => list(host, family.optsWithGlobals<GlobalOptions>()));

  const all = family
    .command('list')
    .summary('List the workspaces that you can reach')
    .description('List the workspaces that you can reach; the chosen one is marked.');
  addExamples(all, ['svc workspaces list']);
  all.action(async () => list(host, all.optsWithGlobals<GlobalOptions>()));

  const use = family
    .command('use')
    .summary('Choose the workspace that calls go to')
    .description('Choose the workspace of later calls to this server from this machine.')
    .argument('<workspace>', 'Slug or id of a workspace that you can reach');
  addExamples(use, ['svc workspaces use acme']);
  use.action(async (selector: string) => choose(selector, host, use.optsWithGlobals<GlobalOptions>()));

  for (const command of settingsCommands) addOperationCommand(family, command, host);
}

const settingsCommands = [
  operationCommand({
    name: 'show',
    operation: 'settings.get_workspace',
    examples: ['svc workspaces show', 'svc workspaces show --workspace acme'],
    view: showSettings,
  }),
  operationCommand({
    name: 'rename',
    operation: 'settings.update_workspace',
    positional: ['name'],
    options: { color: { omit: true }, logo: { omit: true }, offer: { omit: true }, directory: { omit: true } },
    examples: ["svc workspaces rename 'Acme International'"],
    view: showSettings,
  }),
  operationCommand({
    name: 'configure',
    operation: 'settings.update_workspace',
    options: { name: { help: 'Display name' }, logo: { omit: true } },
    extend: (command) =>
      command
        .option(
          '--logo <path>',
          'Logo on its pages: a PNG, JPEG or WebP file of at most 8,192 bytes; - for standard input',
        )
        .option(
          '--reset <key>',
          `Remove ${removable.join(' or ')}; repeat for more`,
          (text: string, previous: unknown) => repeated(String(choice(removable)(text, previous)), previous),
        ),
    examples: [
      'svc workspaces configure --query-log-days 90',
      "svc workspaces configure --color '#0b5566' --logo logo.png",
      'svc workspaces configure --reset logo',
      `svc workspaces configure --offer '{"show_locked": true, "url": "https://shop.example/course"}'`,
      `svc workspaces configure --directory '{"issuer": "https://id.example", "create": true, "groups": {"staff": {"role": "editor"}}}'`,
    ],
    complete: withAppearance,
    view: showSettings,
  }),
  operationCommand({
    name: 'domain',
    operation: 'settings.get_domain',
    examples: ['svc workspaces domain'],
    view: showDomain,
  }),
  operationCommand({
    name: 'set-domain',
    operation: 'settings.put_domain',
    positional: ['host'],
    argumentHelp: { host: 'Host name, such as docs.example.com' },
    examples: ['svc workspaces set-domain docs.example.com'],
    view: showDomain,
  }),
  operationCommand({
    name: 'remove-domain',
    operation: 'settings.delete_domain',
    examples: ['svc workspaces remove-domain --yes'],
    question: () => 'Remove the host? Links to it stop working.',
    view: { keys: ['host', 'deleted'] },
  }),
];

/** Shows a workspace's own host, with the DNS record that proves it. */
function showDomain(
  { record, ...domain }: { readonly record?: { readonly type: string; readonly name: string; readonly value: string } },
  output: Output,
): void {
  const line = record && `${record.name} ${record.type} ${record.value}`;
  output.details({ ...domain, record: line }, ['host', 'status', 'checked_at', 'record', 'points_to']);
}

function showSettings({ workspace }: { readonly workspace: { readonly logo: string | null } }, output: Output): void {
  const logo = workspace.logo === null ? null : workspace.logo.slice('data:'.length, workspace.logo.indexOf(';'));
  output.details({ ...workspace, logo }, settingsKeys);
}

/** Adds the logo from its file, and the keys to reset. */
async function withAppearance({ input, options, host }: Invocation): Promise<CallInput> {
  const removed = Array.isArray(options.reset) ? options.reset.map((key) => [String(key), null] as const) : [];
  const body = { ...(input.body as object), ...Object.fromEntries(removed) };
  if (typeof options.logo !== 'string') {
    return { ...input, body };
  }
  const logo = logoFrom(await readBytes(options.logo, host));
  if ('problem' in logo) {
    throw usageFailure(`${options.logo} ${logo.problem}.`);
  }
  return { ...input, body: { ...body, logo: logo.url } };
}

async function list(host: Host, options: GlobalOptions): Promise<void> {
  const session = new Session(host, options);
  const output = new Output(host);
  const { text, value } = await session.call('workspaces.list', {});
  if (options.json === true) return output.line(text.trimEnd());
  const chosen = session.pin ?? session.chosen(session.credential())?.id;
  const { workspaces } = value as { workspaces: readonly { readonly id: string; readonly slug: string }[] };
  const rows = workspaces.map((workspace) => ({
    ...workspace,
    chosen: workspace.id === chosen || workspace.slug === chosen ? '*' : '',
  }));
  output.rows(rows, ['chosen', 'slug', 'name', 'role', 'can_write', 'id'], 'You do not belong to a workspace yet.');
}

async function choose(selector: string, host: Host, options: GlobalOptions): Promise<void> {
  const session = new Session(host, options);
  const output = new Output(host);
  const workspace = await session.findWorkspace(selector);
  const credential = session.credential();
  if (credential !== undefined) session.keepChoice(workspace, credential);
  if (options.json === true) output.line(JSON.stringify(workspace));
  output.say(`Calls to ${session.baseUrl} go to ${cell(workspace.name)} (${cell(workspace.slug)}).`);
  if (session.pin !== undefined) output.say('SVC_WORKSPACE or --workspace takes precedence over this choice.');
}
