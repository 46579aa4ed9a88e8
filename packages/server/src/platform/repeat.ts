import { setTimeout as pause } from 'node:timers/promises';
import { describeError, type Log } from './log.js';

const logEveryMs = 3_600_000;

/** Some work in the background, and how it repeats. */
export interface Repetition {
  readonly log: Log;
  readonly everyMs: number;
  /** Whether the first run is at the start; by default, it is after `everyMs`. */
  readonly atStart?: boolean;
  /** Logged with the error of a run; once an hour while runs keep failing. */
  readonly failure: string;
}

/** Work that repeats until it is stopped. */
export interface Repeating {
  /** Runs the work at once, or again once the run under way is done. */
  wake(): void;
  /** Stops after the run under way, whose signal is aborted. */
  stop(): Promise<void>;
}

/** Runs some work again and again for as long as the process runs. A failed run is tried again at the next time. */
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
