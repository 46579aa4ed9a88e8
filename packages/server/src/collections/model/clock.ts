import { limits } from '@tessera/contract';
import { decimalText, ExactNumber, type JsonValue } from '@tessera/json';
import { dayMs, type Instant, instantOfText, isEmpty } from '@tessera/search-engine';
import { orderOfClocks } from './clock-order.js';

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
 * milliseconds from 1973 on. In a list, the first element is the clock, and the others (clocks or sequence numbers)
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
  const instant = (typeof value === 'string' ? textInstant(value) : undefined) ?? unixInstant(value);
  const at = instant === undefined ? undefined : momentOf(instant);
  return at === undefined ? { at: null, order: null, readable: false } : { at, order: null, readable: true };
}

function textInstant(text: string): Instant | undefined {
  return instantOfText(text) ?? instantOfText(separated(text)) ?? dotNetInstant(text) ?? mailInstant(text);
}

/**
 * Adds the separators that the basic format of ISO 8601 omits, as in `20240501T100000Z`. Returns other text unchanged.
 */
function separated(text: string): string {
  return text
    .trim()
    .replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(?:[.,](\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)?$/i,
      (_, ...[year, month, day, hour, minute, second = '00', fraction, zone = 'Z']) =>
        `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}${zone}`,
    );
}

/**
 * Reads the .NET format `/Date(1714555200000+0200)/`. It contains milliseconds in UTC; the zone does not change the
 * time.
 */
function dotNetInstant(text: string): Instant | undefined {
  const ms = /^\/Date\((-?\d{1,14})(?:[+-]\d{4})?\)\/$/.exec(text.trim())?.[1];
  return ms === undefined ? undefined : { ms: Number(ms), microseconds: 0 };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The zone names of RFC 2822, with their offsets in hours. */
const zones: ReadonlyMap<string, string> = new Map([
  ['UT', '+00'],
  ['UTC', '+00'],
  ['GMT', '+00'],
  ['Z', '+00'],
  ['EST', '-05'],
  ['EDT', '-04'],
  ['CST', '-06'],
  ['CDT', '-05'],
  ['MST', '-07'],
  ['MDT', '-06'],
  ['PST', '-08'],
  ['PDT', '-07'],
]);

/** Reads `Wed, 01 May 2024 10:00:00 +0200`. @see https://www.rfc-editor.org/rfc/rfc2822#section-3.3 */
function mailInstant(text: string): Instant | undefined {
  const match =
    /^(?:[a-z]{3},? +)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d:\d\d)(:\d\d)? ?([+-]\d{4}|[a-z]{1,3})(?: *\([\w .]{0,40}\))?$/i.exec(
      text.trim(),
    );
  const [, day = '', month = '', year, minutes, seconds = ':00', zone = ''] = match ?? [];
  const monthNumber = months.indexOf(month.toLowerCase()) + 1;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zones.get(zone.toUpperCase());
  return monthNumber === 0 || offset === undefined
    ? undefined
    : instantOfText(
        `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}T${minutes}${seconds}${offset}`,
      );
}

/** The moment of an instant. Undefined outside of the years 1 to 9999. */
function momentOf({ ms, microseconds }: Instant): string | undefined {
  const text = new Date(ms).toISOString();
  return /^(?!0000)[0-9]{4}-/.test(text) ? text.replace('Z', `${String(microseconds).padStart(3, '0')}Z`) : undefined;
}

/** SQL that formats a `timestamptz` column as a moment. */
export function momentSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A moment in the form of responses: with milliseconds, or with microseconds if these are not zero. */
export function shownMoment(moment: string): string {
  return moment.replace(/000Z$/, 'Z');
}

/** Whether a clock is more than a day in the future. A source whose time is correct never sends one. */
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
  const precision = number < earliestMs ? 6 : 3;
  const microseconds = BigInt(whole + fraction.slice(0, precision).padEnd(precision, '0'));
  return { ms: Number(microseconds / 1000n), microseconds: Number(microseconds % 1000n) };
}

function unixDigits(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') {
    return /^(?:[0-9]{10}|[0-9]{13})$/.test(value.trim()) ? value.trim() : undefined;
  }
  return typeof value === 'number' || value instanceof ExactNumber ? decimalText(value) : undefined;
}
