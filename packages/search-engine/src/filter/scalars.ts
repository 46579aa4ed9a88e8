import { decimalText, type ExactNumber, parseNumber } from '@tessera/json';

/** Removes ASCII white space from both ends. */
export function trimAscii(text: string): string {
  if (text.charCodeAt(0) > 0x20 && text.charCodeAt(text.length - 1) > 0x20) {
    return text;
  }
  return text.replace(/^[ \t\n\r\f\v]+/, '').replace(/(?<![ \t\n\r\f\v])[ \t\n\r\f\v]+$/, '');
}

/** Compares strings by Unicode code point, like `collate "C"` in PostgreSQL: negative, zero or positive. */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) {
      return codePointRank(a) - codePointRank(b);
    }
  }
  return left.length - right.length;
}

/** Ranks a UTF-16 unit so that surrogates sort above the rest of the basic plane, like their code points. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) {
    return unit;
  }
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

const isoDate = /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})$/;
const isoDateTime =
  /^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})(?:[Tt]| +)([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(?:([Zz]|UTC|GMT)|([-+])([0-9]{2})(?::?([0-9]{2}))?)?$/;

const dateCharacters = 10;

/** Milliseconds of a day in UTC. */
export const dayMs = 86_400_000;

/** The start of a date without a time. Undefined for anything else, including a date with a time. */
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
 * Reads a date or date-time in ISO 8601 as milliseconds since 1970-01-01 UTC; undefined for anything else. Year, month
 * and day are separated by `-` or `/`, and the time by `T` or spaces. Seconds and a fraction (cut to milliseconds) are
 * optional. Without `Z` or an offset, the time is UTC.
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
  // Date.UTC reads the years 0 to 99 as 1900 to 1999. Later years are used instead, because the calendar repeats after
  // 400 years.
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

/**
 * A number in a form for comparisons. It is a double, which means its shortest decimal, or the plain decimal digits of
 * a number that no double represents. Equal numbers have equal measures.
 */
export type Measure = number | string;

/** The four order operators. */
export type OrderOperator = 'lt' | 'lte' | 'gt' | 'gte';

const numericText = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?$/;
const longestNumericText = 400;

/** Converts a number for comparison. */
export function measureOf(value: number | ExactNumber): Measure {
  return typeof value === 'number' ? value : decimalText(value);
}

/** Parses a decimal number. ASCII white space around it is ignored. Undefined if it is invalid. */
export function measureOfText(text: string): Measure | undefined {
  const trimmed = trimAscii(text);
  if (trimmed.length > longestNumericText || !numericText.test(trimmed)) {
    return undefined;
  }
  const literal = trimmed
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?![0-9])/, '');
  return measureOf(parseNumber(literal));
}

/** Whether a string has the form of a measure that `measureOfText` returns. */
export function isMeasure(text: string): boolean {
  return String(measureOfText(text)) === text;
}

/** Compares two numbers of any length exactly: negative, zero or positive. */
export function compareMeasures(left: Measure, right: Measure): number {
  const [a, b] = [Number(left), Number(right)];
  if (a !== b || (typeof left === 'number' && typeof right === 'number')) {
    // Rounding to doubles preserves the order of numbers, except that different ones can become equal.
    return a < b ? -1 : Number(a > b);
  }
  return compareDecimals(digitsOf(left), digitsOf(right));
}

/**
 * An order test for doubles that is equivalent to an exact one. If the bound is between two doubles, it becomes the
 * nearer one.
 */
export function doubleTest(operator: OrderOperator, operand: Measure): { operator: OrderOperator; operand: number } {
  if (typeof operand === 'number') {
    return { operator, operand };
  }
  const nearest = Number(operand);
  const operators = compareMeasures(nearest, operand) > 0 ? nearestIsAbove : nearestIsBelow;
  return { operator: operators[operator], operand: nearest };
}

const nearestIsAbove = { lt: 'lt', lte: 'lt', gt: 'gte', gte: 'gte' } as const;
const nearestIsBelow = { lt: 'lte', lte: 'lte', gt: 'gt', gte: 'gt' } as const;

function digitsOf(measure: Measure): string {
  return typeof measure === 'number' ? decimalText(measure) : measure;
}

function compareDecimals(left: string, right: string): number {
  const isNegative = left.startsWith('-');
  if (isNegative !== right.startsWith('-')) {
    return isNegative ? -1 : 1;
  }
  return isNegative ? compareMagnitudes(right.slice(1), left.slice(1)) : compareMagnitudes(left, right);
}

function compareMagnitudes(left: string, right: string): number {
  const wholes = wholeDigits(left) - wholeDigits(right);
  // Decimals with the same number of digits before the point compare like text.
  return wholes !== 0 || left === right ? wholes : left < right ? -1 : 1;
}

/** The number of digits before the point. It is infinite for infinity, which is above all numbers. */
function wholeDigits(decimal: string): number {
  if (decimal === 'Infinity') {
    return Number.POSITIVE_INFINITY;
  }
  const point = decimal.indexOf('.');
  return point === -1 ? decimal.length : point;
}
