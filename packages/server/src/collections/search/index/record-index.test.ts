import { builtinEmbedder } from '@tessera/resolver';
import { compileFilter, compileSlice, encodeVector, parseFilter } from '@tessera/search-engine';
import { describe, expect, it } from 'vitest';
import type { IndexRow } from './index-queries.js';
import { RecordIndex } from './record-index.js';

async function rowOf(externalId: string, sequenceNumber: number, words: string): Promise<IndexRow> {
  const [vector] = await builtinEmbedder.embed([words]);
  return {
    external_id: externalId,
    change_mark: sequenceNumber,
    embed_text: words,
    identifiers: [],
    written_ms: sequenceNumber * 1_000,
    written_us: 0,
    updated_ms: sequenceNumber * 1_000,
    vector: vector === undefined ? null : Buffer.from(encodeVector(vector)),
    vector_embedder: vector === undefined ? null : builtinEmbedder.id,
    attributes_json: JSON.stringify({ words }),
  };
}

const apply = (index: RecordIndex, rows: readonly IndexRow[], gone: readonly string[]) => [
  ...index.apply({ rows, gone }),
];
const newIndex = () => new RecordIndex(builtinEmbedder.id);
const everything = { vectors: new Map<string, Float32Array>(), slice: null, filter: undefined, limit: 50 };
const words = { field: 'words', type: 'text' } as const;
const wordsById = { ...words, byId: true } as const;

function find(index: RecordIndex, text: string): string[] {
  return index.search({ ...everything, text }).hits.map((hit) => hit.externalId);
}

describe('RecordIndex', () => {
  it('accepts a vector of another length, because a provider can change its model under the same name', async () => {
    const index = newIndex();
    const row = await rowOf('a', 1, 'oak desk');
    const shorter = new Float32Array(4).fill(0.5);
    apply(index, [row, { ...row, change_mark: 2, vector: Buffer.from(encodeVector(shorter)) }], []);
    expect(find(index, 'oak desk')).toEqual(['a']);
    const vectors = new Map([[builtinEmbedder.id, shorter]]);
    const { hits } = index.search({ ...everything, text: 'oak desk', vectors });
    expect(hits.map((hit) => hit.externalId)).toEqual(['a']);
  });

  it('loads a column with current values, even if records change meanwhile', async () => {
    const index = newIndex();
    apply(index, [await rowOf('same', 1, 'oak desk'), await rowOf('changed', 1, 'oak desk')], []);
    index.startColumn(words);
    apply(index, [await rowOf('changed', 3, 'brass lamp')], []);
    const values = [
      { external_id: 'same', change_mark: 1, value_json: '"oak desk"' },
      { external_id: 'changed', change_mark: 1, value_json: '"oak desk"' },
      { external_id: 'unheard', change_mark: 2, value_json: '"oak desk"' },
    ];
    expect([...index.extendColumn({ column: words, values })]).toHaveLength(3);
    const filter = compileFilter(parseFilter({ words: 'oak desk' }), {});
    expect(index.newest({ ...everything, filter })).toEqual(['same']);
  });

  it('evaluates a slice again after each change of its records', async () => {
    const index = newIndex();
    index.startColumn(wordsById);
    const slice = compileSlice([{ words: 'oak desk' }], {});
    const inside = () => index.newest({ ...everything, slice });
    apply(index, [await rowOf('a', 1, 'oak desk'), await rowOf('b', 2, 'brass lamp')], []);
    expect(inside()).toEqual(['a']);
    apply(index, [await rowOf('b', 3, 'oak desk')], []);
    expect(inside()).toEqual(['b', 'a']);
    apply(index, [await rowOf('a', 4, 'grey chair')], ['b']);
    expect(inside()).toEqual([]);
    expect(
      index.search({ ...everything, slice: compileSlice([{ words: 'grey chair' }], {}), text: 'x' }).hits,
    ).toHaveLength(1);
  });

  it('caches at most the maximum of slices', async () => {
    const index = newIndex();
    index.startColumn(wordsById);
    const rows = await Promise.all(Array.from({ length: 100 }, (_, n) => rowOf(`${n}`, n + 1, `words ${n}`)));
    apply(index, rows, []);
    const ask = (n: number) => index.newest({ ...everything, slice: compileSlice([{ words: `words ${n}` }], {}) });
    for (let n = 0; n < 300; n += 1) {
      ask(n);
    }
    const settled = index.bytes;
    for (let n = 300; n < 1_000; n += 1) {
      ask(n);
    }
    expect(index.bytes).toBe(settled);
    expect(ask(7)).toEqual(['7']);
  });
});
