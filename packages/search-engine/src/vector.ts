/** Cosine of the angle between two vectors of the same length; 0 if one of them is zero. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) {
    throw new RangeError(`Vectors of ${a.length} and ${b.length} dimensions cannot be compared.`);
  }
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const lengths = Math.sqrt(squareA) * Math.sqrt(squareB);
  return lengths > 0 ? Math.max(-1, Math.min(1, dot / lengths)) : 0;
}

/** Euclidean length of a vector. */
export function lengthOf(vector: Float32Array): number {
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    square += (vector[i] as number) ** 2;
  }
  return Math.sqrt(square);
}

/** Scales a vector to length 1 in place; zero vectors stay unchanged. */
export function normalise(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  if (length > 0) {
    const factor = 1 / length;
    for (let i = 0; i < vector.length; i++) {
      vector[i] = (vector[i] as number) * factor;
    }
  }
  return vector;
}

/**
 * Encodes the direction of a vector: 8 bits per dimension, as the index compares them, then zeros, then a byte with the
 * number of zeros, which make the length one more than a multiple of 4.
 */
export function encodeVector(vector: Direction): Uint8Array {
  const { length } = vector;
  const zeros = -length & 3;
  const bytes = new Uint8Array(length + zeros + 1);
  quantiseInto(vector, new Int8Array(bytes.buffer, 0, length));
  bytes[length + zeros] = zeros;
  return bytes;
}

/** Decodes the output of `encodeVector` to a vector of length 1. */
export function decodeVector(bytes: Uint8Array): Float32Array {
  return normalise(new Float32Array(directionOf(bytes)));
}

/** Reads the values of `encodeVector` without a copy. Throws `RangeError` if the bytes are not a vector. */
export function directionOf(bytes: Uint8Array): Int8Array {
  const zeros = bytes[bytes.length - 1] as number;
  if (bytes.length % 4 !== 1 || zeros > 3 || zeros >= bytes.length) {
    throw new RangeError(`${bytes.length} bytes are not a vector.`);
  }
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length - zeros - 1);
}

/** Scalar definitions of what the SIMD kernel computes; tests compare the two. */

/** Dot product of 8-bit vectors. */
export function dotInt8(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    sum += (a[i] as number) * (b[i] as number);
  }
  return sum;
}

/** A vector, or 8-bit values in its direction. */
export type Direction = Float32Array | Int8Array;

/**
 * The direction of a vector as 8-bit values, padded with zeros to `length`. Multiplied by `scale`, they have length 1.
 */
export function quantise(vector: Direction, length: number): { values: Int8Array; scale: number } {
  const values = new Int8Array(length);
  return { values, scale: quantiseInto(vector, values) };
}

/**
 * Writes the direction of a vector as 8-bit values over earlier ones of the same length, and returns their scale. Values
 * that were quantised before stay as they are.
 */
export function quantiseInto(vector: Direction, values: Int8Array): number {
  let square = 0;
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number;
    square += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(square > 0 && Number.isFinite(square))) {
    values.fill(0);
    return 0;
  }
  const factor = 127 / largest;
  let rounded = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = Math.round((vector[i] as number) * factor);
    values[i] = value;
    rounded += value * value;
  }
  return 1 / Math.sqrt(rounded);
}

/** A dimension is heavy if its absolute value is at least this multiple of the root mean square of all. */
const heavyFrom = 0.85;

/** The dimensions with large absolute values. Their signs say most about the dot product with these values. */
export function heavyDimensions(values: Int8Array): number[] {
  let kept = 0;
  let square = 0;
  for (let dimension = 0; dimension < values.length; dimension++) {
    const value = values[dimension] as number;
    kept += value === 0 ? 0 : 1;
    square += value * value;
  }
  const least = heavyFrom * Math.sqrt(square / kept);
  const heavy: number[] = [];
  for (let dimension = 0; dimension < values.length; dimension++) {
    if (Math.abs(values[dimension] as number) >= least) {
      heavy.push(dimension);
    }
  }
  return heavy;
}

/** The number of given dimensions in which the signs of two vectors differ. */
export function differingSigns(a: Int8Array, b: Int8Array, dimensions: readonly number[]): number {
  return dimensions.filter((dimension) => (a[dimension] as number) < 0 !== (b[dimension] as number) < 0).length;
}
