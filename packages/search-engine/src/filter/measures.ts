import { decimalText, type ExactNumber, parseNumber } from '@tessera/json';
import { trimAscii } from './scalars.js';

/**
 * A number as filters compare it: a double, which means the decimal that it is written as, or the plain decimal
 * digits of a number that no double stands for. Each number has one spelling, so that equal numbers are equal values.
 */
export type Measure = number | string;

/** The four orders that a range can ask for. */
export type OrderOperator = 'lt' | 'lte' | 'gt' | 'gte';

const numericText = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?$/;
const longestNumericText = 400;

/** A number as it is compared. */
export function measureOf(value: number | ExactNumber): Measure {
  return typeof value === 'number' ? value : decimalText(value);
}

/** Reads a decimal number written as text, ASCII white space around it ignored; `undefined` when it is not one. */
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

/** Whether a text is a measure as `measureOfText` returns it. */
export function isMeasure(text: string): boolean {
  return String(measureOfText(text)) === text;
}

/** Orders two numbers exactly, however long they are: negative, zero or positive. */
export function compareMeasures(left: Measure, right: Measure): number {
  const [a, b] = [Number(left), Number(right)];
  if (a !== b || (typeof left === 'number' && typeof right === 'number')) {
    // Rounding to doubles keeps the order of any two numbers that it does not make one.
    return a < b ? -1 : Number(a > b);
  }
  return compareDecimals(digitsOf(left), digitsOf(right));
}

/**
 * The order test that finds the same doubles: what is asked of a number between two doubles is asked of the one nearest to
 * it.
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
  // With the point in the same place digits compare as text.
  return wholes !== 0 || left === right ? wholes : left < right ? -1 : 1;
}

/** Digits before the point of a decimal without leading zeros; those of infinity, which is above all numbers, never end. */
function wholeDigits(decimal: string): number {
  if (decimal === 'Infinity') {
    return Number.POSITIVE_INFINITY;
  }
  const point = decimal.indexOf('.');
  return point === -1 ? decimal.length : point;
}
