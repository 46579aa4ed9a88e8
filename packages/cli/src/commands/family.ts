import type { Command } from 'commander';
import type { Host } from '../host.js';
import { type AnyOperationCommand, addExamples, addOperationCommand } from './operation-command.js';

/** Commands that share their first word, such as `svc documents`. */
export interface Family {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly commands: readonly AnyOperationCommand[];
}

/** Adds a family and its commands to the program. */
export function addFamily(program: Command, family: Family, host: Host): Command {
  const [summary = ''] = family.description.split('\n', 1);
  const parent = program.command(family.name).summary(summary).description(family.description);
  addExamples(parent, family.examples).helpCommand('help [command]', 'Show the help of a command');
  for (const command of family.commands) addOperationCommand(parent, command, host);
  return parent;
}
