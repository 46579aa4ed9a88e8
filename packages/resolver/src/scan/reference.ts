/** Scalar definitions of what the SIMD kernel computes; tests compare the two. */

/** Dot product of 8-bit vectors. */
export function dotInt8(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    sum += (a[i] as number) * (b[i] as number);
  }
  return sum;
}

/** Number of sign bits in which two sketches differ. */
export function hammingDistance(a: Uint8Array, b: Uint8Array): number {
  let distance = 0;
  for (let i = 0; i < a.length; i++) {
    let differing = (a[i] as number) ^ (b[i] as number);
    while (differing !== 0) {
      differing &= differing - 1;
      distance++;
    }
  }
  return distance;
}

/** A unit vector as 8-bit values times `scale`, zero-padded to `length`. */
export function quantise(vector: Float32Array, length: number): { values: Int8Array; scale: number } {
  const values = new Int8Array(length);
  let square = 0;
  let largest = 0;
  for (const value of vector) {
    square += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(square > 0 && Number.isFinite(square))) {
    return { values, scale: 0 };
  }
  const factor = 127 / largest;
  for (let i = 0; i < vector.length; i++) {
    values[i] = Math.round((vector[i] as number) * factor);
  }
  return { values, scale: largest / (127 * Math.sqrt(square)) };
}

/** The sign bits of 8-bit values, eight dimensions a byte, 1 for negative. */
export function signBits(values: Int8Array, bytes: number): Uint8Array {
  const sketch = new Uint8Array(bytes);
  for (let i = 0; i < values.length; i++) {
    if ((values[i] as number) < 0) {
      sketch[i >>> 3] = (sketch[i >>> 3] as number) | (1 << (i & 7));
    }
  }
  return sketch;
}

/** Bits of a dimension's weight. */
export const weightBits = 3;
/** Weight of the dimensions that say most. */
export const largestWeight = 2 ** weightBits - 1;
/** Weight from which a dimension is heavy. */
export const heavyFrom = 2;
/** Root mean squares that have the largest weight. */
const heaviest = 2.5;

/** How much the sign of each dimension tells about the product with these values: in proportion to the absolute value. */
export function signWeights(values: Int8Array): Uint8Array {
  let square = 0;
  let count = 0;
  for (const value of values) {
    square += value * value;
    count += value === 0 ? 0 : 1;
  }
  const factor = largestWeight / (heaviest * Math.sqrt(square / count));
  const weights = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) {
    weights[i] = Math.min(largestWeight, Math.round(Math.abs(values[i] as number) * factor));
  }
  return weights;
}

/** Sum of the weights of the dimensions in which two sketches differ. */
export function weightedDistance(a: Uint8Array, b: Uint8Array, weights: Uint8Array): number {
  let distance = 0;
  weights.forEach((weight, i) => {
    const differing = (a[i >>> 3] as number) ^ (b[i >>> 3] as number);
    distance += (differing >>> (i & 7)) & 1 ? weight : 0;
  });
  return distance;
}
