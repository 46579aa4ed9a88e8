import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in which git ignores the configuration of the machine. */
export interface GitFolder {
  readonly path: string;
  /** Runs git; returns its success, output and errors. */
  run(...args: readonly string[]): Promise<{ readonly ok: boolean; readonly stdout: string; readonly stderr: string }>;
  /** Runs git and returns its output. Throws its errors if it fails. */
  git(...args: readonly string[]): Promise<string>;
  remove(): void;
}

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];

/** Creates a folder for git. Without git, each run throws an error that says what to install. */
export function gitFolder(): GitFolder {
  const path = mkdtempSync(join(tmpdir(), 'acceptance-git-'));
  const env = { PATH: process.env.PATH ?? '', HOME: path, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const run: GitFolder['run'] = (...args) =>
    new Promise((resolve, reject) => {
      execFile('git', [...identity, ...args], { cwd: path, env }, (error, stdout, stderr) => {
        if (error?.code === 'ENOENT') {
          reject(new Error('this test runs the system\'s git, which is not installed: "apt-get install git"'));
        }
        resolve({ ok: error === null, stdout, stderr });
      });
    });
  return {
    path,
    run,
    git: async (...args) => {
      const { ok, stdout, stderr } = await run(...args);
      if (!ok) throw new Error(stderr);
      return stdout.trim();
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
