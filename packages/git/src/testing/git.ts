import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The result of a run of git. */
export interface GitRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary folder in which the system's git runs, without any configuration of the machine. */
export interface GitFolder {
  readonly path: string;
  /** Runs git and returns its output; throws its error output. */
  git(args: readonly string[], input?: string | Buffer): string;
  /** The same, as bytes. */
  gitBytes(args: readonly string[], input?: string | Buffer): Buffer;
  /** Runs git in the background, for example while this process serves git. Resolves regardless of the exit code. */
  run(args: readonly string[]): Promise<GitRun>;
  /** Runs git in the background. Resolves to its output; rejects with its error output. */
  succeed(...args: string[]): Promise<string>;
  /** Writes a file and creates missing folders. */
  write(path: string, content: string | Buffer): void;
  /** Commits all changes in a clone and returns the id of the commit. */
  commit(clone: string, message: string): Promise<string>;
  remove(): void;
}

const identity = ['user.name=Ada Lovelace', 'user.email=ada@example.com', 'init.defaultBranch=main', 'gc.auto=0'];
const configuration = identity.flatMap((setting) => ['-c', setting]);

/** Creates a folder for the system's git. If git is missing, throws an error that says what to install. */
export function gitFolder(): GitFolder {
  if (spawnSync('git', ['--version']).error !== undefined) {
    throw new Error('these tests run the system\'s git, which is not installed: "apt-get install git"');
  }
  const path = mkdtempSync(join(tmpdir(), 'git-test-'));
  const env = { PATH: process.env.PATH ?? '', HOME: path, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const options = { cwd: path, env, maxBuffer: 512 * 1024 * 1024 };
  const gitBytes: GitFolder['gitBytes'] = (args, input = '') =>
    execFileSync('git', [...configuration, ...args], { ...options, input, stdio: ['pipe', 'pipe', 'pipe'] });
  const run: GitFolder['run'] = (args) =>
    new Promise((resolve) => {
      execFile('git', [...configuration, ...args], options, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
      );
    });
  const succeed: GitFolder['succeed'] = async (...args) => {
    const { status, stdout, stderr } = await run(args);
    if (status !== 0) {
      throw new Error(`git ${args.join(' ')}: ${stderr}`);
    }
    return stdout.trim();
  };
  return {
    path,
    gitBytes,
    git: (args, input) => gitBytes(args, input).toString(),
    run,
    succeed,
    write: (file, content) => {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), content);
    },
    commit: async (clone, message) => {
      await succeed('-C', clone, 'add', '--all');
      await succeed('-C', clone, 'commit', '--quiet', '--message', message);
      return succeed('-C', clone, 'rev-parse', 'HEAD');
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
