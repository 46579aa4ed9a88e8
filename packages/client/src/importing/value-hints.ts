import { isoClock, unixTimes } from '@tessera/contract';

/** The types that a collection can declare for a field. */
export type DeclaredType = 'number' | 'date' | 'string' | 'enum';

/**
 * Why a value (JSON text) does not match the declared type of its field. Undefined if it matches. The service stores
 * such a value with a finding, but cannot compare it.
 */
export function valueHint(value: string, type: DeclaredType): string | undefined {
  if (isEmptyValue(value) || /^[[{]/.test(value)) return undefined;
  const isText = value.startsWith('"');
  const text = isText ? (JSON.parse(value) as string).trim() : value;
  if (type === 'number') return isText ? numberHint(text) : value === 'true' ? 'not a number' : undefined;
  if (type === 'date') return isText ? dateHint(text) : 'a date is text such as "2026-04-03"';
  return type === 'string' && !isText ? 'not text' : undefined;
}

function isEmptyValue(value: string): boolean {
  return ['null', 'false', '""'].includes(value);
}

function numberHint(text: string): string | undefined {
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return undefined;
  if (/^[-+]?\d{1,3}(?:,\d{3})+$/.test(text)) return 'decimal comma, or a comma between thousands?';
  if (/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return 'comma between thousands';
  if (/^[-+]?(?:\d+|\d{1,3}(?:[.'’\s]\d{3})+),\d+$/.test(text)) return 'decimal comma';
  if (/^[-+]?\d{1,3}(?:[.'’\s]\d{3})+(?:\.\d+)?$/.test(text)) return 'separator between thousands';
  return /^\D{0,4}[-+]?\d[\d.,'’\s]*\D{0,4}$/.test(text) ? 'a unit or currency with the number' : 'not a number';
}

const isoDate =
  /^(\d{4})([-/])(\d{2})\2(\d{2})(?:(?:[Tt]| +)(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)? ?(?:[Zz]|UTC|GMT|[-+](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;

/** Whether the service accepts a string as a date or date-time. */
export function isDateText(text: string): boolean {
  const [whole, year = '', , month = '', day = ''] = isoDate.exec(text) ?? [];
  return whole !== undefined && exists(Number(year), Number(month), Number(day));
}

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year + 400, month - 1, day));
  return year >= 1 && month >= 1 && day >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function dateHint(text: string): string | undefined {
  if (isDateText(text)) return undefined;
  const [, first = '', separator, second = ''] = /^(\d{1,2})([./-])(\d{1,2})\2\d{2,4}(?:\D.*)?$/.exec(text) ?? [];
  if (separator === undefined) {
    return /^\d{5}(?:\.\d+)?$/.test(text) ? 'day number of a spreadsheet?' : 'not a date such as 2026-04-03';
  }
  if (separator === '.' || Number(first) > 12) return 'day first: write it as 2026-04-03';
  return Number(second) > 12 ? 'month first: write it as 2026-04-03' : 'day or month first?';
}

/** Whether the service can read a value (JSON text) as an update time. An empty value is none. */
export function isClockValue(value: string): boolean {
  if (isEmptyValue(value)) return true;
  const text = value.startsWith('"') ? (JSON.parse(value) as string).trim() : value;
  if (text === '') return true;
  const isUnix = Number(text) >= unixTimes.earliestSeconds && Number(text) < unixTimes.latestMs;
  if (!value.startsWith('"')) return isUnix || (/^\d{8}$/.test(text) && isDateText(isoClock(text)));
  return isDateText(isoClock(text)) || (isUnix && /^(?:\d{10}|\d{13})(?:\.\d+)?$/.test(text));
}

/** The type that a value looks like; `text` if it looks like no other. */
export function typeOf(value: string): 'number' | 'date' | 'boolean' | 'list' | 'object' | 'text' {
  if (value.startsWith('[')) return 'list';
  if (value.startsWith('{')) return 'object';
  if (value === 'true' || value === 'false') return 'boolean';
  if (!value.startsWith('"')) return 'number';
  const text = (JSON.parse(value) as string).trim();
  if (isDateText(text)) return 'date';
  return numberHint(text) === undefined ? 'number' : 'text';
}
