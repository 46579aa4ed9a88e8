import { builtinEmbedder, compileFilter, encodeVector, parseFilter } from '@tessera/resolver';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangedRows } from './index-changes.js';
import type { IndexRow } from './index-queries.js';
import { LiveIndex } from './live-index.js';

async function rowOf(externalId: string, version: number, words: string): Promise<IndexRow> {
  const [vector] = await builtinEmbedder.embed([words]);
  return {
    external_id: externalId,
    embed_text: words,
    identifiers: [],
    written_ms: version * 1_000,
    updated_ms: version * 1_000,
    embed_state: 0,
    vector: vector === undefined ? null : Buffer.from(encodeVector(vector)),
    vector_embedder: vector === undefined ? null : builtinEmbedder.id,
    revision: version,
    attributes_json: JSON.stringify({ words }),
  };
}

const only = (...rows: IndexRow[]): ChangedRows => ({ rows, goneJson: null });

/** One change as an index hears of it; without words the record is gone. */
async function changeOf(externalId: string, version: number, words: string | null): Promise<ChangedRows> {
  return words === null
    ? { rows: [], goneJson: JSON.stringify([[externalId, version]]) }
    : only(await rowOf(externalId, version, words));
}

const newIndex = () => new LiveIndex(builtinEmbedder.id);

function find(index: LiveIndex, text: string): string[] {
  return index.search({ text, vectors: new Map(), limit: 50 }).hits.map((hit) => hit.externalId);
}

describe('an index that is kept in step row by row', () => {
  it('ends the same in whatever order the versions of its records arrive, and however often', async () => {
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      words: fc.option(fc.constantFrom('oak desk', 'brass lamp', 'grey chair')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.infiniteStream(fc.nat()), async (changes, order) => {
        const heard = await Promise.all(changes.map(({ id, words }, place) => changeOf(id, place + 1, words)));
        const inOrder = newIndex();
        for (const change of heard) {
          inOrder.apply(change);
        }
        const shuffled = heard.map((change) => ({ change, key: order.next().value })).sort((a, b) => a.key - b.key);
        const anyOrder = newIndex();
        for (const { change } of [...shuffled, ...shuffled]) {
          anyOrder.apply(change);
        }
        expect(anyOrder.size).toBe(inOrder.size);
        for (const text of ['oak desk', 'brass lamp', 'grey chair']) {
          expect(find(anyOrder, text).sort()).toEqual(find(inOrder, text).sort());
        }
      }),
      { numRuns: 50 },
    );
  });

  it('finds the same of many equally good records in whatever order those lay that arrived or went together', async () => {
    const ids = Array.from({ length: 500 }, (_, n) => `lamp-${n}`);
    const [vector] = await builtinEmbedder.embed(['lamp']);
    const vectors = new Map([[builtinEmbedder.id, vector as Float32Array]]);
    // By their words and by their vectors: those are not kept in the same order.
    const found = (index: LiveIndex) =>
      ['lamp', 'unheard'].map((text) => index.search({ text, vectors, limit: 50 }).hits.map((hit) => hit.externalId));
    const rowsOf = (version: number) => Promise.all(ids.map((id) => rowOf(id, version, 'brass lamp')));
    const [first, second] = [await rowsOf(1), await rowsOf(3)];
    const gone = ids.filter((_, n) => n % 10 !== 4).map((id) => [id, 2]);
    const [straight, turned] = [false, true].map((isTurned) => {
      const index = newIndex();
      const lying = <Item>(items: readonly Item[]) => (isTurned ? [...items].reverse() : items);
      index.apply(only(...lying(first)));
      const before = found(index);
      // So many that their places are taken again.
      index.apply({ rows: [], goneJson: JSON.stringify(lying(gone)) });
      index.apply(only(...lying(second)));
      return [...before, ...found(index)];
    });
    expect(straight?.map((hits) => hits.length)).toEqual([50, 50, 50, 50]);
    expect(turned).toEqual(straight);
  });

  it('takes a vector of another length, as when a provider changes its model behind the same name', async () => {
    const index = newIndex();
    const row = await rowOf('a', 1, 'oak desk');
    const shorter = new Float32Array(4).fill(0.5);
    index.apply(only(row, { ...row, revision: 2, vector: Buffer.from(encodeVector(shorter)) }));
    expect(find(index, 'oak desk')).toEqual(['a']);
    const vectors = new Map([[builtinEmbedder.id, shorter]]);
    expect(index.search({ text: 'oak desk', vectors, limit: 5 }).hits.map((hit) => hit.externalId)).toEqual(['a']);
  });

  it('takes no late news of a record that is gone, with thousands of others gone since', async () => {
    const index = newIndex();
    const row = await rowOf('a', 1, 'oak desk');
    index.apply({ rows: [], goneJson: JSON.stringify([['a', 2]]) });
    const others = Array.from({ length: 9_999 }, (_, n) => [`other${n}`, 3]);
    index.apply({ rows: [], goneJson: JSON.stringify(others) });
    index.apply(only(row));
    expect(index.size).toBe(0);
  });

  it('takes no late news of one of its own records either, with thousands of others gone in the same moment', async () => {
    const index = newIndex();
    const row = await rowOf('a', 1, 'oak desk');
    index.apply(only(row));
    const others = Array.from({ length: 30_000 }, (_, n) => [`other${n}`, 3]);
    index.apply({ rows: [], goneJson: JSON.stringify([['a', 2], ...others]) });
    index.apply(only(row));
    expect(index.size).toBe(0);
  });

  it('takes the same memory however much was written that it never held', async () => {
    const index = newIndex();
    index.apply(only(await rowOf('a', 1, 'oak desk')));
    const before = index.bytes;
    const others = Array.from({ length: 9_000 }, (_, n) => [`other${n}`, 3]);
    index.apply({ rows: [], goneJson: JSON.stringify(others) });
    expect(index.bytes).toBe(before);
  });

  it('refreshes a column that was loaded from an older snapshot than its records', async () => {
    const index = newIndex();
    const row = await rowOf('a', 7, 'oak desk');
    index.apply(only(row));
    const column = { field: 'words', type: 'text' } as const;
    index.startColumn(column);
    index.extendColumn(column, [['a', '"something older"']]);
    index.apply(only(row));
    const filter = compileFilter(parseFilter({ words: 'oak desk' }), {});
    expect(index.search({ text: 'oak', vectors: new Map(), filter, limit: 5 }).hits).toHaveLength(1);
  });
});
