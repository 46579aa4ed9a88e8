import { Command, Option } from 'commander';
import { addAgent } from './commands/agent.js';
import { collections } from './commands/collections.js';
import { documents } from './commands/documents.js';
import { addEvaluate } from './commands/evaluate.js';
import { addFamily } from './commands/family.js';
import { groups } from './commands/groups.js';
import { addImport } from './commands/import.js';
import { keys } from './commands/keys.js';
import { addLogin } from './commands/login.js';
import { members } from './commands/members.js';
import { addExamples } from './commands/operation-command.js';
import { operator } from './commands/operator.js';
import { devices, sessions } from './commands/own-credentials.js';
import { people } from './commands/people.js';
import { readers } from './commands/readers.js';
import { repos } from './commands/repos.js';
import { addResolve } from './commands/resolve.js';
import { addSingleCommands } from './commands/single.js';
import { tokens } from './commands/tokens.js';
import { addTransfer } from './commands/transfer.js';
import { webhooks } from './commands/webhooks.js';
import { addWorkspaceArchives } from './commands/workspace-archive.js';
import { addWorkspaces } from './commands/workspaces.js';
import type { Host } from './host.js';

const environmentHelp =
  'Environment:\n  SVC_BASE_URL        Server to call; default: the last login, else http://127.0.0.1:8080\n  ' +
  'SVC_TOKEN           Personal or pinned token, or an API key; takes precedence over the stored login\n  ' +
  'SVC_WORKSPACE       Slug or id of the workspace; takes precedence over the chosen one\n  ' +
  'SVC_WORKSPACE_ONLY  1: svc agent refuses every workspace but SVC_WORKSPACE\n  ' +
  'SVC_OPERATOR_TOKEN  Operator token of the server, for svc operator\n  SVC_CONFIG_DIR      Folder of the ' +
  'stored logins and unfinished imports\n\nExit status: 0 done, 1 refused, 2 wrong usage, 3 the server cannot ' +
  'be reached, 130 interrupted.';

/** Builds the whole program for a host. Parsing arguments runs the command, and failures are thrown. */
export function buildProgram(host: Host, version: string): Command {
  const program = new Command('svc')
    .description('The command line of Tessera: workspaces, access grants and records.')
    .version(version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show this help')
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      writeErr: (text) => void host.stderr.write(text),
      getOutHelpWidth: () => host.stdout.columns || 120,
      getErrHelpWidth: () => host.stderr.columns || 120,
    })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see --help)')
    .exitOverride();
  for (const option of globalOptions()) program.addOption(option);
  addExamples(program, ['svc login', 'svc workspaces use acme', "svc collections query products 'blue desk lamp'"]);
  program.addHelpText('after', environmentHelp);

  addLogin(program, host);
  addSingleCommands(program, host);
  addWorkspaces(program, host);
  const collectionCommands = addFamily(program, collections, host);
  addImport(collectionCommands, host);
  addResolve(collectionCommands, host);
  addEvaluate(collectionCommands, host);
  addFamily(program, repos, host);
  addTransfer(addFamily(program, documents, host), host);
  for (const family of [members, groups, readers, keys, tokens, webhooks, people, sessions, devices]) {
    addFamily(program, family, host);
  }
  addWorkspaceArchives(addFamily(program, operator, host), host);
  addAgent(program, host, version);
  program.helpCommand('help [command]', 'Show the help of a command');
  return program;
}

function globalOptions(): readonly Option[] {
  return [
    new Option('--json', 'Print the response of the service as JSON, for programs'),
    new Option('--base-url <url>', 'Server to call'),
    new Option('--workspace <slug|id>', 'Workspace of this call'),
    new Option('--token <secret>', 'Credential of this call; other users of this machine may see it, unlike SVC_TOKEN'),
    new Option('--api-key <secret>', 'API key of this call, for members, groups and magic links; visible like --token'),
    new Option('-y, --yes', 'Do not ask for confirmation'),
  ];
}
