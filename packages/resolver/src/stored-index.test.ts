import { deserialize, serialize } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import { CollectionIndex } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';

const texts = ['oak desk D-17', 'brass lamp\nwarm light', 'grey chair 4006381333931', 'oak chair', 'desk lamp'];

describe('CollectionIndex.restored', () => {
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
  let restored: CollectionIndex;
  const put = async (into: CollectionIndex, id: string, text: string) => {
    const [vector = null] = await builtinEmbedder.embed([text]);
    into.upsert({ externalId: id, text, identifiers: [id], vector });
  };
  const ask = async (of: CollectionIndex, text: string) => {
    const [vector = null] = await builtinEmbedder.embed([text]);
    return of.search({ text, vector, limit: 10, isExplained: true });
  };

  beforeAll(async () => {
    for (const [position, text] of texts.entries()) {
      await put(index, `r${position}`, text);
    }
    index.remove('r3');
    restored = CollectionIndex.restored(deserialize(serialize(index.stored())));
  });

  it('returns the same results as the stored index', async () => {
    for (const text of [...texts, 'r2', 'D17', 'something else']) {
      expect(await ask(restored, text)).toEqual(await ask(index, text));
    }
    expect(restored.size).toBe(4);
  });

  it('applies changes like the stored index', async () => {
    for (const of of [index, restored]) {
      of.remove('r0');
      await put(of, 'r1', 'steel lamp');
      for (let position = 0; position < 600; position += 1) {
        await put(of, `n${position}`, `shelf number ${position}`);
      }
    }
    for (const text of ['steel lamp', 'shelf number 599', 'oak desk', 'n17']) {
      expect(await ask(restored, text)).toEqual(await ask(index, text));
    }
  });
});
