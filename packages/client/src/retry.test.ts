import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from './errors.js';
import { defaultRetryPolicy, retryDelayMs } from './retry.js';

const rateLimited = (retryAfterSeconds?: number) =>
  new ApiError({
    call: 'members.grant',
    status: 429,
    code: 'rate_limited',
    message: '',
    facts: retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    body: null,
  });

const disconnected = new ConnectionError('me.get', false, { message: '', cause: undefined });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('retryDelayMs', () => {
  it('doubles, is at least half of its ceiling, and never exceeds the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), random, (attempt, chance) => {
        const policy = { retries: 40, baseDelayMs: 250, maxDelayMs: 30_000 };
        const ceilingMs = Math.min(30_000, 250 * 2 ** (attempt - 1));
        const delayMs = retryDelayMs(disconnected, attempt, policy, () => chance) ?? Number.NaN;
        expect(delayMs).toBeGreaterThanOrEqual(ceilingMs / 2);
        expect(delayMs).toBeLessThanOrEqual(ceilingMs);
      }),
    );
  });

  it('is at least Retry-After, and a call is not repeated if that is too long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), random, (seconds, chance) => {
        const delayMs = retryDelayMs(rateLimited(seconds), 1, defaultRetryPolicy, () => chance);
        if (seconds * 1_000 > defaultRetryPolicy.maxDelayMs) {
          expect(delayMs).toBeUndefined();
        } else {
          expect(delayMs).toBeGreaterThanOrEqual(seconds * 1_000);
        }
      }),
    );
  });

  it('is undefined when no retries are left, and for errors that are not failures of the call', () => {
    expect(retryDelayMs(disconnected, 4, defaultRetryPolicy, () => 0)).toBeUndefined();
    expect(retryDelayMs(rateLimited(), 1, { ...defaultRetryPolicy, retries: 0 }, () => 0)).toBeUndefined();
    expect(retryDelayMs(new Error('a bug'), 1, defaultRetryPolicy, () => 0)).toBeUndefined();
  });
});
