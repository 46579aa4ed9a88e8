import { trimAscii } from './decimal.js';

const isoDate = /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})$/;
const isoDateTime =
  /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})(?:[Tt]| +)([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(?:([Zz]|UTC|GMT)|([-+])([0-9]{2})(?::?([0-9]{2}))?)?$/;

const dayMs = 86_400_000;

/**
 * Reads a date or date-time in its ISO 8601 spellings as milliseconds since 1970-01-01 UTC; `undefined` otherwise.
 * `-` or `/` between year, month and day; `T` or spaces before the time; seconds and a fraction (cut to milliseconds)
 * are optional; without `Z` or an offset it is UTC.
 */
export function dateOfText(text: string): number | undefined {
  const trimmed = trimAscii(text);
  const date = isoDate.exec(trimmed);
  if (date !== null) {
    return dayStart(date[1], date[3], date[4]);
  }
  const parts = isoDateTime.exec(trimmed);
  if (parts === null) {
    return undefined;
  }
  const day = dayStart(parts[1], parts[3], parts[4]);
  const time = timeOfDay(parts[5], parts[6], parts[7] ?? '0');
  const offset = parts[10] === undefined ? 0 : timeOfDay(parts[11], parts[12] ?? '0', '0');
  if (day === undefined || time === undefined || offset === undefined) {
    return undefined;
  }
  const fraction = Number((parts[8] ?? '').slice(0, 3).padEnd(3, '0'));
  return day + time + fraction - (parts[10] === '-' ? -offset : offset);
}

function dayStart(year = '', month = '', day = ''): number | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  const exists = y >= 1 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return exists ? Math.floor(date.getTime() / dayMs) * dayMs : undefined;
}

function timeOfDay(hour = '', minute = '', second = ''): number | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  return h < 24 && m < 60 && s < 60 ? ((h * 60 + m) * 60 + s) * 1000 : undefined;
}
