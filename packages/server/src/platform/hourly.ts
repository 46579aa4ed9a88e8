import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from './log.js';
import type { Services } from './services.js';

const everyMs = 3_600_000;

/**
 * Does some work once an hour, for as long as the process runs. An error is logged as `failure`, and the work is tried again an
 * hour later. Returns what stops it after its current batch: the work receives the signal.
 */
export function everyHour(
  log: Services['log'],
  failure: string,
  work: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = (async () => {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      try {
        await work(signal);
      } catch (error) {
        log.warn({ error: describeError(error) }, `${failure}; tried again later`);
      }
    }
  })();
  return async () => {
    stopping.abort();
    await done;
  };
}
