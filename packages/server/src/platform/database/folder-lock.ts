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

/** Who holds the lock: enough to tell whether that process still lives. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly processStart: string;
}

/**
 * Takes the folder's exclusive lock and returns what releases it. A holder that died on this machine is replaced at once;
 * one on another machine when its heartbeat is 30 s old. A living one may be about to end: throws `FolderInUseError`,
 * which names it, once it has held on for `waitMs`.
 */
export async function lockFolder(folder: string, waitMs = patienceMs): Promise<() => void> {
  const lock = join(folder, 'lock');
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    processStart: processStart(process.pid),
  } satisfies Holder);
  const draft = `${lock}.${randomUUID()}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  const lastMoment = Date.now() + waitMs;
  try {
    while (!linkExclusively(draft, lock)) {
      const holder = removeIfStale(lock);
      if (holder !== undefined && Date.now() >= lastMoment) {
        throw new FolderInUseError(
          `the data folder ${folder} is in use by process ${holder.pid} on ${holder.host}: stop it, or set SVC_DATA_DIR to another folder`,
        );
      }
      if (holder !== undefined) {
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

/** A hard link appears with its content or not at all, so two starters cannot both believe they made it. */
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

/** Removes the lock of a holder that is dead; returns one that is alive. */
function removeIfStale(lock: string): Holder | undefined {
  const seen = readHolder(lock);
  if (seen === undefined) {
    return undefined;
  }
  if (isAlive(seen.holder, seen.ageMs)) {
    return seen.holder;
  }
  // Another starter may have replaced the dead holder since: what was moved away must be what was judged dead.
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

function readHolder(lock: string): { holder: Holder; text: string; ageMs: number } | undefined {
  try {
    const text = readFileSync(lock, 'utf8');
    return { holder: JSON.parse(text) as Holder, text, ageMs: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

function isAlive(holder: Holder, ageMs: number): boolean {
  if (holder.host !== hostname()) {
    return ageMs < staleAfterMs;
  }
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
  return !isUnreaped(holder.pid) && processStart(holder.pid) === holder.processStart;
}

/** Whether a process has died and is listed only until its parent takes notice: it runs nothing. */
function isUnreaped(pid: number): boolean {
  return /^[ZX]$/.test(processStat(pid)[0] ?? '');
}

/** The start time of a process, which tells a living holder from a later process with its number; empty where unknown. */
function processStart(pid: number): string {
  return processStat(pid)[19] ?? '';
}

/** What Linux says of a process, from its state on; empty where there is none, and on other systems. */
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
    // The folder may be gone at the end of a test; a missed beat alone does no harm.
  }
}

function removeQuietly(lock: string): void {
  try {
    unlinkSync(lock);
  } catch {
    // Already gone.
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
