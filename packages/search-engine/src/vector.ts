/** Cosine of the angle between two vectors of one length; 0 when either has no length. */
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
  for (const value of vector) {
    square += value * value;
  }
  return Math.sqrt(square);
}

/** Scales a vector to length 1 in place; one without length stays as it is. */
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

/** The vector as little-endian float32 bytes, 4 per dimension. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < vector.length; i++) {
    view.setFloat32(i * 4, vector[i] as number, true);
  }
  return bytes;
}

/** Reads what `encodeVector` wrote, at any byte alignment. */
export function decodeVector(bytes: Uint8Array): Float32Array {
  if (bytes.length % 4 !== 0) {
    throw new RangeError(`${bytes.length} bytes are not a whole number of float32 values.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.length / 4);
  for (let i = 0; i < vector.length; i++) {
    vector[i] = view.getFloat32(i * 4, true);
  }
  return vector;
}
