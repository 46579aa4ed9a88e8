import { confirm, isCancel } from '@clack/prompts';
import { CommandFailure, exitStatus, usageFailure } from '../failure.js';
import type { Host } from '../host.js';

/**
 * Asks for confirmation of an irreversible action. Throws if the answer is no. Without a terminal, `--yes` is required.
 */
export async function askBefore(question: string, host: Host, yes: boolean): Promise<void> {
  if (yes) return;
  if (host.stdin.isTTY !== true || host.stderr.isTTY !== true) {
    throw usageFailure(`${question} This is not a terminal: to confirm, repeat with --yes.`);
  }
  const answer = await confirm({ message: question, initialValue: false, input: host.stdin, output: host.stderr });
  if (isCancel(answer)) throw new CommandFailure('Nothing was done.', exitStatus.interrupted);
  if (!answer) throw new CommandFailure('Nothing was done.');
}
