import type { Command } from 'commander';
import type { Host } from '../host.js';
import { addExamples, addOperationCommand, type AnyOperationCommand } from './operation-command.js';

/** Commands under one word. */
export interface Family {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly commands: readonly AnyOperationCommand[];
}

/** Puts a family and its commands below the program. */
export function addFamily(program: Command, family: Family, host: Host): Command {
  const parent = addExamples(program.command(family.name).description(family.description), family.examples);
  for (const command of family.commands) addOperationCommand(parent, command, host);
  return parent;
}
