import { decimalText, ExactNumber, type JsonValue } from '@tessera/json';

/**
 * Maximum digits of the integer part of an order value. Enough for times in microseconds, sequence numbers and
 * snowflake ids.
 */
const longestDigits = 40;
const undecided = '-';

/**
 * The order value of an additional clock, in millionths. It is `-` if the clock is empty, and undefined if it cannot be
 * read.
 */
function orderOf(value: JsonValue, momentOf: (value: JsonValue) => string | null): string | undefined {
  if (value === null || value === '' || value === false) {
    return undecided;
  }
  const digits = typeof value === 'string' ? value.trim() : isNumber(value) ? decimalText(value) : '';
  const number = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(digits);
  if (number !== null) {
    const [, sign = '', whole = '', fraction = ''] = number;
    return whole.length > longestDigits ? undefined : `${sign}${whole}${fraction.slice(0, 6).padEnd(6, '0')}`;
  }
  const moment = momentOf(value);
  return moment === null ? undefined : microsecondsOf(moment);
}

/**
 * Encodes the additional clocks, which order updates whose first clocks are equal: one word per clock. Null if there
 * are none.
 */
export function orderOfClocks(
  values: readonly JsonValue[],
  momentOf: (value: JsonValue) => string | null,
): { readonly order: string | null; readonly readable: boolean } {
  const orders = values.map((value) => orderOf(value, momentOf));
  const words = orders.map((order) => order ?? undecided);
  return {
    order: words.every((word) => word === undecided) ? null : words.join(' '),
    readable: !orders.includes(undefined),
  };
}

/** Compares two orders: negative if the first is earlier, 0 if it is unknown which one is. */
export function compareOrders(one: string | null, other: string | null): number {
  const others = other?.split(' ') ?? [];
  for (const [index, word] of (one?.split(' ') ?? []).entries()) {
    const against = others[index] ?? undecided;
    if (word !== undecided && against !== undecided && word !== against) {
      return BigInt(word) < BigInt(against) ? -1 : 1;
    }
  }
  return 0;
}

function isNumber(value: JsonValue): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function microsecondsOf(moment: string): string {
  const [seconds = '', fraction = ''] = moment.slice(0, -1).split('.');
  return String(BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction));
}
