/**
 * A 53-bit hash of a text, equal on every machine: two 32-bit lanes of multiply-and-xor over UTF-16 units with a
 * final avalanche. Not for secrets: it can be collided on purpose.
 */
export function hashText(text: string, seed: number): number {
  let low = 0x9e3779b9 ^ seed;
  let high = 0x85ebca6b ^ Math.imul(seed, 0xc2b2ae35);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 13;
  }
  low = avalanche(low ^ text.length);
  high = avalanche(high ^ low);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

function avalanche(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
