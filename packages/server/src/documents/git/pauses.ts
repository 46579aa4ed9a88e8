import { setImmediate } from 'node:timers/promises';

const busyMs = 10;

/** Lets other requests in while a long computation runs: awaited often, it pauses once every few milliseconds. */
export class Pauses {
  private since = performance.now();

  /** Goes on at once, or after what else waits when the computation has been at it for long. */
  async take(): Promise<void> {
    if (performance.now() - this.since > busyMs) {
      await setImmediate();
      this.since = performance.now();
    }
  }
}
