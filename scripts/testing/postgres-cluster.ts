import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { postgresBinaries } from './postgres-binaries.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the PostgreSQL that integration tests may make databases in. */
    postgresUrl: string | undefined;
  }
}

const run = promisify(execFile);
const startTimeoutMs = 120_000;

/** A running PostgreSQL; `stop` ends it and removes its files. */
export interface PostgresCluster {
  readonly url: string;
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** Vitest's global set-up: provides `postgresUrl` from `TEST_DATABASE_URL` or from a temporary cluster. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const cluster = await startPostgresCluster();
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}

/** Makes and starts a temporary cluster from the system's binaries; throws when there are none. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const binaries = postgresBinaries();
  if (!binaries) throw new Error('No PostgreSQL 15 or later on this machine: install it or set TEST_DATABASE_URL.');
  const account = await unprivilegedAccount();
  const folder = await mkdtemp(join(tmpdir(), 'tessera-postgres-'));
  if (account) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  // ICU's English order differs from byte order, so a query that forgets its collation is caught here.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const initialise = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', ...locale];
  await run(join(binaries, 'initdb'), initialise, { cwd: folder, ...account });
  const port = await freePort();
  const server = startServer({ binaries, folder, port, account });
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.stdin?.end();
    if (server.exitCode === null) await ended;
  };
  try {
    await waitUntilReady({ binaries, port, server });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, folder, stop };
}

interface ServerStart {
  readonly binaries: string;
  readonly folder: string;
  readonly port: number;
  readonly account: Account | undefined;
}

/** Starts the server under a shell that ends it and removes its folder once our end of its stdin closes, so that a killed test run leaves nothing. */
function startServer({ binaries, folder, port, account }: ServerStart): ChildProcess {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '60',
    shared_buffers: '64MB',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const script =
    'folder=$1; shift; "$@" & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$folder"';
  const command = [join(binaries, 'postgres'), '-D', join(folder, 'data'), ...flags];
  return spawn('sh', ['-c', script, 'sh', folder, ...command], {
    cwd: folder,
    stdio: ['pipe', 'ignore', process.env.TEST_POSTGRES_LOG ? 'inherit' : 'ignore'],
    ...account,
  });
}

interface Readiness {
  readonly binaries: string;
  readonly port: number;
  readonly server: ChildProcess;
}

async function waitUntilReady({ binaries, port, server }: Readiness): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const ready = await run(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error('The temporary PostgreSQL did not start; set TEST_POSTGRES_LOG=1 to see its log.');
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then `postgres` or `nobody` owns the cluster. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!found) throw new Error('Running as root, and there is no account `postgres` or `nobody` to run PostgreSQL as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** A TCP port of 127.0.0.1 that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('The operating system gave no port.'));
      });
    });
  });
}
