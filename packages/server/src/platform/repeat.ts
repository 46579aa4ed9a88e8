import { setTimeout as pause } from 'node:timers/promises';
import { describeError, type Log } from './log.js';

const logEveryMs = 3_600_000;

/** Background work and its interval. */
export interface Repetition {
  readonly log: Log;
  readonly everyMs: number;
  /** Whether to run at the start. By default, the first run is after `everyMs`. */
  readonly atStart?: boolean;
  /** The log message of a failed run. It is written at most once an hour while failures continue. */
  readonly failure: string;
}

/** Work that repeats until stopped. */
export interface Repeating {
  /** Runs the work immediately. If it is already running, runs it again afterwards. */
  wake(): void;
  /** Aborts the signal of the current run, waits for it, and stops. */
  stop(): Promise<void>;
}

/** Repeats work while the process runs. A failed run is retried at the next interval. */
export function repeat(
  { log, everyMs, atStart = false, failure }: Repetition,
  work: (signal: AbortSignal) => Promise<unknown>,
): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  let rest = new AbortController();
  let logAt = 0;
  const run = async () => {
    try {
      await work(signal);
      logAt = 0;
    } catch (error) {
      if (performance.now() >= logAt) {
        log.warn({ error: describeError(error) }, `${failure}; tried again later`);
        logAt = performance.now() + logEveryMs;
      }
    }
  };
  const done = (async () => {
    for (let isDue = atStart; !signal.aborted; isDue = true) {
      if (isDue) await run();
      const { signal: woken } = rest;
      await pause(everyMs, undefined, { signal: woken, ref: false }).catch(() => undefined);
      rest = new AbortController();
    }
  })();
  return {
    wake: () => rest.abort(),
    stop: async () => {
      stopping.abort();
      rest.abort();
      await done;
    },
  };
}
