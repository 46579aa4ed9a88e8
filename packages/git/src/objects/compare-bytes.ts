/**
 * Compares strings by their UTF-8 bytes, like the database. JavaScript compares UTF-16 units, which sorts surrogates
 * too early.
 */
export function compareBytes(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) {
      return weight(a) - weight(b);
    }
  }
  return one.length - other.length;
}

function weight(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit < 0xe000;
  return isSurrogate ? unit + 0x10000 : unit;
}
