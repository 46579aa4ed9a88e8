/**
 * A 53-bit hash of text, the same on every machine. It multiplies and xors UTF-16 units in two 32-bit lanes, with a
 * final avalanche. It is not cryptographic: collisions can be constructed.
 */
export function hashText(text: string, seed: number): number {
  const low = lowerHash(hashPrefix('', seed), text);
  let high = 0x85ebca6b ^ Math.imul(seed, 0xc2b2ae35);
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x5bd1e995);
    high ^= high >>> 13;
  }
  high = avalanche(high ^ low);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

const lowerStart = 0x9e3779b9;

/** State of a hash after a prefix. */
export interface HashPrefix {
  readonly prefix: string;
  readonly lane: number;
}

/** Starts the hash of strings with a prefix. */
export function hashPrefix(prefix: string, seed: number): HashPrefix {
  return { prefix, lane: lowerLane(lowerStart ^ seed, prefix, 0, prefix.length) };
}

/** The lower 32 bits, signed, of `hashText` for the prefix followed by a part of a string. */
export function lowerHash({ prefix, lane }: HashPrefix, text: string, start = 0, end = text.length): number {
  return avalanche(lowerLane(lane, text, start, end) ^ (prefix.length + end - start));
}

function lowerLane(begun: number, text: string, start: number, end: number): number {
  let lane = begun;
  for (let i = start; i < end; i++) {
    lane = Math.imul(lane ^ text.charCodeAt(i), 0x01000193);
    lane ^= lane >>> 15;
  }
  return lane;
}

function avalanche(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
