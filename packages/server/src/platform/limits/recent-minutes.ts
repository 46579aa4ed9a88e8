import { LRUCache } from 'lru-cache';
import type { CallBucket, RateState } from './sliding-minute.js';

/** A call counts in its second and the next 60, as in `takeSlot`. */
const windowSeconds = 61;
const keysRemembered = 10_000;

/** The calls of a key: the number in each second of the window (at index second modulo 61), and the total. */
interface Window {
  readonly calls: Uint32Array;
  lastSecond: number;
  taken: number;
}

/**
 * Counts calls in sliding minutes like `takeSlot`, but in the memory of this process only. Drops the keys that were
 * unused for longest.
 */
export class RecentMinutes {
  private readonly windows = new LRUCache<string, Window>({ max: keysRemembered });

  /** `nowMs` must return a monotonic time. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Counts one call. A refused call does not count. */
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

/** Moves a window forward to a second, and drops calls that are too old. */
function leave(window: Window, second: number): void {
  const passed = Math.min(second - window.lastSecond, windowSeconds);
  for (let step = 1; step <= passed; step += 1) {
    const index = (second - passed + step) % windowSeconds;
    window.taken -= window.calls[index] ?? 0;
    window.calls[index] = 0;
  }
  window.lastSecond = second;
}

/** Whole seconds until enough calls leave the window that one more is possible. */
function secondsUntilFree({ calls, lastSecond }: Window): number {
  for (let ahead = 1; ahead < windowSeconds; ahead += 1) {
    if ((calls[(lastSecond + ahead) % windowSeconds] ?? 0) > 0) {
      return ahead;
    }
  }
  return windowSeconds;
}
