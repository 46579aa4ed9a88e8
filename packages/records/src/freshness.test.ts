import { configurationBody } from '@tessera/contract';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { durationMs, freshnessOf, isOverdue, overdueReason } from './freshness.js';

test.each([
  ['P1D', 86_400_000],
  ['P1W', 604_800_000],
  ['PT90M', 5_400_000],
  ['P1DT2H3M4S', 93_784_000],
  ['PT0,5S', 500],
  ['P1M', 2_592_000_000],
  ['P1Y', 31_536_000_000],
])('collections.update: expected_every > %s lasts %i ms', (duration, ms) => {
  expect(configurationBody.safeParse({ expected_every: duration }).success).toBe(true);
  expect(durationMs(duration)).toBe(ms);
});

test.each(['', '1 day', 'P', 'PT', 'P0D', 'PT0S', '-P1D', 'P1H', 'P10000D', 86_400])(
  'collections.update: expected_every > refuses %j',
  (duration) => {
    expect(configurationBody.safeParse({ expected_every: duration }).success).toBe(false);
  },
);

it('collections.get_record > a record is overdue exactly if it was confirmed longer ago than expected', () => {
  const amount = fc.integer({ min: 1, max: 9_999 });
  const duration = fc.tuple(amount, fc.constantFrom('P#D', 'P#W', 'P#M', 'PT#H', 'PT#M', 'PT#S'));
  const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  const elapsed = fc.oneof(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1e9, max: 1e9 }));
  const property = fc.property(at, duration, elapsed, (confirmed, [count, unit], beyond) => {
    const expected_every = unit.replace('#', String(count));
    const now = new Date(confirmed.getTime() + durationMs(expected_every) + beyond);
    expect(isOverdue(confirmed, { expected_every }, now)).toBe(beyond > 0);
    expect(freshnessOf(confirmed, { expected_every }, now)).toEqual({
      confirmed_at: confirmed.toISOString(),
      ...(beyond > 0 ? { overdue: true } : {}),
    });
    expect(isOverdue(confirmed, { expected_every: null }, now)).toBe(false);
  });
  fc.assert(property, { numRuns: propertyRuns(300) });
});

test.each([
  [12 * 86_400, '12 days'],
  [86_399, '23 hours'],
  [3_600, '1 hour'],
  [61, '1 minute'],
  [2, '2 seconds'],
  [0, '0 seconds'],
])('collections.query > the reason after %i s says "%s"', (seconds, words) => {
  const confirmed = new Date('2026-01-31T10:00:00Z');
  const now = new Date(confirmed.getTime() + seconds * 1_000);
  expect(overdueReason(confirmed, now)).toBe(`The source has not confirmed this record for ${words}.`);
});
