import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvenTimes, leavingTimeMs } from './even-times.js';

const readyMs = fc.double({ min: 0, max: 100_000, noNaN: true });
const stepMs = fc.integer({ min: 1, max: 1_000 });

describe('an answer to a confined caller', () => {
  it('leaves at the first whole multiple of the step by which it is ready, never at once', () => {
    fc.assert(
      fc.property(readyMs, stepMs, (ready, step) => {
        const leaves = leavingTimeMs(ready, step, false);
        expect(leaves % step).toBe(0);
        expect(leaves).toBeGreaterThanOrEqual(Math.max(step, ready));
        expect(leaves === step || leaves - step < ready).toBe(true);
      }),
    );
  });

  it('leaves at five steps, a doubling of them or a multiple of 160 where the work grows with what is hidden', () => {
    fc.assert(
      fc.property(readyMs, stepMs, (ready, step) => {
        const leaves = leavingTimeMs(ready, step, true);
        expect([5, 10, 20, 40, 80].includes(leaves / step) || leaves % (160 * step) === 0).toBe(true);
        expect(leaves).toBeGreaterThanOrEqual(Math.max(5 * step, ready));
        expect(leaves === 5 * step || leaves / 2 < ready || leaves - 160 * step < ready).toBe(true);
      }),
    );
  });

  it('waits until then', async () => {
    const began = performance.now();
    const times = new EvenTimes(5);
    await times.next();
    expect(performance.now() - began).toBeGreaterThanOrEqual(5);
    times.coarsen();
    await times.next();
    expect(performance.now() - began).toBeGreaterThanOrEqual(25);
  });
});
