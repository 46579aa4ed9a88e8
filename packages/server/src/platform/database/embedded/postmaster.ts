import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programEnvironment } from './cluster.js';
import type { DatabaseHome } from './home.js';
import { disownPidFile, endOrphans, findPostmaster, signal, untilEnded } from './processes.js';

const pollMs = 20;
/** Time for a fast shutdown, which writes a checkpoint, before an immediate one, after which the next start recovers. */
const fastStopMs = 10_000;
/** Longest path of a socket on Linux, without the final zero; on macOS it is 103. */
const socketPathBytes = process.platform === 'linux' ? 107 : 103;
const socketPort = 5432;
const largestLogBytes = 1_000_000;
const shownLines = 5;

/** Where a server listens: at a socket, or on Windows and for a long path at a port of 127.0.0.1. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** What to start. */
export interface ServerStart {
  readonly home: DatabaseHome;
  readonly binaries: string;
  readonly address: ServerAddress;
  readonly maxConnections: number;
}

/** The address at which the server of this home listens, or will listen. */
export async function addressFor({ run, cluster }: DatabaseHome): Promise<ServerAddress> {
  if (process.platform !== 'win32' && Buffer.byteLength(join(run, `.s.PGSQL.${socketPort}`)) <= socketPathBytes) {
    return { host: run, port: socketPort };
  }
  return { host: '127.0.0.1', port: findPostmaster(cluster)?.port ?? (await freePort()) };
}

/**
 * Makes sure that a server runs: one that a killed service left behind, if it has the settings that it should have, or a
 * new one. Throws with PostgreSQL's last lines if none starts.
 */
export async function ensureServer(start: ServerStart): Promise<void> {
  const { cluster } = start.home;
  const running = findPostmaster(cluster);
  if (running !== undefined && running.status !== 'stopping' && hasOptions(start)) {
    await untilReady(cluster, running.pid);
    return;
  }
  await stopServer(cluster);
  await endOrphans(cluster);
  disownPidFile(cluster);
  // Only servers of this cluster use the folder, and none of them runs.
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(join(start.home.run, name), { force: true });
  }
  await startServer(start);
}

/** Whether the running server has these options, and not those of other settings or of another version. */
function hasOptions(start: ServerStart): boolean {
  const recorded = readFileSync(join(start.home.cluster, 'postmaster.opts'), 'utf8').trim();
  return recorded === [join(start.binaries, 'postgres'), ...optionsOf(start).map((word) => `"${word}"`)].join(' ');
}

/** Stops the server of a cluster, if one runs, and waits for its end. */
export async function stopServer(cluster: string): Promise<void> {
  const running = findPostmaster(cluster);
  if (running === undefined) {
    return;
  }
  signal(running.pid, 'SIGINT');
  const ended = untilEnded(cluster, running.pid);
  if (!(await Promise.race([ended.then(() => true), pause(fastStopMs, false, { ref: false })]))) {
    signal(running.pid, 'SIGQUIT');
    await ended;
  }
}

/** PostgreSQL's last lines, as one line. */
export function lastLines({ log }: DatabaseHome, from = 0): string {
  if (!existsSync(log)) {
    return `its log ${log} has been deleted`;
  }
  const lines = readFileSync(log).subarray(from).toString().trim().split('\n');
  // Callers that were refused meanwhile say nothing about the reason.
  const shown = lines.filter((line) => !line.includes('FATAL:  the database system is')).slice(-shownLines);
  return shown.join(' | ') || 'it wrote nothing';
}

function optionsOf({ home, address, maxConnections }: ServerStart): string[] {
  const isSocket = address.host === home.run;
  const settings = {
    listen_addresses: isSocket ? '' : address.host,
    port: address.port,
    unix_socket_directories: isSocket ? home.run : '',
    max_connections: maxConnections,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // A restored server that replays archived logs is ready when it has finished.
    hot_standby: 'off',
    // Without processes for reading ahead, which use memory.
    io_method: 'sync',
    // The service starts it again. By itself, it would wait for ever if its recovery failed.
    restart_after_crash: 'off',
    // Flushing each file after a crash takes seconds, the file system as a whole takes less.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    // Errors of statements contain values, and a caller could fill the disk with them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
  return ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function startServer(start: ServerStart): Promise<void> {
  const { home, binaries } = start;
  const log = openLog(home);
  const from = fstatSync(log).size;
  // In a process group of its own: Ctrl-C on a terminal would stop it before the service has finished its requests. It
  // writes to a file, because a pipe would break when the service is killed.
  const child = spawn(join(binaries, 'postgres'), optionsOf(start), {
    cwd: '/',
    env: programEnvironment,
    stdio: ['ignore', log, log],
    detached: true,
    ...home.account,
  });
  closeSync(log);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.once('exit', (code, signalName) => {
    failure ??= new Error(`PostgreSQL stopped with ${signalName ?? `status ${code}`}: ${lastLines(home, from)}`);
  });
  // However long its recovery takes.
  while (findPostmaster(home.cluster)?.status !== 'ready') {
    if (failure !== undefined) {
      throw failure;
    }
    await pause(pollMs);
  }
}

async function untilReady(cluster: string, pid: number): Promise<void> {
  let running = findPostmaster(cluster);
  while (running?.status !== 'ready') {
    if (running?.pid !== pid) {
      throw new Error('PostgreSQL stopped while it started');
    }
    await pause(pollMs);
    running = findPostmaster(cluster);
  }
}

/** Opens the log for appending, without following a link. A long one is emptied. */
function openLog({ log }: DatabaseHome): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const file = openSync(log, O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
  if (fstatSync(file).size > largestLogBytes) {
    ftruncateSync(file);
  }
  return file;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
