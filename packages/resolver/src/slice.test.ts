import { Bitset } from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { CollectionIndex, type IndexRecord } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import type { SearchQuery, SearchResult } from './search.js';

const options = { embedderId: builtinEmbedder.id };
const words = ['red', 'green', 'oak', 'lamp', 'chair', 'desk', 'large', 'FDB5220', 'FDB5221', '16 GB', '無線', 'the'];
const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));

/** The history of one record: its documents in order (null removes the record), and who sees the last one. */
const record = fc.record({
  texts: fc.array(fc.option(text, { freq: 6 }), { minLength: 1, maxLength: 3 }),
  vector: fc.constantFrom('own', 'own', 'own', 'older', 'none'),
  isInside: fc.boolean(),
  isKept: fc.boolean(),
});
interface Drawn {
  readonly texts: readonly (string | null)[];
  readonly vector: string;
  readonly isInside: boolean;
  readonly isKept: boolean;
}

async function made(externalId: string, content: string, vector: string): Promise<IndexRecord> {
  const [embedded = null] = await builtinEmbedder.embed([content]);
  const stored = { externalId, text: content, identifiers: [externalId], vector: vector === 'none' ? null : embedded };
  return vector === 'older' ? { ...stored, embedderId: 'older' } : stored;
}

/** Builds an index by applying all records in the order of their versions. */
async function wholeOf(records: readonly Drawn[]): Promise<CollectionIndex> {
  const index = new CollectionIndex(options);
  for (let version = 0; version < 3; version++) {
    for (const [i, { texts, vector }] of records.entries()) {
      const content = texts[version];
      if (content) {
        index.upsert(await made(`r${i}`, content, vector));
      } else if (content === null) {
        index.remove(`r${i}`);
      }
    }
  }
  return index;
}

/** Builds an index of only the records in the slice, in another order. */
async function insideOf(records: readonly Drawn[]): Promise<CollectionIndex> {
  const index = new CollectionIndex(options);
  for (const [i, { texts, vector, isInside }] of [...records.entries()].reverse()) {
    const content = texts.at(-1);
    if (isInside && content) {
      index.upsert(await made(`r${i}`, content, vector));
    }
  }
  return index;
}

function slotsOf(index: CollectionIndex, records: readonly Drawn[], isIn: (each: Drawn) => boolean): Bitset {
  const slots = records.map((each, i) => (isIn(each) ? index.slotOf(`r${i}`) : undefined));
  return Bitset.of(slots.filter((slot) => slot !== undefined));
}

async function expectSameAnswers(records: readonly Drawn[], query: string, limit: number): Promise<void> {
  const whole = await wholeOf(records);
  const inside = await insideOf(records);
  const slice = slotsOf(whole, records, ({ isInside }) => isInside);
  const [vector = null] = await builtinEmbedder.embed([query]);
  for (const asked of [
    { text: query, vector, limit },
    { text: query, vector, limit, otherVectors: new Map(vector ? [['older', vector]] : []) },
    { text: query, vector: null, limit },
  ] satisfies SearchQuery[]) {
    const expected: SearchResult = inside.search(asked);
    expect(whole.search({ ...asked, slice })).toEqual(expected);
    expect(whole.hits({ ...asked, slice })).toEqual(expected.hits);
    expect(whole.examine({ ...asked, slice }).facts).toEqual(inside.examine(asked).facts);
    const masks = [whole, inside].map((index) => slotsOf(index, records, ({ isKept }) => isKept));
    const [mask = new Bitset(), maskInside = new Bitset()] = masks;
    expect(whole.search({ ...asked, slice, mask })).toEqual(inside.search({ ...asked, mask: maskInside }));
  }
}

describe('search in a slice', () => {
  test('returns the same as an index that contains only the slice', async () => {
    const records = fc.array(record, { maxLength: 40 });
    await fc.assert(fc.asyncProperty(records, line, fc.integer({ min: 1, max: 12 }), expectSameAnswers), {
      numRuns: propertyRuns(60),
    });
  });

  test('returns the same even if more records have the same score than are ranked', async () => {
    const alike = fc.record({
      texts: fc.constantFrom(['red lamp'], ['oak desk', 'red desk'], ['large lamp'], ['oak lamp'], ['green chair']),
      vector: fc.constantFrom('own', 'none'),
      isInside: fc.boolean(),
      isKept: fc.constant(true),
    });
    const records = fc.array(alike, { minLength: 1100, maxLength: 1200 });
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom('red', 'lamp', 'oak'), fc.constant(10), expectSameAnswers),
      {
        numRuns: propertyRuns(6),
        endOnFailure: true,
      },
    );
  });

  test('returns nothing for an empty slice', async () => {
    const index = new CollectionIndex(options);
    index.upsert(await made('a', 'oak desk', 'own'));
    expect(index.search({ text: 'oak desk', vector: null, limit: 5, slice: new Bitset() })).toMatchObject({
      hits: [],
      rivals: [],
      verdict: 'none',
    });
  });
});
