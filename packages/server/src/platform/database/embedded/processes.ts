import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 20;

/** What `postmaster.pid` says about the server of a cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket; empty if it has none. */
  readonly socketFolder: string;
  readonly status: string;
}

/** The running server of a cluster. Undefined if there is none, even if one left its file. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isServerOf(cluster, pid)) {
    return undefined;
  }
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? 'starting' };
}

/**
 * Lets a server start although the process id that a killed one left behind is in use again, for example in a container.
 * PostgreSQL ignores the id of its parent. The rest of the file stays, with which it recognises processes of the old
 * server.
 */
export function disownPidFile(cluster: string): void {
  const lines = readPidFile(cluster);
  const pid = Number(lines[0]);
  if (lines.length < 2 || !isRunning(pid) || isServerOf(cluster, pid)) {
    return;
  }
  // Another account can write here, so never follow a link.
  const file = openSync(join(cluster, 'postmaster.pid'), constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    if (fstatSync(file).nlink === 1) {
      ftruncateSync(file);
      writeSync(file, [process.pid, ...lines.slice(1)].join('\n'));
    }
  } finally {
    closeSync(file);
  }
}

/** Ends processes of a killed server that still run a statement, because no other server can start meanwhile. */
export async function endOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') {
    return;
  }
  const orphans = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isServerOf(cluster, pid));
  for (const pid of orphans) {
    signal(pid, 'SIGKILL');
  }
  await Promise.all(orphans.map((pid) => untilEnded(cluster, pid)));
}

/** Resolves when a process of the cluster has ended. */
export async function untilEnded(cluster: string, pid: number): Promise<void> {
  while (isServerOf(cluster, pid)) {
    await pause(pollMs);
  }
}

/** Sends a signal to a process, which may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

/** Whether a process has this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL on this cluster, in whose folder its processes work. */
function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform === 'win32') {
    return isRunning(pid);
  }
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout.includes(`-D ${cluster} `);
  }
  try {
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
