import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** How many steps the first of the coarse times takes, and the last one before they no longer double. */
const coarseSteps = { first: 5, last: 160 } as const;
/** A timer is late by less than this when nothing else runs. */
const timerLatenessMs = 0.25;

/**
 * How long after its call an answer leaves that was ready after `readyMs`: at the next whole multiple of the step. At coarse
 * times it is five steps, or 10, 20, 40 and so on up to 160, from where on it is multiples of these, so that even a long
 * search tells next to nothing.
 */
export function leavingTimeMs(readyMs: number, stepMs: number, isCoarse: boolean): number {
  if (!isCoarse) {
    return Math.max(1, Math.ceil(readyMs / stepMs)) * stepMs;
  }
  const first = coarseSteps.first * stepMs;
  const last = coarseSteps.last * stepMs;
  const doubled = first * 2 ** Math.max(0, Math.ceil(Math.log2(readyMs / first)));
  return doubled <= last ? doubled : Math.ceil(readyMs / last) * last;
}

/** The times at which the answer to one call may leave, so that they do not tell how long it took. Begins when made. */
export class EvenTimes {
  private beganMs = performance.now();
  private isCoarse = false;

  /** A step of 0 lets every answer leave at once. */
  constructor(private readonly stepMs: number) {}

  /** Begins anew: what has passed was the caller's time, as that of a slow upload. */
  restart(): void {
    this.beganMs = performance.now();
  }

  /** From here on only the coarse times count: how long the work takes may hang on what the caller may not see. */
  coarsen(): void {
    this.isCoarse = true;
  }

  /** Resolves at the next of these times. */
  async next(): Promise<void> {
    if (this.stepMs > 0) {
      const readyMs = performance.now() - this.beganMs;
      await waitUntil(this.beganMs + leavingTimeMs(readyMs, this.stepMs, this.isCoarse));
    }
  }
}

/** Waits for the next of the coarse times of what began then, by `performance.now()`; not at all for a step of 0. */
export async function waitForCoarseTime(beganMs: number, stepMs: number): Promise<void> {
  if (stepMs > 0) {
    await waitUntil(beganMs + leavingTimeMs(performance.now() - beganMs, stepMs, true));
  }
}

/**
 * To a few microseconds: a timer counts whole milliseconds from when it is set, and so would carry on the fraction
 * that is to be hidden. The last one passes in turns of the event loop, which do whatever else there is to do.
 */
async function waitUntil(atMs: number): Promise<void> {
  for (let leftMs = atMs - performance.now(); leftMs > 0; leftMs = atMs - performance.now()) {
    const timerMs = Math.floor(leftMs - timerLatenessMs);
    await (timerMs > 0 ? pause(timerMs) : nextTurn());
  }
}
