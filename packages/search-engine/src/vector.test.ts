import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine, decodeVector, encodeVector } from './vector.js';

const vector = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 40 })
  .map((v) => Float32Array.from(v));

describe('vectors as bytes', () => {
  test('come back as they were, at any alignment', () => {
    fc.assert(
      fc.property(vector, fc.integer({ min: 0, max: 7 }), (original, offset) => {
        const encoded = encodeVector(original);
        const shifted = new Uint8Array(encoded.length + offset);
        shifted.set(encoded, offset);
        expect(decodeVector(shifted.subarray(offset))).toEqual(original);
      }),
    );
  });

  test('are little-endian float32', () => {
    expect([...encodeVector(Float32Array.of(1, -2))]).toEqual([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
  });

  test('of a broken length are refused', () => {
    expect(() => decodeVector(new Uint8Array(6))).toThrow(RangeError);
  });
});

describe('cosine', () => {
  test('is 1 for one direction, -1 for the opposite, 0 for a right angle and for no length', () => {
    const a = Float32Array.of(3, 4);
    expect(cosine(a, Float32Array.of(6, 8))).toBeCloseTo(1, 6);
    expect(cosine(a, Float32Array.of(-3, -4))).toBeCloseTo(-1, 6);
    expect(cosine(a, Float32Array.of(-4, 3))).toBeCloseTo(0, 6);
    expect(cosine(a, new Float32Array(2))).toBe(0);
  });

  test('of vectors of two lengths is refused', () => {
    expect(() => cosine(new Float32Array(2), new Float32Array(3))).toThrow(RangeError);
  });
});
