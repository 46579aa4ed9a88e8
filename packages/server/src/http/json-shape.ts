import { errors } from '../platform/errors.js';

/** Levels of nesting that are read at all; what a record or a filter may have is decided where it is one. */
const maxDepth = 100_000;
/** Values that a body may hold for each of so many bytes it may have, and at most. */
const bytesPerValue = 8;
const maxValues = 500_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

/**
 * Refuses JSON that would cost far more to parse and check than it has bytes: one look at each byte, and none after the
 * limit is passed. Throws `invalid_request`.
 */
export function refuseShape(bytes: Uint8Array, limitBytes: number): void {
  const mostValues = Math.min(maxValues, Math.floor(limitBytes / bytesPerValue));
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at = endOfString(bytes, at);
    } else if (byte === comma) {
      values += 1;
    } else if (openers.has(byte)) {
      depth += 1;
    } else if (closers.has(byte)) {
      depth -= 1;
    }
    if (depth > maxDepth) {
      throw tooMuch(`is nested deeper than ${maxDepth} levels`);
    }
    if (values > mostValues) {
      throw tooMuch(`holds more than ${mostValues} values`);
    }
  }
}

/** Where a string ends that begins at a quote: its closing quote, or the end of what there is. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  do {
    at = bytes.indexOf(quote, at + 1);
  } while (at !== -1 && isEscaped(bytes, at));
  return at === -1 ? bytes.length : at;
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at;
  while (bytes[before - 1] === backslash) {
    before -= 1;
  }
  return (at - before) % 2 === 1;
}

function tooMuch(message: string) {
  return errors.invalidRequest([{ path: '', message: `the body ${message}: send it in smaller parts` }]);
}
