import { decimalText, ExactNumber, type JsonValue } from '@tessera/json';
import { dayMs, type Instant, instantOfText, isEmpty } from '@tessera/search-engine';

/**
 * When a record was last written at its source, null where it does not say, and whether its value could be read. A moment is
 * `YYYY-MM-DDTHH:MM:SS.ffffffZ`, so that moments compare as text.
 */
export interface WriteDate {
  readonly at: string | null;
  readonly readable: boolean;
}

/**
 * Reads a record's update clock, to the microsecond. Strings are ISO 8601 dates or date-times, UTC unless they say otherwise;
 * numbers (and strings of 10 or 13 digits) are Unix seconds or milliseconds from 1973 on. An empty value is not a clock; neither
 * is one that cannot be read or is of no year from 1 to 9999, with `readable` false.
 */
export function readWriteDate(value: JsonValue | undefined): WriteDate {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) {
    return { at: null, readable: true };
  }
  const instant = (typeof value === 'string' ? instantOfText(value) : undefined) ?? unixInstant(value);
  const at = instant === undefined ? undefined : momentOf(instant);
  return at === undefined ? { at: null, readable: false } : { at, readable: true };
}

/** The moment of an instant; undefined outside the years 1 to 9999. */
function momentOf({ ms, microseconds }: Instant): string | undefined {
  const text = new Date(ms).toISOString();
  return /^(?!0000)[0-9]{4}-/.test(text) ? text.replace('Z', `${String(microseconds).padStart(3, '0')}Z`) : undefined;
}

/** SQL that reads a column of the type `timestamptz` as a moment. */
export function momentSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A moment as answers show it: with milliseconds, and microseconds where there are any. */
export function shownMoment(moment: string): string {
  return moment.replace(/000Z$/, 'Z');
}

/** Whether a clock is more than a day ahead of now, which no source that keeps the time sends. */
export function isFuture(moment: string, now: Date): boolean {
  const latest = momentOf({ ms: now.getTime() + dayMs, microseconds: 0 });
  return latest !== undefined && moment > latest;
}

const earliestSeconds = 1e8;
const earliestMs = 1e11;
const latestMs = 1e14;

function unixInstant(value: JsonValue | undefined): Instant | undefined {
  const digits = unixDigits(value);
  const number = Number(digits);
  if (digits === undefined || !(number >= earliestSeconds && number < latestMs)) {
    return undefined;
  }
  const [whole = '', fraction = ''] = digits.split('.');
  const places = number < earliestMs ? 6 : 3;
  const microseconds = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  return { ms: Number(microseconds / 1000n), microseconds: Number(microseconds % 1000n) };
}

function unixDigits(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') {
    return /^(?:[0-9]{10}|[0-9]{13})$/.test(value.trim()) ? value.trim() : undefined;
  }
  return typeof value === 'number' || value instanceof ExactNumber ? decimalText(value) : undefined;
}
