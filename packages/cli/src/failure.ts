/** The exit statuses that the help documents. */
export const exitStatus = { done: 0, refused: 1, usage: 2, unreachable: 3, interrupted: 130 } as const;

/** A command cannot continue. The message is one sentence for the person; `hints` are additional lines. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    readonly status: number = exitStatus.refused,
    readonly hints: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The command line is invalid: exit status 2. */
export function usageFailure(message: string, ...hints: readonly string[]): CommandFailure {
  return new CommandFailure(message, exitStatus.usage, hints);
}
