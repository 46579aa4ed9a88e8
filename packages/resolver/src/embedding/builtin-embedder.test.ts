import { cosine } from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinEmbedder, meaningOf, meaningShare } from './builtin-embedder.js';

const embed = async (text: string) => (await builtinEmbedder.embed([text]))[0] as Float32Array;
const likeness = async (a: string, b: string) => cosine(await embed(a), await embed(b));

describe('builtinEmbedder', () => {
  test('computes unit vectors of 448 dimensions, and a zero vector for an empty text', async () => {
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

  test('computes the same vector for the same text, whatever else is in the call', async () => {
    const [first] = await builtinEmbedder.embed(['Office chair', 'something else']);
    expect(await embed('Office chair')).toEqual(first);
  });

  test('keeps its vectors stable, because stored vectors of its id are compared with new ones', async () => {
    const vector = await embed('Large Cabinet FURN_7777, 16 GB, 無線');
    const some = [...vector.slice(0, 3), ...vector.slice(-3)];
    const expected = [0.0389, 0.0197, -0.0664, -0.0715, -0.0299, 0.0529];
    expect([builtinEmbedder.id, some.map((value) => Number(value.toFixed(4)))]).toEqual(['builtin-2', expected]);
  });

  test('separates meaning from spelling', async () => {
    const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
    const meaning = meaningOf('builtin-2', await embed('couch')) ?? new Float32Array();
    expect(product(meaning, await embed('couch')) / meaningShare).toBeCloseTo(1, 4);
    expect(product(meaning, await embed('sofa')) / meaningShare).toBeGreaterThan(0.6);
    expect(product(meaning, await embed('coach')) / meaningShare).toBeLessThan(0.5);
    expect(meaningOf('openai:other', await embed('couch'))).toBeNull();
  });

  test('places spellings, plurals and misspellings closer than other words', async () => {
    const other = await likeness('wireless mouse', 'dining table');
    expect(await likeness('wireless mouse', 'Wireless MICE, mouses')).toBeGreaterThan(other + 0.3);
    expect(await likeness('wireless mouse', 'wireles mouse')).toBeGreaterThan(other + 0.5);
    expect(await likeness('Café Crème', 'cafe creme')).toBeCloseTo(1, 5);
  });

  test('stops when its signal is aborted', async () => {
    await expect(builtinEmbedder.embed(['x'], AbortSignal.abort())).rejects.toThrow();
  });
});
