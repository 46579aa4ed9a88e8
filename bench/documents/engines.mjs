/** The databases on which documents are measured. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedBinaries } from '../../scripts/testing/postgres-binaries.mjs';

/**
 * Returns settings for a service on `engine`, and a function that removes its data. PostgreSQL is a temporary cluster
 * with default settings: every commit waits for the disk.
 */
export async function openEngine(engine, folder) {
  const data = { SVC_DATA_DIR: join(folder, engine) };
  if (engine === 'pglite') return { settings: data, close: async () => {} };
  const { url, close } = await startPostgres();
  return { settings: { ...data, SVC_DATABASE_URL: url }, close };
}

/** Processor, load and Node.js version, for the header of a table. */
export function machineLine({ cpus, loadavg }) {
  return `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
}

/** A free TCP port of 127.0.0.1. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function startPostgres() {
  const binaries = installedBinaries();
  if (binaries === undefined) throw new Error('No PostgreSQL on this machine: leave it out with --engines pglite.');
  // PostgreSQL refuses to run as root.
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres']));
  const account = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const settings = { cwd: folder, ...account };
  const initialise = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  execFileSync(join(binaries, 'initdb'), initialise, settings);
  const port = await freePort();
  const flags = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`];
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags.flatMap((flag) => ['-c', flag])], {
    ...settings,
    stdio: 'ignore',
  });
  const ask = ['-h', '127.0.0.1', '-p', String(port)];
  while (spawnSync(join(binaries, 'pg_isready'), ask, { stdio: 'ignore' }).status !== 0) await sleep(50);
  const close = () =>
    new Promise((resolve) => {
      server.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
        resolve();
      });
      server.kill('SIGINT');
    });
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, close };
}
