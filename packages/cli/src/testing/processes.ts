import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The built command line client. */
export const cliEntry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A command in its own process. */
export interface RunningCommand {
  readonly process: ChildProcess;
  /** Resolves to the complete output. The status is null if a signal ended the command. */
  readonly ended: Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Starts the built command line client. */
export function startSvc(args: readonly string[], environment: Readonly<Record<string, string>>): RunningCommand {
  return startProcess(process.execPath, [cliEntry, ...args], environment);
}

/** Starts the built command line client in a terminal of its own. Its stdout is the output of the terminal. */
export function startSvcInTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const command = [process.execPath, cliEntry, ...args].map((word) => `'${word}'`).join(' ');
  const line = `stty cols 100 rows 40; ${command}`;
  return startProcess('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], environment);
}

function startProcess(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const status = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const ended = Promise.all([status, text(child.stdout), text(child.stderr)]).then(([code, stdout, stderr]) => {
    return { status: code, stdout, stderr };
  });
  return { process: child, ended };
}
