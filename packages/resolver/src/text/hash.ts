/**
 * A 53-bit hash of text, the same on every machine. It multiplies and xors UTF-16 units in two 32-bit lanes, with a
 * final avalanche. It is not cryptographic: collisions can be constructed.
 */
export function hashText(text: string, seed: number): number {
  return new GrowingHash(seed).add(text).value;
}

/** `hashText` of a text that grows at its end. */
export class GrowingHash {
  private lane: number;
  private high: number;
  private length = 0;

  constructor(seed: number) {
    this.lane = lowerStart ^ seed;
    this.high = 0x85ebca6b ^ Math.imul(seed, 0xc2b2ae35);
  }

  /** Adds text at the end. */
  add(text: string): this {
    let { lane, high } = this;
    // One loop for both lanes, because most of the time is spent on reading the text.
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      lane = mixedLane(lane, unit);
      high = Math.imul(high ^ unit, 0x5bd1e995);
      high ^= high >>> 13;
    }
    this.lane = lane;
    this.high = high;
    this.length += text.length;
    return this;
  }

  /** The hash of all text that was added. */
  get value(): number {
    const low = avalanche(this.lane ^ this.length);
    const high = avalanche(this.high ^ low);
    return (high >>> 11) * 2 ** 32 + (low >>> 0);
  }
}

const lowerStart = 0x9e3779b9;

/** Returns a function that computes the lower 32 bits, signed, of `hashText` for a prefix followed by a part of a string. */
export function lowerHashAfter(prefix: string, seed: number) {
  const begun = lowerLane(lowerStart ^ seed, prefix, 0, prefix.length);
  return (text: string, start = 0, end = text.length): number =>
    avalanche(lowerLane(begun, text, start, end) ^ (prefix.length + end - start));
}

function lowerLane(begun: number, text: string, start: number, end: number): number {
  let lane = begun;
  for (let i = start; i < end; i++) {
    lane = mixedLane(lane, text.charCodeAt(i));
  }
  return lane;
}

function mixedLane(lane: number, unit: number): number {
  const mixed = Math.imul(lane ^ unit, 0x01000193);
  return mixed ^ (mixed >>> 15);
}

/** Mixes the bits of a hash (the finaliser of murmur3). Returns a signed number. */
export function avalanche(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
