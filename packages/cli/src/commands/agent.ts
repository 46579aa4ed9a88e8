import type { Command } from 'commander';
import type { Host } from '../host.js';
import type { GlobalOptions } from '../session/credentials.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';

/** Adds `agent`, the personal agent. */
export function addAgent(program: Command, host: Host, version: string): void {
  const command = program
    .command('agent')
    .summary('Serve your workspaces to an AI agent over MCP (stdio)')
    .description(
      'Serve your workspaces to an AI agent: a Model Context Protocol server on standard input and output.\n' +
        'Start it from the agent program; SVC_WORKSPACE pins it to one workspace per project.',
    );
  command.option('--read-only', 'List and run only tools that read');
  addExamples(command, ['svc agent', 'SVC_WORKSPACE=acme svc agent', 'svc agent --read-only']);
  command.action(async () => {
    const options = command.optsWithGlobals<GlobalOptions & { readonly readOnly?: boolean }>();
    const session = new Session(host, options);
    // Loaded here, because only this command needs the library of the protocol.
    const { serveAgent } = await import('../agent/command.js');
    await serveAgent(session, { version, readOnly: options.readOnly === true });
  });
}
