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

/** Moves surrogates above the rest of the basic plane, where their code points belong. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) {
    return unit;
  }
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
