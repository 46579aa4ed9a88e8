import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectionIndex } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';

const options = { embedderId: builtinEmbedder.id };

describe('CollectionIndex.recordsWith', () => {
  const identifier = fc.oneof(
    fc.constantFrom('AB-1', 'ab1', 'A.B 1', 'ä', 'Ａ', '無線', '7', '007', '--', ' ', '\u{1f4a1}', 'x'.repeat(300)),
    fc.string({ maxLength: 8, unit: 'grapheme' }),
  );
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    identifiers: fc.option(fc.array(identifier, { maxLength: 3 })),
  });

  test('returns every record with the identifier and no removed ones, after any updates', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), identifier, (steps, asked) => {
        const index = new CollectionIndex(options);
        const state = new Map<string, string[]>();
        for (const { id, identifiers } of steps) {
          if (identifiers === null) {
            index.remove(id);
            state.delete(id);
          } else {
            index.upsert({ externalId: id, text: 'AB-1 lamp', identifiers: [id, ...identifiers], vector: null });
            state.set(id, identifiers);
          }
        }
        for (const value of [asked, ...[...state.values()].flat()]) {
          const found = index.recordsWith(value);
          expect(found === undefined || found.every((id) => state.has(id))).toBe(true);
          const missing = [...state].filter(([id, values]) => values.includes(value) && !found?.includes(id));
          expect(found === undefined ? [] : missing).toEqual([]);
        }
      }),
    );
  });

  test('returns undefined for an identifier without letters and digits', () => {
    expect(new CollectionIndex(options).recordsWith('--')).toBeUndefined();
    expect(new CollectionIndex(options).recordsWith('A-1')).toEqual([]);
  });
});
