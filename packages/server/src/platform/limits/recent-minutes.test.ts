import { describe, expect, it } from 'vitest';
import { RecentMinutes } from './recent-minutes.js';

function minutes(): { take: (key: string, limit: number) => string; pass: (seconds: number) => void } {
  let nowMs = 1_000_000;
  const counted = new RecentMinutes(() => nowMs);
  return {
    take: (key, limit) => {
      const { accepted, remaining, retryAfterSeconds } = counted.take({ key, limit });
      return `${accepted ? 'accepted' : 'refused'}, ${remaining} left, wait ${retryAfterSeconds} s`;
    },
    pass: (seconds) => {
      nowMs += seconds * 1_000;
    },
  };
}

describe('RecentMinutes', () => {
  it('accepts as many calls as its limit, and returns when the next one is possible', () => {
    const { take, pass } = minutes();
    expect([take('a', 2), take('a', 2)]).toEqual(['accepted, 1 left, wait 0 s', 'accepted, 0 left, wait 61 s']);
    expect(take('a', 2)).toBe('refused, 0 left, wait 61 s');
    pass(40);
    expect(take('a', 2)).toBe('refused, 0 left, wait 21 s');
  });

  it('frees a slot once its call is older than a minute', () => {
    const { take, pass } = minutes();
    take('a', 2);
    pass(30);
    take('a', 2);
    pass(30);
    expect(take('a', 2)).toBe('refused, 0 left, wait 1 s');
    pass(1);
    expect(take('a', 2)).toBe('accepted, 0 left, wait 30 s');
    pass(10_000);
    expect(take('a', 2)).toBe('accepted, 1 left, wait 0 s');
  });

  it('counts keys separately', () => {
    const { take } = minutes();
    take('a', 1);
    expect(take('a', 1)).toMatch(/^refused/);
    expect(take('b', 1)).toMatch(/^accepted/);
  });
});
