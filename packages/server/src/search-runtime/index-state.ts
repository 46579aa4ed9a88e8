import { setTimeout as pause } from 'node:timers/promises';

/**
 * How much of the database an index contains: `building` until it contains everything for the first time, `behind`
 * while it lacks later writes, and `current` if it lacks nothing.
 */
export type IndexState = 'building' | 'behind' | 'current';

/** Waits for the update of an index. Returns false after `waitMs`; the update continues. */
export function isDoneInTime(update: Promise<unknown>, waitMs: number): Promise<boolean> {
  const over = new AbortController();
  const late = pause(waitMs, false, { ref: false, signal: over.signal }).catch(() => false);
  return Promise.race([update.then(() => true), late]).finally(() => over.abort());
}
