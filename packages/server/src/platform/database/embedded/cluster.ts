import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { totalmem, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DatabaseHome, giveTo, passwordOf } from './home.js';

const run = promisify(execFile);

/** The superuser of the cluster, and its database. */
export const superuser = 'postgres';

/**
 * Creates the cluster of a home, unless it exists. It gets its name only when it is complete, so that an interrupted
 * creation is repeated. Throws with the reason in one sentence.
 */
export async function createCluster(home: DatabaseHome, binaries: string): Promise<void> {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) {
    return;
  }
  requireAccountName(home);
  const draft = join(home.folder, 'creating');
  const passwordFile = join(home.run, 'password');
  const remove = () => Promise.all([draft, passwordFile].map((path) => rm(path, { recursive: true, force: true })));
  await remove();
  try {
    await mkdir(draft, { mode: 0o700 });
    giveTo(draft, home.account);
    await writeFile(passwordFile, passwordOf(home), { mode: 0o600, flag: 'wx' });
    giveTo(passwordFile, home.account);
    await initialise(home, { binaries, draft, passwordFile });
    await rename(draft, home.cluster);
  } finally {
    await remove();
  }
}

/** The environment of PostgreSQL's programs. They get none of the service's settings, which contain secrets. */
export const programEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

async function initialise(
  home: DatabaseHome,
  { binaries, draft, passwordFile }: { binaries: string; draft: string; passwordFile: string },
): Promise<void> {
  const options = [
    ['--pgdata', draft],
    ['--username', superuser],
    ['--pwfile', passwordFile],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    // In the file and not on the command line, so that an operator can change it there.
    ['--set', `shared_buffers=${sharedBuffersMb(machineMemoryMb())}MB`],
  ];
  const words = [...options.flat(), '--data-checksums', '--no-instructions'];
  await run(join(binaries, 'initdb'), words, { cwd: '/', env: programEnvironment, ...home.account }).catch(
    ({ stderr, message }: { stderr?: string; message: string }) => {
      const text = (stderr?.trim() || message).replace(/\s+/g, ' ');
      const reason = /No space left/.test(text) ? 'the disk is full' : text;
      throw new Error(`the database could not be created in ${home.folder}: ${reason}`);
    },
  );
  await chmod(draft, 0o700);
}

/** Size of PostgreSQL's own cache for a machine. The system's cache contains the same files, so it is small. */
export function sharedBuffersMb(memoryMb: number): number {
  return [512, 2_048, 8_192, 32_768].reduce((size, limit) => (memoryMb > limit ? size * 2 : size), 32);
}

/** The memory of the machine or of the container, in MB. */
function machineMemoryMb(): number {
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 2 ** 20;
}

/** `initdb` fails for a user id without a name, as in containers with a random one. */
function requireAccountName({ account }: DatabaseHome): void {
  if (account !== undefined) {
    return;
  }
  try {
    userInfo();
  } catch {
    throw new Error(
      `the user id ${process.getuid?.()} has no name on this machine, and PostgreSQL creates no database without one: add it to /etc/passwd, start as another user, or set SVC_DATABASE_URL`,
    );
  }
}
