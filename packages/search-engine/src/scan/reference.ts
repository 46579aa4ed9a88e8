/** Scalar definitions of what the SIMD kernel computes; tests compare the two. */

/** Dot product of 8-bit vectors. */
export function dotInt8(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    sum += (a[i] as number) * (b[i] as number);
  }
  return sum;
}

/** The direction of a vector as 8-bit values, zero-padded to `length`; multiplied by `scale` they have length 1. */
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
  let rounded = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = Math.round((vector[i] as number) * factor);
    values[i] = value;
    rounded += value * value;
  }
  return { values, scale: 1 / Math.sqrt(rounded) };
}

/** A dimension is heavy if its absolute value is at least this multiple of the root mean square. */
const heavyFrom = 0.85;

/** The dimensions with large absolute values, whose signs say most about the product with these values. */
export function heavyDimensions(values: Int8Array): number[] {
  const kept = [...values.keys()].filter((dimension) => values[dimension] !== 0);
  const square = kept.reduce((sum, dimension) => sum + (values[dimension] as number) ** 2, 0);
  const least = heavyFrom * Math.sqrt(square / kept.length);
  return kept.filter((dimension) => Math.abs(values[dimension] as number) >= least);
}

/** The number of given dimensions in which the signs of two vectors differ. */
export function differingSigns(a: Int8Array, b: Int8Array, dimensions: readonly number[]): number {
  return dimensions.filter((dimension) => (a[dimension] as number) < 0 !== (b[dimension] as number) < 0).length;
}
