import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine } from '../vector.js';
import { builtinEmbedder } from './builtin-embedder.js';

const embed = async (text: string) => (await builtinEmbedder.embed([text]))[0] as Float32Array;
const likeness = async (a: string, b: string) => cosine(await embed(a), await embed(b));

describe('the built-in embedder', () => {
  test('makes unit vectors of 256 dimensions, and no length from no text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const vector = await embed(text);
        const length = Math.hypot(...vector);
        expect(vector).toHaveLength(builtinEmbedder.dimensions);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
    );
    expect(Math.hypot(...(await embed('')))).toBe(0);
  });

  test('answers the same vector for the same text, whatever is embedded with it', async () => {
    const [first] = await builtinEmbedder.embed(['Office chair', 'something else']);
    expect(await embed('Office chair')).toEqual(first);
  });

  test('has not changed under its name: stored vectors of builtin-1 are compared with fresh ones', async () => {
    const vector = await embed('Large Cabinet FURN_7777, 16 GB, 無線');
    expect([...vector.slice(0, 4)].map((value) => Number(value.toFixed(5)))).toEqual([
      0.06473, 0.03274, -0.1106, -0.02003,
    ]);
  });

  test('brings spellings, plurals and misspellings closer than other words', async () => {
    const other = await likeness('wireless mouse', 'dining table');
    expect(await likeness('wireless mouse', 'Wireless MICE, mouses')).toBeGreaterThan(other + 0.3);
    expect(await likeness('wireless mouse', 'wireles mouse')).toBeGreaterThan(other + 0.5);
    expect(await likeness('Café Crème', 'cafe creme')).toBeCloseTo(1, 5);
  });

  test('stops when asked to', async () => {
    await expect(builtinEmbedder.embed(['x'], AbortSignal.abort())).rejects.toThrow();
  });
});
