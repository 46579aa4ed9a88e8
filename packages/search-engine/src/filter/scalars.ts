const numericText = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?$/;
const longestNumericText = 400;
const largestMagnitude = 1e300;
const smallestMagnitude = 1e-300;

/** Reads a decimal number written as text, ASCII white space around it ignored; `undefined` when it is not one. */
export function numberOfText(text: string): number | undefined {
  const trimmed = trimAscii(text);
  return trimmed.length <= longestNumericText && numericText.test(trimmed) ? measurable(Number(trimmed)) : undefined;
}

/**
 * The double that a number compares as. Magnitudes from 1e300 up compare as nothing and those below 1e-300 as zero,
 * so that every engine agrees where doubles end.
 */
export function measurable(value: number): number | undefined {
  const magnitude = Math.abs(value);
  if (!(magnitude < largestMagnitude)) {
    return undefined;
  }
  return magnitude < smallestMagnitude ? 0 : value;
}

/** Removes ASCII white space from both ends. */
export function trimAscii(text: string): string {
  if (text.charCodeAt(0) > 0x20 && text.charCodeAt(text.length - 1) > 0x20) {
    return text;
  }
  return text.replace(/^[ \t\n\r\f\v]+/, '').replace(/(?<![ \t\n\r\f\v])[ \t\n\r\f\v]+$/, '');
}

/** Orders two texts by Unicode code point, as `collate "C"` does in PostgreSQL: negative, zero or positive. */
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

/** Lifts surrogates above the rest of the basic plane, where the code points they encode belong. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) {
    return unit;
  }
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
