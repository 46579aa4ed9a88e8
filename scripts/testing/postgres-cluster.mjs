import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { testBinaries } from './postgres-binaries.mjs';

const run = promisify(execFile);
const startTimeoutMs = 120_000;
/** Settings that make a server fast, and lose data after a crash. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** ICU's English order differs from byte order, so tests detect a query without a collation. */
const icuLocale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];

/**
 * A running PostgreSQL; `stop` ends it and removes its files.
 * @typedef {{ url: string, folder: string, stop: () => Promise<void> }} PostgresCluster
 * @typedef {{ uid: number, gid: number }} Account
 * @typedef {{ binaries: string, folder: string, port: number, account: Account | undefined, isDurable: boolean, settings: Record<string, string> }} ServerStart
 * @typedef {{ data: string, server: import('node:child_process').ChildProcess }} Readiness
 */

/**
 * Creates and starts a temporary cluster from the given binaries or those of the embedded database. With `isDurable`, a
 * commit waits for the disk as in production.
 * @param {{ isDurable?: boolean, binaries?: string | undefined, settings?: Record<string, string>, locale?: string[] }} [options]
 * @returns {Promise<PostgresCluster>}
 */
export async function startPostgresCluster(options = {}) {
  const { isDurable = false, settings = {}, locale = icuLocale } = options;
  const account = await unprivilegedAccount();
  const binaries = options.binaries ?? (await testBinaries(account));
  const folder = await mkdtemp(join(tmpdir(), 'tessera-postgres-'));
  if (account) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const initialise = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', ...locale];
  await run(join(binaries, 'initdb'), initialise, { cwd: folder, ...account });
  const port = await freePort();
  const server = startServer({ binaries, folder, port, account, isDurable, settings });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.stdin?.end();
    if (server.exitCode === null) await ended;
  };
  try {
    await waitUntilReady({ data, server });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, folder, stop };
}

/**
 * Starts the server under a shell that ends it and removes its folder when this process closes its stdin, so that a
 * killed test run leaves nothing.
 * @param {ServerStart} start
 */
function startServer({ binaries, folder, port, account, isDurable, settings }) {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    ...(isDurable ? {} : forgetful),
    max_connections: '60',
    shared_buffers: '64MB',
    ...settings,
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

/** @param {Readiness} readiness */
async function waitUntilReady({ data, server }) {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (lines[7]?.trim() === 'ready') return;
    await sleep(50);
  }
  throw new Error('The temporary PostgreSQL did not start; set TEST_POSTGRES_LOG=1 to see its log.');
}

/**
 * PostgreSQL refuses to run as root, so the cluster is owned by an unprivileged account.
 * @returns {Promise<Account | undefined>}
 */
async function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!found) throw new Error('Running as root, and there is no account `postgres` or `nobody` to run PostgreSQL as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/**
 * An unused TCP port of 127.0.0.1.
 * @returns {Promise<number>}
 */
export function freePort() {
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
