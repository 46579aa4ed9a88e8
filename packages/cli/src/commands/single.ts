import type { Command } from 'commander';
import type { Host } from '../host.js';
import { addOperationCommand, operationCommand } from './operation-command.js';

const audit = operationCommand({
  name: 'audit',
  operation: 'audit.list',
  examples: ['svc audit', 'svc audit --action collection.records_written --limit 20', 'svc audit --json'],
  view: (answer, output) =>
    output.rows(
      answer.events.map(({ actor, ...event }) => ({
        ...event,
        actor: `${actor.name} (${actor.device?.name ?? actor.kind})`,
      })),
      ['at', 'action', 'actor', 'target', 'detail'],
    ),
});

const health = operationCommand({
  name: 'health',
  operation: 'health.get',
  examples: ['svc health', 'svc health --base-url https://records.example.org --json'],
  view: { keys: ['status', 'failing', 'name', 'version', 'time'] },
  verdict: ({ status, failing }) =>
    status === 'degraded' ? `The service is degraded: its ${failing ?? 'health'} is failing.` : undefined,
});

const whoami = operationCommand({
  name: 'whoami',
  operation: 'me.get',
  examples: ['svc whoami', 'SVC_TOKEN=svc_pt_... svc whoami --json'],
  view: (answer, output) => {
    const workspace =
      answer.workspace === undefined ? undefined : `${answer.workspace.name} (${answer.workspace.slug})`;
    const keys = ['kind', 'name', 'email', 'workspace', 'role', 'access', 'groups', 'can_write', 'capabilities'];
    output.details({ ...answer, workspace }, keys);
  },
});

/** Adds the commands without a group. */
export function addSingleCommands(program: Command, host: Host): void {
  for (const command of [whoami, audit, health]) addOperationCommand(program, command, host);
}
