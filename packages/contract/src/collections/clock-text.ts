// Not in the file of the schemas, because the dashboard uses it and may not load zod, which calls eval.

/** The Unix times that are clocks: seconds from 1973 on, then milliseconds. */
export const unixTimes = { earliestSeconds: 1e8, earliestMs: 1e11, latestMs: 1e14 } as const;

/**
 * Writes an update time as extended ISO 8601: the basic format, with or without `T` as SAP sends it, RFC 2822, and
 * `/Date(ms)/`. Other text is returned unchanged. The result can be a date that does not exist.
 */
export function isoClock(text: string): string {
  const trimmed = text.trim();
  return basicFormat(trimmed) ?? dotNetFormat(trimmed) ?? mailFormat(trimmed) ?? text;
}

/** Adds the separators that the basic format omits, as in `20240501T100000Z`. */
function basicFormat(text: string): string | undefined {
  const [whole, year, month, day, hour, minute, second = '00', fraction, zone = 'Z'] =
    /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(text) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  const date = `${year}-${month}-${day}`;
  return hour === undefined
    ? date
    : `${date}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}${zone}`;
}

/** Reads `/Date(1714555200000+0200)/`. It contains milliseconds in UTC; the zone does not change the time. */
function dotNetFormat(text: string): string | undefined {
  const ms = /^\/Date\((-?\d{1,14})(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  return ms === undefined ? undefined : new Date(Number(ms)).toISOString();
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
function mailFormat(text: string): string | undefined {
  const [, day = '', month = '', year, minutes, seconds = ':00', zone = ''] =
    /^(?:[a-z]{3},? +)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d:\d\d)(:\d\d)? ?([+-]\d{4}|[a-z]{1,3})(?: *\([\w .]{0,40}\))?$/i.exec(
      text,
    ) ?? [];
  const monthNumber = months.indexOf(month.toLowerCase()) + 1;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zones.get(zone.toUpperCase());
  return monthNumber === 0 || offset === undefined
    ? undefined
    : `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}T${minutes}${seconds}${offset}`;
}
