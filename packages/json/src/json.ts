import { randomBytes } from 'node:crypto';

/** A JSON number that a double cannot represent exactly; `source` is its literal as sent. */
export class ExactNumber {
  constructor(readonly source: string) {}

  /** The marked literal, so that plain `JSON.stringify` works. `stringifyJson` converts it back to the literal. */
  toJSON(): string {
    return marker + this.source;
  }
}

/** Any JSON value, with numbers kept exactly. */
export type JsonValue = null | boolean | number | string | ExactNumber | JsonValue[] | JsonObject;

/** A JSON object; a key named `__proto__` is an own property like any other. */
export interface JsonObject {
  [key: string]: JsonValue;
}

// Not guessable, so that no string of a caller is treated as a number.
const marker = `exact:${randomBytes(18).toString('base64url')}:`;
const markedNumber = new RegExp(`"${marker}([-+0-9.eE]+)"`, 'g');
// Literals that may lose precision. Only these need a callback.
const longNumber = /-?\d[\d.]{15,}(?:[eE][-+]?\d+)?|-?\d[\d.]*[eE][-+]?\d+/g;
// Literals of up to 15 significant digits without exponent are exact in a double. Only longer ones are checked.
const maybeInexact = /\d[\d.]{15,}|\d[eE]/;

/** Parses JSON. A number that a double would change becomes an `ExactNumber`. Throws `SyntaxError`. */
export function parseJson(text: string): JsonValue {
  const plain = JSON.parse(text) as JsonValue;
  if (!maybeInexact.test(text)) {
    return plain;
  }
  const marked = markNumbers(text);
  return marked === text ? plain : unmark(JSON.parse(marked) as JsonValue);
}

/** Parses a number literal like `parseJson`. */
export function parseNumber(literal: string): number | ExactNumber {
  return !maybeInexact.test(literal) || holdsExactly(literal) ? Number(literal) : new ExactNumber(literal);
}

/**
 * Replaces every number that a double would change by a marked string. Strings are skipped in a loop, because a regular
 * expression would overflow the stack for a long one.
 */
function markNumbers(text: string): string {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    const between = text.slice(from, end);
    const mark = (literal: string) => (holdsExactly(literal) ? literal : `"${marker}${literal}"`);
    pieces.push(maybeInexact.test(between) ? between.replace(longNumber, mark) : between);
    from = quote === -1 ? end : endOfString(text, quote);
    pieces.push(text.slice(end, from));
  }
  return pieces.join('');
}

/** The end of the JSON string that starts at a quote. */
function endOfString(text: string, quote: number): number {
  let end = quote;
  let backslashes: number;
  do {
    end = text.indexOf('"', end + 1);
    backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') {
      backslashes += 1;
    }
  } while (backslashes % 2 === 1);
  return end + 1;
}

/** Writes JSON; an `ExactNumber` is written as its literal. */
export function stringifyJson(value: unknown): string {
  return restoreNumbers(JSON.stringify(value));
}

/** Restores exact numbers in JSON that another plain `JSON.stringify` of this process has written. */
export function restoreNumbers(text: string): string {
  return text.includes(marker) ? text.replace(markedNumber, '$1') : text;
}

/** Removes trailing zeros. A regular expression would take quadratic time for runs of zeros. */
export function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') {
    end -= 1;
  }
  return text.slice(0, end);
}

/** The shortest decimal digits and exponent of a number literal, as `digits` × 10^`exponent`. */
function decimal(literal: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(literal) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  return { digits, exponent: digits === '' ? 0 : Number(power) - fraction.length + (all.length - digits.length) };
}

function holdsExactly(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) {
    return false;
  }
  // The literal is the shortest form of the double, so it is exact.
  if (String(value) === literal) {
    return true;
  }
  const sent = decimal(literal);
  const kept = decimal(String(Math.abs(value)));
  return sent.digits === kept.digits && sent.exponent === kept.exponent;
}

/**
 * Converts marked strings to exact numbers in place. A loop, because a reviver would recurse as deep as the value is
 * nested.
 */
function unmark(root: JsonValue): JsonValue {
  const holder = [root];
  const open: (JsonValue[] | JsonObject)[] = [holder];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const [key, value] of Object.entries(parent)) {
      if (typeof value === 'string' && value.startsWith(marker)) {
        // An assignment would set the prototype for a key named __proto__.
        Object.defineProperty(parent, key, { value: new ExactNumber(value.slice(marker.length)) });
      } else if (typeof value === 'object' && value !== null) {
        open.push(value as JsonValue[] | JsonObject);
      }
    }
  }
  return holder[0] ?? null;
}
