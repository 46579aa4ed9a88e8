import type { StoredRecord } from '@tessera/contract';
import type { CollectionConfig } from './config.js';

const unitsMs = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 } as const;
const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;
/** A year counts as 365 days and a month as 30, so that a longer wait is never a shorter duration. */
const partsMs = [365 * unitsMs.days, 30 * unitsMs.days, 7 * unitsMs.days, ...Object.values(unitsMs)];

/** The milliseconds of an ISO 8601 duration. */
export function durationMs(duration: string): number {
  const numbers = parts.exec(duration)?.slice(1) ?? [];
  return numbers.reduce((sum, text = '0', at) => sum + Number(text.replace(',', '.')) * (partsMs[at] ?? 0), 0);
}

type Expectation = Pick<CollectionConfig, 'expected_every'>;

/** The time after which a record or delivery must have arrived; null without an expectation. */
export function dueSince({ expected_every }: Expectation, now: Date): Date | null {
  return expected_every === null ? null : new Date(now.getTime() - durationMs(expected_every));
}

/** Whether something that arrived at this time is overdue. */
export function isOverdue(at: Date, expectation: Expectation, now: Date): boolean {
  const due = dueSince(expectation, now);
  return due !== null && at < due;
}

/** The freshness of a record in the form of responses. */
export function freshnessOf(
  confirmedAt: Date,
  expectation: Expectation,
  now: Date,
): Pick<StoredRecord, 'confirmed_at' | 'overdue'> {
  return {
    confirmed_at: confirmedAt.toISOString(),
    ...(isOverdue(confirmedAt, expectation, now) ? { overdue: true } : {}),
  };
}

/** The reason of a verdict whose first record is overdue. */
export function overdueReason(confirmedAt: Date, now: Date): string {
  const elapsed = now.getTime() - confirmedAt.getTime();
  const [unit, ms] = Object.entries(unitsMs).find(([, ms]) => elapsed >= ms) ?? ['seconds', unitsMs.seconds];
  const count = Math.floor(elapsed / ms);
  return `The source has not confirmed this record for ${count} ${count === 1 ? unit.slice(0, -1) : unit}.`;
}
