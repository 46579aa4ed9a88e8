import { Bitset, CountedView, LexicalIndex, LexicalView, packTerms } from '@tessera/search-engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../../../acceptance/full-size.mjs';
import { keyName, type SourceFields } from './documents.js';
import type { EngineFound } from './engine-index.js';
import { EngineQuestions } from './questions.js';

const records = 40_000;
const slots = Array.from({ length: records }, (_, slot) => slot);
const scope = { workspaceId: 'w', collectionId: 'c', indexVersion: 1, slice: null, atLeast: 0 };
const idOf = (slot: number) => String(slot).padStart(5, '0');
/** Every record contains each of its terms once. */
const lengthOf = (slot: number) => 4 + (slot % 7);

/** The parameters of the script that scores records. */
interface Parameters {
  readonly keys: readonly number[];
  readonly weights: readonly number[];
  readonly order: readonly number[];
  readonly base: number;
  readonly perTerm: number;
}

/** The members of a search that the answers depend on. */
interface Sent {
  readonly size: number;
  readonly aggs?: {
    readonly counts: { readonly filters: { readonly filters: readonly { term: { keys: string } }[] } };
  };
  readonly query: {
    readonly script_score?: {
      readonly query: {
        readonly bool: { readonly filter: readonly [{ readonly terms: { readonly keys: string[] } }] };
      };
      readonly script: { readonly params: Parameters };
    };
  };
}

/** Answers the searches about words as OpenSearch does. Key `k` is that of term `k`, which `having[k]` contain. */
function answer({ size, aggs, query }: Sent, having: readonly ReadonlySet<number>[], mask: Bitset): EngineFound {
  const withName = new Map(having.map((each, key) => [keyName(key), each]));
  const counts = aggs?.counts?.filters.filters.map(({ term }) => ({ doc_count: withName.get(term.keys)?.size ?? 0 }));
  const length = { value: slots.reduce((sum, slot) => sum + lengthOf(slot), 0) };
  const { query: matched, script } = query.script_score ?? {};
  const matching = matched?.bool.filter[0].terms.keys.map((name) => withName.get(name)) ?? [];
  const hits = slots
    .filter((slot) => mask.has(slot) && matching.some((each) => each?.has(slot)))
    .map((slot) => ({ slot, score: script === undefined ? 0 : scoreOf(slot, having, script.params) }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, size);
  const aggregations = { length, spaces: { buckets: [] }, counts: { buckets: counts ?? [] } };
  return { total: records, sources: hits.map(({ slot }) => sourceOf(slot, having)), aggregations };
}

function scoreOf(slot: number, having: readonly ReadonlySet<number>[], params: Parameters): number {
  const { keys, weights, order, base, perTerm } = params;
  const shares = keys.map((key, at) =>
    having[key]?.has(slot) ? (weights[at] as number) / (1 + base + perTerm * lengthOf(slot)) : 0,
  );
  return order.reduce((sum, at) => Math.fround(sum + (shares[at] as number)), 0);
}

function termsOf(slot: number, having: readonly ReadonlySet<number>[]) {
  const counts = new Map(having.flatMap((each, key) => (each.has(slot) ? [[key, 1] as const] : [])));
  return packTerms({ counts, titleTerms: 0, length: lengthOf(slot) });
}

function sourceOf(slot: number, having: readonly ReadonlySet<number>[]): SourceFields {
  const { keys, bits, length } = termsOf(slot, having);
  const packed = Buffer.concat([Buffer.from(keys.buffer), bits]).toString('base64');
  return { id: idOf(slot), mark: 1, length, packed };
}

it('EngineQuestions > finds the candidates of an index in the process, within and beyond the budget of postings', async () => {
  // Shares of records per mille, by term.
  const catalogue = fc.array(fc.constantFrom(1, 600, 700, 800, 900, 1_000), { minLength: 9, maxLength: 9 });
  const queries = fc.array(
    fc.record({
      weights: fc.array(fc.constantFrom(0, 1, 2, 4, 4, 4, 4), { minLength: 9, maxLength: 9 }),
      limit: fc.constantFrom(1, 8, 60),
      every: fc.constantFrom(1, 3, 1_009),
      lacking: fc.constantFrom(0, 0, 4, 6),
    }),
    { minLength: 16, maxLength: 16 },
  );
  await fc.assert(
    fc.asyncProperty(catalogue, fc.nat(), queries, async (shares, seed, wanted) => {
      const isWith = (slot: number, key: number) =>
        (Math.imul((slot * 16 + key + 1) ^ seed, 2_654_435_761) >>> 16) % 1_000 < (shares[key] as number);
      const having = shares.map((_, key) => new Set(slots.filter((slot) => isWith(slot, key))));
      const index = new LexicalIndex();
      for (const slot of slots) {
        index.set(slot, termsOf(slot, having), false);
      }
      for (const { weights, limit, every, lacking } of wanted) {
        const terms = weights.flatMap((weight, key) => (weight > 0 ? [{ key, weight }] : []));
        const sets = terms.map(({ key }) => having[key] as ReadonlySet<number>).sort((a, b) => a.size - b.size);
        const rarest = sets.slice(0, lacking);
        const isSelected = (slot: number) => slot % every === 0 && !rarest.some((each) => each.has(slot));
        const mask = Bitset.of(slots.filter(isSelected));
        const questions = new EngineQuestions({
          search: async (_scope, search) => answer(search as unknown as Sent, having, mask),
        });
        const keys = terms.map(({ key }) => key);
        const statistics = await questions.statistics(scope, keys, []);
        const vectors = new Map<string, Float32Array>();
        const found = await questions.candidates(scope, { terms, vectors, ids: [], filter: undefined, limit });
        expect(found.length).toBeLessThanOrEqual(limit * (terms.length + 1));
        const sample = new LexicalIndex();
        for (const { externalId, terms: own } of found) {
          sample.set(Number(externalId), own, false);
        }
        const inSample = Bitset.of(found.map(({ externalId }) => Number(externalId)));
        const best = (view: LexicalView, among: Bitset) => {
          const known = terms.map(({ key, weight }) => ({ term: view.find(key), weight }));
          return [
            ...view.candidates(
              known.filter(({ term }) => term >= 0),
              among,
              limit,
            ),
          ].sort((a, b) => a - b);
        };
        expect(best(new CountedView(sample, statistics), inSample)).toEqual(best(new LexicalView(index), mask));
      }
    }),
    { numRuns: propertyRuns(12) },
  );
});
