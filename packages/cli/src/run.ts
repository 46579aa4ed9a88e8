import { version } from '@tessera/contract';
import { CommanderError } from 'commander';
import { exitStatus } from './failure.js';
import type { Host } from './host.js';
import { report } from './output/refusal.js';
import { buildProgram } from './program.js';

/** Runs one command line, without the program's name. Returns its exit status. Never throws. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  const program = buildProgram(host, version);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitStatus.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.done : exitStatus.usage;
    return report(error, host, program.opts<{ json?: boolean }>().json === true);
  }
}
