import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const heartbeatMs = 5_000;
const staleAfterMs = 30_000;
const patienceMs = 5_000;
const pauseMs = 50;

/** The data folder is in use by another process. */
export class FolderInUseError extends Error {}

/** The process that has the lock, with enough data to detect whether it is alive. */
interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly processStart: string;
}

/**
 * Locks a folder exclusively and returns a function that unlocks it. A lock of a dead process is replaced immediately,
 * and one of another machine when its heartbeat is 30 s old. If the owner is alive, waits `waitMs`, because it may be
 * stopping, then throws `FolderInUseError`.
 */
export async function lockFolder(folder: string, waitMs = patienceMs): Promise<() => void> {
  const lock = join(folder, 'lock');
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    processStart: processStart(process.pid),
  } satisfies LockOwner);
  const draft = `${lock}.${randomUUID()}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  const lastMoment = Date.now() + waitMs;
  try {
    while (!linkExclusively(draft, lock)) {
      const owner = removeIfStale(lock);
      if (owner !== undefined && Date.now() >= lastMoment) {
        throw new FolderInUseError(
          `the data folder ${folder} is in use by process ${owner.pid} on ${owner.host}: stop it, or set SVC_DATA_DIR to another folder`,
        );
      }
      if (owner !== undefined) {
        await pause(pauseMs);
      }
    }
  } finally {
    unlinkSync(draft);
  }
  const heartbeat = setInterval(() => touch(lock), heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    removeQuietly(lock);
  };
}

/** Creates a hard link. This is atomic and fails if the lock exists, so only one process can succeed. */
function linkExclusively(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}

/** Removes the lock of a dead owner. Returns the owner if it is alive. */
function removeIfStale(lock: string): LockOwner | undefined {
  const seen = readOwner(lock);
  if (seen === undefined) {
    return undefined;
  }
  if (isAlive(seen.owner, seen.ageMs)) {
    return seen.owner;
  }
  // Another process may have replaced the dead owner's lock meanwhile. Move the file away, then check that it is still
  // the same lock.
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== seen.text) {
    linkExclusively(aside, lock);
  }
  unlinkSync(aside);
  return undefined;
}

function readOwner(lock: string): { owner: LockOwner; text: string; ageMs: number } | undefined {
  try {
    const text = readFileSync(lock, 'utf8');
    return { owner: JSON.parse(text) as LockOwner, text, ageMs: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

function isAlive(owner: LockOwner, ageMs: number): boolean {
  if (owner.host !== hostname()) {
    return ageMs < staleAfterMs;
  }
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
  return !isUnreaped(owner.pid) && processStart(owner.pid) === owner.processStart;
}

/** Whether a process is a zombie: it has ended, but its parent has not reaped it. */
function isUnreaped(pid: number): boolean {
  return /^[ZX]$/.test(processStat(pid)[0] ?? '');
}

/** The start time of a process, which distinguishes it from a later one with the same id. Empty if unknown. */
function processStart(pid: number): string {
  return processStat(pid)[19] ?? '';
}

/**
 * The fields of `/proc/<pid>/stat` from the process state on. Empty if the process does not exist, and on systems
 * without `/proc`.
 */
function processStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function touch(lock: string): void {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch {
    // A test may have deleted the folder at its end. In use, a single missed heartbeat has no effect.
  }
}

function removeQuietly(lock: string): void {
  try {
    unlinkSync(lock);
  } catch {
    // The lock was already deleted.
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
