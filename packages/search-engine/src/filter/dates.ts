import { trimAscii } from './scalars.js';

const isoDate = /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})$/;
const isoDateTime =
  /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})(?:[Tt]| +)([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(?:([Zz]|UTC|GMT)|([-+])([0-9]{2})(?::?([0-9]{2}))?)?$/;

const dateCharacters = 10;

/** Milliseconds of a day in UTC. */
export const dayMs = 86_400_000;

/** The start of a date without a time; `undefined` for anything else, including a date-time. */
export function dayOfText(text: string): number | undefined {
  return trimAscii(text).length <= dateCharacters ? dateOfText(text) : undefined;
}

/** The start of an instant's UTC day. */
export function dayOf(instantMs: number): number {
  return Math.floor(instantMs / dayMs) * dayMs;
}

/** A moment: milliseconds since 1970-01-01 UTC, truncated, and the remaining microseconds (0-999). */
export interface Instant {
  readonly ms: number;
  readonly microseconds: number;
}

/**
 * Reads a date or date-time in its ISO 8601 spellings as milliseconds since 1970-01-01 UTC; `undefined` otherwise.
 * `-` or `/` between year, month and day; `T` or spaces before the time; seconds and a fraction (cut to milliseconds)
 * are optional; without `Z` or an offset it is UTC.
 */
export function dateOfText(text: string): number | undefined {
  return instantOfText(text)?.ms;
}

/** Like `dateOfText`, with microseconds. */
export function instantOfText(text: string): Instant | undefined {
  const trimmed = trimAscii(text);
  if (trimmed.length <= dateCharacters) {
    const date = isoDate.exec(trimmed);
    const ms = date === null ? undefined : dayStart(date[1], date[3], date[4]);
    return ms === undefined ? undefined : { ms, microseconds: 0 };
  }
  const match = isoDateTime.exec(trimmed);
  if (match === null) {
    return undefined;
  }
  const day = dayStart(match[1], match[3], match[4]);
  const time = timeOfDay(match[5], match[6], match[7] ?? '0');
  const offset = match[10] === undefined ? 0 : timeOfDay(match[11], match[12] ?? '0', '0');
  if (day === undefined || time === undefined || offset === undefined) {
    return undefined;
  }
  const fraction = (match[8] ?? '').padEnd(6, '0');
  const ms = day + time + Number(fraction.slice(0, 3)) - (match[10] === '-' ? -offset : offset);
  return { ms, microseconds: Number(fraction.slice(3, 6)) };
}

function dayStart(year = '', month = '', day = ''): number | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const exists = y >= 1 && m >= 1 && m <= 12 && d >= 1 && d <= daysOfMonth(y, m);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999. The calendar repeats after 400 years.
  return exists ? Date.UTC(y + 400, m - 1, d) - daysOf400Years * dayMs : undefined;
}

const daysOf400Years = 146_097;

function daysOfMonth(year: number, month: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function timeOfDay(hour = '', minute = '', second = ''): number | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  return h < 24 && m < 60 && s < 60 ? ((h * 60 + m) * 60 + s) * 1000 : undefined;
}
