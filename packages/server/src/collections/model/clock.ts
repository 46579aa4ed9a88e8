import type { JsonValue } from '@tessera/json';
import { dateOf, isEmpty } from '@tessera/search-engine';

/** When a record was last written at its source, null where it does not say, and whether its value could be read. */
export interface WriteDate {
  readonly at: Date | null;
  readonly readable: boolean;
}

/**
 * Reads a record's update clock. Strings are ISO 8601 dates or date-times, UTC unless they say otherwise; numbers (and
 * strings of 10 or 13 digits) are Unix seconds or milliseconds from 1973 on. An empty value is no clock; neither is one
 * that cannot be read, with `readable` false.
 */
export function readWriteDate(value: JsonValue | undefined): WriteDate {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) {
    return { at: null, readable: true };
  }
  const ms = dateOf(value) ?? unixMs(value);
  return ms === undefined ? { at: null, readable: false } : { at: new Date(ms), readable: true };
}

const earliestSeconds = 1e8;
const earliestMs = 1e11;
const latestMs = 1e14;

function unixMs(value: JsonValue | undefined): number | undefined {
  const isDigits = typeof value === 'string' && /^(?:[0-9]{10}|[0-9]{13})$/.test(value.trim());
  const number = isDigits ? Number(value) : value;
  if (typeof number !== 'number' || number < earliestSeconds || number >= latestMs) {
    return undefined;
  }
  return Math.trunc(number < earliestMs ? number * 1000 : number);
}
