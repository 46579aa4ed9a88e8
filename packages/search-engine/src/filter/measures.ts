import { decimalText, type ExactNumber, parseNumber } from '@tessera/json';
import { trimAscii } from './scalars.js';

/**
 * A number in comparisons: a double, which means its shortest decimal, or the plain decimal digits of a number that no
 * double represents. Equal numbers have equal values.
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

/** Parses a decimal number, ignoring ASCII white space around it; `undefined` if invalid. */
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

/** Whether a string is a measure as returned by `measureOfText`. */
export function isMeasure(text: string): boolean {
  return String(measureOfText(text)) === text;
}

/** Compares two numbers of any length exactly: negative, zero or positive. */
export function compareMeasures(left: Measure, right: Measure): number {
  const [a, b] = [Number(left), Number(right)];
  if (a !== b || (typeof left === 'number' && typeof right === 'number')) {
    // Rounding to doubles keeps the order of numbers unless they become equal.
    return a < b ? -1 : Number(a > b);
  }
  return compareDecimals(digitsOf(left), digitsOf(right));
}

/** An equivalent order test for doubles. A bound between two doubles is replaced by the nearest one. */
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
  // With equally many digits before the point, decimals compare as text.
  return wholes !== 0 || left === right ? wholes : left < right ? -1 : 1;
}

/** Number of digits before the point; infinite for infinity, which is above all numbers. */
function wholeDigits(decimal: string): number {
  if (decimal === 'Infinity') {
    return Number.POSITIVE_INFINITY;
  }
  const point = decimal.indexOf('.');
  return point === -1 ? decimal.length : point;
}
