const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Whether an id comes before another one as the database orders them: by code points, which bytes of UTF-8 follow. */
export function isBefore(id: string, other: string): boolean {
  const length = Math.min(id.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const unit = id.charCodeAt(at);
    const otherUnit = other.charCodeAt(at);
    if (unit !== otherUnit) {
      return rank(unit) < rank(otherUnit);
    }
  }
  return id.length < other.length;
}

/** Units in the order of what they begin or end: code points that take two come after all that take one. */
function rank(unit: number): number {
  if (unit < firstSurrogate) {
    return unit;
  }
  return unit < firstSurrogate + surrogates ? unit + 0x10000 : unit;
}
