import { LRUCache } from 'lru-cache';
import type { CallBucket } from './minute-by-seconds.js';
import type { RateState } from './sliding-minute.js';

/** A call counts in its own second and in the 60 that follow, as in `takeCallSlot`. */
const windowSeconds = 61;
const keysRemembered = 10_000;

/** The calls of a key: how many in each second of the window, by second modulo its length, and in all of them. */
interface Window {
  readonly calls: Uint32Array;
  lastSecond: number;
  taken: number;
}

/**
 * The same sliding minutes as `takeCallSlot`, counted in this process alone and without the database. Keeps the keys that
 * were used last.
 */
export class RecentMinutes {
  private readonly windows = new LRUCache<string, Window>({ max: keysRemembered });

  /** `nowMs` is a clock that never goes back. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Counts one call. A call beyond the limit does not count. */
  take({ key, limit }: CallBucket): RateState {
    const second = Math.floor(this.nowMs() / 1_000);
    const window = this.windows.get(key) ?? { calls: new Uint32Array(windowSeconds), lastSecond: second, taken: 0 };
    this.windows.set(key, window);
    leave(window, second);
    const accepted = window.taken < limit;
    if (accepted) {
      window.calls[second % windowSeconds] = (window.calls[second % windowSeconds] ?? 0) + 1;
      window.taken += 1;
    }
    const freeSeconds = secondsUntilFree(window);
    return {
      accepted,
      remaining: limit - window.taken,
      resetSeconds: freeSeconds,
      retryAfterSeconds: window.taken < limit ? 0 : freeSeconds,
    };
  }
}

/** Moves a window to a second, and drops calls that are older than the window. */
function leave(window: Window, second: number): void {
  const passed = Math.min(second - window.lastSecond, windowSeconds);
  for (let step = 1; step <= passed; step += 1) {
    const index = (second - passed + step) % windowSeconds;
    window.taken -= window.calls[index] ?? 0;
    window.calls[index] = 0;
  }
  window.lastSecond = second;
}

/** Whole seconds until the oldest calls leave the window, after which one more call fits. */
function secondsUntilFree({ calls, lastSecond }: Window): number {
  for (let ahead = 1; ahead < windowSeconds; ahead += 1) {
    if ((calls[(lastSecond + ahead) % windowSeconds] ?? 0) > 0) {
      return ahead;
    }
  }
  return windowSeconds;
}
