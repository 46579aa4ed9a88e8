import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine, decodeVector, encodeVector, normalise, quantise } from './vector.js';

const vector = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 40 })
  .map((v) => Float32Array.from(v));

describe('encodeVector, decodeVector', () => {
  test('keep 8 bits per dimension, at any alignment', () => {
    fc.assert(
      fc.property(vector, fc.integer({ min: 0, max: 7 }), (original, offset) => {
        const encoded = encodeVector(original);
        const shifted = new Uint8Array(encoded.length + offset);
        shifted.set(encoded, offset);
        const decoded = decodeVector(shifted.subarray(offset));
        expect(decoded).toEqual(normalise(Float32Array.from(quantise(original, original.length).values)));
        expect(encodeVector(decoded)).toEqual(encoded);
      }),
    );
  });

  test('use one byte per dimension, and one for the length', () => {
    expect([...encodeVector(Float32Array.of(1, -2))]).toEqual([64, 129, 0, 0, 2]);
    expect(encodeVector(new Float32Array(448))).toHaveLength(449);
  });

  test('reject an invalid length', () => {
    expect(() => decodeVector(new Uint8Array(8))).toThrow(RangeError);
  });
});

describe('cosine', () => {
  test('is 1 for the same direction, -1 for the opposite, 0 for a right angle and for zero vectors', () => {
    const a = Float32Array.of(3, 4);
    expect(cosine(a, Float32Array.of(6, 8))).toBeCloseTo(1, 6);
    expect(cosine(a, Float32Array.of(-3, -4))).toBeCloseTo(-1, 6);
    expect(cosine(a, Float32Array.of(-4, 3))).toBeCloseTo(0, 6);
    expect(cosine(a, new Float32Array(2))).toBe(0);
  });

  test('rejects vectors of different lengths', () => {
    expect(() => cosine(new Float32Array(2), new Float32Array(3))).toThrow(RangeError);
  });
});
