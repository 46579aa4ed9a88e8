import { describe, expect, it } from 'vitest';
import { countedByDay, isWithinDays } from './days.js';

const now = Date.UTC(2026, 4, 17, 12);

describe('days', () => {
  it('countedByDay > counts moments in spans of 24 hours, the latest last, and ignores moments outside of them', () => {
    const moments = ['2026-05-17T11:00:00Z', '2026-05-16T13:00:00Z', '2026-05-16T11:00:00Z', '2026-05-14T12:00:00Z'];
    expect(countedByDay([...moments, '2026-05-18T00:00:00Z'], 3, now)).toEqual([0, 1, 2]);
  });

  it('isWithinDays > is true for dates in the near future', () => {
    expect(isWithinDays('2026-05-20T00:00:00Z', 14, now)).toBe(true);
    expect(isWithinDays('2026-06-20T00:00:00Z', 14, now)).toBe(false);
    expect(isWithinDays('2026-05-16T00:00:00Z', 14, now)).toBe(false);
    expect(isWithinDays(null, 14, now)).toBe(false);
  });
});
