import { randomBytes } from 'node:crypto';

/** A JSON number that a double cannot hold exactly; `source` is its literal as sent. */
export class ExactNumber {
  constructor(readonly source: string) {}

  /** Lets plain `JSON.stringify` run; only `stringifyJson` turns the marker back into the literal. */
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

// Unguessable, so that no text a caller sends can pose as a number.
const marker = `exact:${randomBytes(18).toString('base64url')}:`;
const markedNumber = new RegExp(`"${marker}([-+0-9.eE]+)"`, 'g');
// Numbers that need the look; others take no callback.
const longNumber = /-?\d[\d.]{15,}(?:[eE][-+]?\d+)?|-?\d[\d.]*[eE][-+]?\d+/g;
// A literal of up to 15 significant digits without exponent survives a double; only longer ones need a look.
const maybeInexact = /\d[\d.]{15,}|\d[eE]/;

/** Parses JSON; a number that a double would change becomes an `ExactNumber`. Throws `SyntaxError`. */
export function parseJson(text: string): JsonValue {
  const plain = JSON.parse(text) as JsonValue;
  if (!maybeInexact.test(text)) {
    return plain;
  }
  const marked = markNumbers(text);
  return marked === text ? plain : unmark(JSON.parse(marked) as JsonValue);
}

/** The number that a literal of JSON stands for, as `parseJson` has it. */
export function parseNumber(literal: string): number | ExactNumber {
  return !maybeInexact.test(literal) || holdsExactly(literal) ? Number(literal) : new ExactNumber(literal);
}

/**
 * Writes every number of a JSON text that a double would change as a marked string. Strings are passed over in a loop:
 * a pattern for them runs out of stack in a long one.
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

/** Where a string of a JSON text ends that begins at a quote. */
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

/** Puts exact numbers back into JSON that someone else's plain `JSON.stringify` has written in this process. */
export function restoreNumbers(text: string): string {
  return text.includes(marker) ? text.replace(markedNumber, '$1') : text;
}

/** A text without the zeros that it ends with. A loop, because a pattern looks at each run of zeros once for each of them. */
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
  // How a double writes itself is read as the same double.
  if (String(value) === literal) {
    return true;
  }
  const sent = decimal(literal);
  const held = decimal(String(Math.abs(value)));
  return sent.digits === held.digits && sent.exponent === held.exponent;
}

/** Turns marked strings into exact numbers, in place. A loop, because a reviver would recurse as deep as a caller nests. */
function unmark(root: JsonValue): JsonValue {
  const holder = [root];
  const open: (JsonValue[] | JsonObject)[] = [holder];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const [key, value] of Object.entries(parent)) {
      if (typeof value === 'string' && value.startsWith(marker)) {
        // Not an assignment, which a key named __proto__ would turn into something else.
        Object.defineProperty(parent, key, { value: new ExactNumber(value.slice(marker.length)) });
      } else if (typeof value === 'object' && value !== null) {
        open.push(value as JsonValue[] | JsonObject);
      }
    }
  }
  return holder[0] ?? null;
}
