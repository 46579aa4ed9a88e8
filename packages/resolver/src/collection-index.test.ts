import assert from 'node:assert/strict';
import { Bitset, normalise } from '@tessera/search-engine';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { CollectionIndex, type IndexRecord } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';

const options = { embedderId: builtinEmbedder.id };

async function embedded(externalId: string, text: string, identifiers: string[] = []): Promise<IndexRecord> {
  const [vector = null] = await builtinEmbedder.embed([text]);
  return { externalId, text, identifiers: [externalId, ...identifiers], vector };
}

async function indexOf(...records: Promise<IndexRecord>[]): Promise<CollectionIndex> {
  const index = new CollectionIndex(options);
  for (const record of await Promise.all(records)) {
    index.upsert(record);
  }
  return index;
}

async function search(index: CollectionIndex, text: string, limit = 10, mask?: Bitset) {
  const [vector = null] = await builtinEmbedder.embed([text]);
  return index.search({ text, vector, limit, ...(mask && { mask }) });
}

/** Searches without vectors, as when the embedding provider cannot be reached. */
function searchWords(index: CollectionIndex, text: string, limit = 10) {
  return index.search({ text, vector: null, limit });
}

const first = async (index: CollectionIndex, text: string) => (await search(index, text)).hits[0]?.externalId;

describe('CollectionIndex: after updates and removals', () => {
  const words = ['red', 'green', 'lamp', 'chair', 'desk', 'FDB5220', '16 GB', '無線'];
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    text: fc.option(text),
    pending: fc.boolean(),
  });

  test('returns the same as an index that is built from the remaining records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), text, async (steps, query) => {
        const index = new CollectionIndex(options);
        const state = new Map<string, IndexRecord>();
        for (const { id, text: content, pending } of steps) {
          if (content === null) {
            index.remove(id);
            state.delete(id);
          } else {
            const record = await embedded(id, content);
            const stored = pending ? { ...record, vector: null } : record;
            const slot = index.slotOf(id);
            expect(index.upsert(stored)).toBe(slot ?? index.slotOf(id));
            state.set(id, stored);
          }
        }
        const fresh = new CollectionIndex(options);
        for (const record of state.values()) {
          fresh.upsert(record);
        }
        expect(index.size).toBe(state.size);
        expect(index.live.count()).toBe(state.size);
        expect(await search(index, query)).toEqual(await search(fresh, query));
        expect(searchWords(index, query)).toEqual(searchWords(fresh, query));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('reuses the slots of removed records', async () => {
    const index = new CollectionIndex(options);
    for (let i = 0; i < 3_000; i++) {
      index.upsert({ externalId: `r${i}`, text: `lamp ${i}`, identifiers: [], vector: null });
      index.remove(`r${i - 1}`);
    }
    expect(index.size).toBe(1);
    expect(index.slots).toBeLessThan(600);
    expect(index.slotOf('r0')).toBeUndefined();
    expect(index.externalIdOf(index.slotOf('r2999') ?? -1)).toBe('r2999');
    expect(searchWords(index, 'lamp').hits.map(({ externalId }) => externalId)).toEqual(['r2999']);
  });
});

describe('CollectionIndex: while an embedder is being replaced', () => {
  const named = ['Walnut bookcase', 'Brass floor lamp', 'Wireless mouse', 'Ceramic teapot'];
  // There are enough names to measure the background cosine of unrelated documents for both embedders.
  const names = Array.from({ length: 60 }, (_, i) => (i % 15 === 7 ? (named[(i - 7) / 15] ?? '') : `Item ${i * 7919}`));
  const options = { embedderId: 'next' };
  /** The part of the built-in vectors that contains the spelling. */
  const before = {
    embed: async (texts: readonly string[]) =>
      (await builtinEmbedder.embed(texts)).map((vector) => normalise(vector.slice(0, 256))),
  };
  /** An embedder of equal quality whose vectors have another scale and length. */
  const next = (vector: Float32Array) => Float32Array.from({ length: 320 }, (_, i) => vector[255 - i] ?? 0.1);

  async function mixed(replaced: number) {
    const index = new CollectionIndex(options);
    const vectors = await before.embed(names);
    const records = names.map((text, i) => {
      return { externalId: String(i), text, identifiers: [], vector: vectors[i] ?? null };
    });
    for (const [i, record] of records.entries()) {
      index.upsert({ ...record, embedderId: 'before' });
      if (i < replaced) {
        index.upsert({ ...record, vector: record.vector && next(record.vector) });
      }
    }
    return index;
  }

  async function ask(index: CollectionIndex, text: string) {
    const [vector] = await before.embed([text]);
    assert(vector);
    const both = { text, vector: next(vector), otherVectors: new Map([['before', vector]]), limit: 5 };
    return index.search(both).hits[0];
  }

  test('compares each record with its own vector', async () => {
    for (const replaced of [0, 30, 40, names.length]) {
      const index = await mixed(replaced);
      for (const [i, misspelt] of [
        'wallnutt bokcase',
        'bras flor lammp',
        'wirless mousse',
        'cramic teappot',
      ].entries()) {
        expect((await ask(index, misspelt))?.externalId).toBe(String(7 + 15 * i));
      }
    }
  });

  test('does not rank records higher because they were replaced first, regardless of the scale of their cosines', async () => {
    const index = await mixed(3);
    for (const [i, misspelt] of ['wallnutt bokcase', 'bras flor lammp', 'wirless mousse'].entries()) {
      expect((await ask(index, misspelt))?.externalId).toBe(String(7 + 15 * i));
    }
  });

  test('drops an embedder when its last vector is removed', async () => {
    expect((await mixed(0)).embedderIds).toEqual(['before']);
    expect(new Set((await mixed(2)).embedderIds)).toEqual(new Set(['before', 'next']));
    expect((await mixed(names.length)).embedderIds).toEqual(['next']);
  });

  test('finds records by words if their embedder is unavailable', async () => {
    const index = await mixed(2);
    expect(searchWords(index, 'teapot').hits[0]?.externalId).toBe('52');
    const [vector] = await before.embed(['teapot']);
    assert(vector);
    expect(index.search({ text: 'teapot', vector: next(vector), limit: 3 }).hits[0]?.externalId).toBe('52');
  });
});

describe('CollectionIndex > masks', () => {
  const colours = ['red', 'green', 'blue', 'black'];
  let index: CollectionIndex;
  beforeAll(async () => {
    index = await indexOf(
      ...Array.from({ length: 400 }, (_, i) => embedded(`p${i}`, `${colours[i % 4]} chair number ${i}`)),
    );
  });

  test('return as many hits as records in the mask, up to the limit, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(450)), fc.integer({ min: 1, max: 100 }), async (slots, limit) => {
        const mask = Bitset.of(slots);
        const allowed = slots.filter((slot) => slot < 400);
        const { hits } = await search(index, 'blue chair', limit, mask);
        expect(hits).toHaveLength(Math.min(limit, allowed.length));
        expect(hits.every(({ externalId }) => mask.has(index.slotOf(externalId) ?? -1))).toBe(true);
        expect(new Set(hits.map(({ externalId }) => externalId)).size).toBe(hits.length);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  test('return no hits if they are empty', async () => {
    expect(await search(index, 'blue chair', 10, new Bitset())).toMatchObject({ hits: [], verdict: 'none' });
  });

  test('do not change the order of hits', async () => {
    const mask = Bitset.of(Array.from({ length: 100 }, (_, i) => 3 * i));
    const everything = await search(index, 'blue chair 42', 100);
    const ids = new Set([...mask].map((slot) => index.externalIdOf(slot)));
    const expected = everything.hits.filter(({ externalId }) => ids.has(externalId)).slice(0, 3);
    const masked = await search(index, 'blue chair 42', 3, mask);
    expect(masked.hits.map(({ externalId }) => externalId)).toEqual(expected.map(({ externalId }) => externalId));
  });
});

describe('search: codes', () => {
  let index: CollectionIndex;
  beforeAll(async () => {
    index = await indexOf(
      embedded('1', 'Fridge door hinge\nFDB-5220'),
      embedded('2', 'Fridge door handle\nFDB-5221'),
      embedded('3', 'Oven lamp', ['MT/122/11112222']),
      embedded('4', 'Ready Mat\nready.mat28@example.com'),
      embedded('5', 'Deco Addict\ndeco@example.com'),
      embedded('6', 'Invoice of S00012', ['S00012']),
      embedded('7', 'Cabinet', ['6016478556460']),
    );
  });

  test.each([
    ['fdb5220', '1'],
    ['FDB 5220', '1'],
    ['fdb-5221', '2'],
    ['do we have FDB5220 in stock?', '1'],
    ['fdb 5221 please', '2'],
    ['mt12211112222', '3'],
    ['MT 122 11112222', '3'],
    ['mail to Ready.Mat28@Example.com', '4'],
    ['deco@example.com', '5'],
    ['who is deco at example com, deco@example.com', '5'],
    ['s 00012', '6'],
    ['what about s00012?', '6'],
    ['601-647-8556460', '7'],
  ])('"%s" finds its record first, and the verdict is not none', async (query, expected) => {
    for (const { hits, verdict } of [await search(index, query), searchWords(index, query)]) {
      expect(hits[0]?.externalId).toBe(expected);
      expect(verdict).not.toBe('none');
    }
  });

  test.each(['FDB-5229', 'fridge door hinge fdb5229', 'do we have FDB 5320 in stock?', 'S00013', 'fdb5220x hinge'])(
    'unknown codes are never high: "%s"',
    async (query) => {
      expect((await search(index, query)).verdict).not.toBe('high');
      expect(searchWords(index, query).verdict).not.toBe('high');
    },
  );
});

describe('search', () => {
  let index: CollectionIndex;
  beforeAll(async () => {
    index = await indexOf(
      embedded('a', 'Wireless optical mouse, black'),
      embedded('b', 'Oak dining table for six'),
      embedded('c', 'Suprêmes délices, Charleroi'),
      embedded('d', '無線マウス 黒'),
      embedded('e', 'Grandma’s Boysenberry Spread\n12 - 8 oz jars'),
      embedded('f', 'Batteries AA, pack of 8'),
      embedded('g', 'Батарейка алкалиновая'),
    );
  });

  test.each([
    ['wireles mouse', 'a'],
    ['MICE wireless optical', 'a'],
    ['tables', 'b'],
    ['supremes delices', 'c'],
    ['マウス', 'd'],
    ['boysenbery spread', 'e'],
    ['aa battery', 'f'],
    ['БАТАРЕЙКИ', 'g'],
  ])('finds the intended record first for "%s"', async (query, expected) => {
    expect(await first(index, query)).toBe(expected);
  });

  test.each(['zxqv wkrp', 'quarterly tax declaration', '!!!', ''])(
    'returns the verdict none for "%s"',
    async (query) => {
      expect((await search(index, query)).verdict).toBe('none');
    },
  );

  test('finds records without a vector by words', async () => {
    const mixed = await indexOf(embedded('a', 'Wireless mouse'));
    mixed.upsert({ externalId: 'b', text: 'Walnut bookcase', identifiers: ['b'], vector: null });
    const { hits } = await search(mixed, 'walnut bookcase');
    expect(hits.map(({ externalId, cosine }) => [externalId, cosine !== null])).toEqual([
      ['b', false],
      ['a', true],
    ]);
  });

  test('appends the requested record after the hits with its cosine', async () => {
    const [vector = null] = await builtinEmbedder.embed(['wireless mouse']);
    const query = { text: 'wireless mouse', vector, limit: 1 };
    const wanted = 'hose';
    const records = await indexOf(
      embedded('mouse', 'Wireless mouse'),
      ...Array.from({ length: 200 }, (_, n) => embedded(`mouse-${n}`, `Wireless mouse number ${n}`)),
      embedded(wanted, 'Garden hose'),
    );
    const [best] = records.search(query).hits;
    const { hits } = records.search({ ...query, also: wanted });
    expect(hits).toEqual([best, { externalId: wanted, score: expect.any(Number), cosine: expect.any(Number) }]);
    expect(records.search({ ...query, also: 'unknown' }).hits).toEqual([best]);
    const others = records.live.clone();
    others.clear(records.slotOf(wanted) as number);
    expect(records.search({ ...query, mask: others, also: wanted }).hits).toEqual([best]);
  });

  test('does not read a number in a name as the short id of another record', async () => {
    const phones = await indexOf(
      embedded('7', 'Garden hose'),
      embedded('30', 'Apple iPhone 6'),
      embedded('31', 'Apple iPhone 7'),
    );
    expect(await first(phones, 'iphone 7')).toBe('31');
  });

  test('is not high for two records with the same text', async () => {
    const twins = await indexOf(embedded('1', 'Whiteboard'), embedded('2', 'Whiteboard'), embedded('3', 'Wall clock'));
    const { hits, verdict } = await search(twins, 'Whiteboard');
    expect(hits.slice(0, 2).map(({ externalId }) => externalId)).toEqual(['1', '2']);
    expect(verdict).toBe('low');
  });

  test('is deterministic', async () => {
    expect(await search(index, 'wireless mouse')).toEqual(await search(index, 'wireless mouse'));
  });
});
