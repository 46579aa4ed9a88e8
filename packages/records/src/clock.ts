import { isoClock, limits, unixTimes } from '@tessera/contract';
import { decimalText, ExactNumber, type JsonValue } from '@tessera/json';
import { dayMs, type Instant, instantOfText, isEmpty } from '@tessera/search-engine';
import { orderOfClocks } from './clock-order.js';
import { momentOf } from './moments.js';

/**
 * The time when a record was last written at its source, null if it has none, and whether the value was readable. A
 * moment has the format `YYYY-MM-DDTHH:MM:SS.ffffffZ`, which sorts as text. `order` decides between equal moments.
 */
export interface WriteDate {
  readonly at: string | null;
  readonly order: string | null;
  readonly readable: boolean;
}

/**
 * Reads a record's update clock with microsecond precision. Strings can be ISO 8601 dates and times (basic or extended,
 * by default in UTC), RFC 2822 dates, or `/Date(ms)/`. Numbers, and strings of 10 or 13 digits, are Unix seconds or
 * milliseconds from 1973 on, but of 14 digits `YYYYMMDDHHMMSS`. In a list, the first element is the clock, and the others (clocks or sequence numbers)
 * order updates with equal clocks. An empty value counts as missing. If a value is unreadable or outside the years 1 to
 * 9999, `readable` is false.
 */
export function readWriteDate(value: JsonValue | undefined): WriteDate {
  if (Array.isArray(value) && value.length > 0) {
    const [first = null, ...others] = value;
    const clock = readWriteDate(Array.isArray(first) ? {} : first);
    const { order, readable } = orderOfClocks(others, (other) =>
      Array.isArray(other) ? null : readWriteDate(other).at,
    );
    const isShort = value.length <= limits.clocksPerRecord;
    return { at: clock.at, order: clock.at === null ? null : order, readable: clock.readable && readable && isShort };
  }
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) {
    return { at: null, order: null, readable: true };
  }
  const instant =
    typeof value === 'string'
      ? (instantOfText(value) ?? instantOfText(isoClock(value)) ?? unixInstant(value))
      : numberInstant(value);
  const at = instant === undefined ? undefined : momentOf(instant);
  return at === undefined ? { at: null, order: null, readable: false } : { at, order: null, readable: true };
}

/** Whether a clock is more than a day in the future. A source whose time is correct never sends one. */
export function isFuture(moment: string, now: Date): boolean {
  const latest = momentOf({ ms: now.getTime() + dayMs, microseconds: 0 });
  return latest !== undefined && moment > latest;
}

/** A number of 8 or 14 digits can be a date in the basic format. As milliseconds, 14 digits are later than 2286. */
function numberInstant(value: JsonValue | undefined): Instant | undefined {
  const digits = unixDigits(value) ?? '';
  return (
    (/^(?:\d{8}|\d{14})(?:\.\d+)?$/.test(digits) ? instantOfText(isoClock(digits)) : undefined) ?? unixInstant(value)
  );
}

function unixInstant(value: JsonValue | undefined): Instant | undefined {
  const digits = unixDigits(value);
  const number = Number(digits);
  if (digits === undefined || !(number >= unixTimes.earliestSeconds && number < unixTimes.latestMs)) {
    return undefined;
  }
  const [whole = '', fraction = ''] = digits.split('.');
  const precision = number < unixTimes.earliestMs ? 6 : 3;
  const microseconds = BigInt(whole + fraction.slice(0, precision).padEnd(precision, '0'));
  return { ms: Number(microseconds / 1000n), microseconds: Number(microseconds % 1000n) };
}

function unixDigits(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') {
    return /^(?:[0-9]{10}|[0-9]{13})(?:\.[0-9]+)?$/.test(value.trim()) ? value.trim() : undefined;
  }
  return typeof value === 'number' || value instanceof ExactNumber ? decimalText(value) : undefined;
}
