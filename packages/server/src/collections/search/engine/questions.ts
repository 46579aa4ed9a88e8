import type { Candidate, CandidatesWanted, IndexQuestions, IndexScope, IndexStatistics } from '@tessera/resolver';
import { type CompiledFilter, postingsBudget } from '@tessera/search-engine';
import { type EngineQuery, filterQuery, liveQuery, sliceQuery } from './cells.js';
import type { ChangedRecords } from './changed-records.js';
import { candidateOf, keyName, type SourceFields, spaceName, spaceOf, vectorBytes, vectorField } from './documents.js';
import type { EngineIndex } from './engine-index.js';

/** Maximum vectors of a scope that are compared one by one. For more, OpenSearch's graph finds the nearest. */
const exhaustiveMax = 20_000;
/** Maximum filters of one aggregation. */
const filtersMax = 1_000;
// BM25 as in the index of the process, with 32-bit sums in the same order, so that both have the same candidates.
const norm = 0.6;
const scoreSource = `
  def entries = doc['entries'];
  int terms = params.keys.length;
  double[] shares = new double[terms];
  double perTerm = params.perTerm * doc['length'].value;
  int at = 0;
  for (int i = 0; i < entries.length && at < terms; i++) {
    long entry = entries.get(i);
    long key = entry >> 6;
    while (at < terms && ((Number) params.keys.get(at)).longValue() < key) { at++; }
    if (at < terms && ((Number) params.keys.get(at)).longValue() == key) {
      int bits = (int) (entry & 63);
      double count = Math.max(1, bits & 31) + (bits >= 32 ? 1 : 0);
      shares[at] = ((Number) params.weights.get(at)).doubleValue() * count / (count + params.base + perTerm);
    }
  }
  float total = 0;
  for (int i = 0; i < terms; i++) { total = (float) (total + shares[((Number) params.order.get(i)).intValue()]); }
  return total;`;

const byId = { id: { order: 'asc' } };
const bestFirst = [{ _score: { order: 'desc' } }, byId];

/** Terms of a query, rarest first, and the number of candidates. */
interface TermsWanted {
  readonly terms: CandidatesWanted['terms'];
  readonly limit: number;
}

/** Answers the questions of a query about one scope from OpenSearch, and from the records that it may lack. */
export class EngineQuestions implements IndexQuestions {
  private counted: IndexStatistics | undefined;
  private readonly frequencies = new Map<number, number>();
  /** The vectors that OpenSearch compares. */
  private vectors: IndexStatistics['vectors'] = [];
  /** Whether an answer contained the changed records. The sample keeps them for the next questions. */
  private areChangedSent = false;

  constructor(
    private readonly index: Pick<EngineIndex, 'search'>,
    private readonly changed?: ChangedRecords | undefined,
  ) {}

  async statistics(scope: IndexScope, keys: readonly number[], titleKeys: readonly number[]): Promise<IndexStatistics> {
    const wanted = [
      ...keys.map((key) => ({ key, field: 'keys' as const })),
      ...titleKeys.map((key) => ({ key, field: 'title_keys' as const })),
    ];
    const frequencies = new Map<number, number>();
    const titleFrequencies = new Map<number, number>();
    for (let first = 0; first === 0 || first < wanted.length; first += filtersMax) {
      const some = wanted.slice(first, first + filtersMax);
      const filters = some.map(({ key, field }) => ({ term: { [field]: keyName(key) } }));
      const { total, aggregations } = await this.index.search(scope, {
        size: 0,
        track_total_hits: true,
        query: { bool: { filter: this.among(scope) } },
        aggs: {
          length: { sum: { field: 'length' } },
          spaces: { terms: { field: 'space', size: 100 } },
          ...(filters.length > 0 ? { counts: { filters: { filters } } } : {}),
        },
      });
      const { length, spaces, counts } = aggregations as StatisticsAnswer;
      for (const [at, { doc_count }] of (counts?.buckets ?? []).entries()) {
        const { key, field } = some[at] as (typeof some)[number];
        (field === 'keys' ? frequencies : titleFrequencies).set(key, doc_count);
      }
      this.vectors = spaces.buckets.map(({ key, doc_count }) => ({ ...spaceOf(key), count: doc_count }));
      this.counted = { records: total, length: length.value, frequencies, titleFrequencies, vectors: this.vectors };
    }
    const counted = this.counted as IndexStatistics;
    this.counted = this.changed?.addTo(counted, scope.slice) ?? counted;
    for (const [key, frequency] of this.counted.frequencies) {
      this.frequencies.set(key, frequency);
    }
    return this.counted;
  }

  async candidates(scope: IndexScope, { terms, vectors, ids, filter, limit }: CandidatesWanted): Promise<Candidate[]> {
    const among = this.among(scope, filter);
    const searches: EngineQuery[] = [];
    for (const [embedderId, vector] of vectors) {
      searches.push(...this.vectorQueries({ embedderId, vector, limit }, among));
    }
    if (ids.length > 0) {
      searches.push({ size: ids.length, query: { bool: { filter: [{ terms: { id: ids } }, ...among] } } });
    }
    if (terms.length + vectors.size + ids.length === 0) {
      searches.push({ size: limit, sort: [byId], query: { bool: { filter: among } } });
    }
    const found = await Promise.all([
      this.recordsWith(scope, { terms: this.rarestFirst(terms), limit }, among),
      ...searches.map(async (search) => (await this.index.search(scope, search)).sources),
    ]);
    const sources = new Map(found.flat().map((source) => [source.id, source]));
    const changed = this.areChangedSent ? [] : (this.changed?.candidates({ slice: scope.slice, filter }) ?? []);
    this.areChangedSent = true;
    return [...[...sources.values()].map(candidateOf), ...changed];
  }

  private among({ slice }: Pick<IndexScope, 'slice'>, filter?: CompiledFilter): EngineQuery[] {
    return [
      sliceQuery(slice),
      ...(filter ? [filterQuery(filter)] : []),
      ...(this.changed ? [this.changed.exclusion] : []),
    ];
  }

  /** Terms of equal frequency are sorted by key, so that sums are rounded as in the index of the process. */
  private rarestFirst(terms: CandidatesWanted['terms']): CandidatesWanted['terms'] {
    return terms.toSorted((a, b) => this.frequencyOf(a.key) - this.frequencyOf(b.key) || a.key - b.key);
  }

  private frequencyOf(key: number): number {
    return this.frequencies.get(key) ?? 0;
  }

  /**
   * The records with the highest scores, and perhaps others. As in the index of the process, a term beyond the budget
   * finds records only if rarer terms find fewer than `limit`.
   */
  private async recordsWith(
    scope: IndexScope,
    { terms, limit }: TermsWanted,
    among: readonly EngineQuery[],
  ): Promise<readonly SourceFields[]> {
    const best = async (count: number) => {
      const query = this.termsQuery(terms, count, among);
      return (await this.index.search(scope, { size: limit, sort: bestFirst, query })).sources;
    };
    if (terms.length === 0) {
      return [];
    }
    let tooFew = this.countWithinBudget({ terms, limit });
    const found = [...(await best(tooFew))];
    if (tooFew === terms.length || found.length === limit) {
      return found;
    }
    let enough = terms.length;
    const all = await best(enough);
    found.push(...all);
    // Bisected, because a filter can exclude what most terms find.
    while (all.length === limit && enough - tooFew > 1) {
      const count = (tooFew + enough) >> 1;
      const sources = await best(count);
      found.push(...sources);
      if (sources.length < limit) {
        tooFew = count;
      } else {
        enough = count;
      }
    }
    return found;
  }

  /** The number of terms that find records whatever their filter. */
  private countWithinBudget({ terms, limit }: TermsWanted): number {
    let read = 0;
    const beyond = terms.findIndex(({ key }) => {
      const before = read;
      read += this.frequencyOf(key);
      return read > postingsBudget && before >= limit;
    });
    return beyond === -1 ? terms.length : beyond;
  }

  /** Scores records by all terms. The first `count` terms find the records. */
  private termsQuery(terms: CandidatesWanted['terms'], count: number, among: readonly EngineQuery[]): EngineQuery {
    const { records = 0, length = 0 } = this.counted ?? {};
    const byKey = terms.toSorted((a, b) => a.key - b.key);
    const matched = terms.slice(0, count).map(({ key }) => keyName(key));
    const params = {
      keys: byKey.map(({ key }) => key),
      weights: byKey.map(({ weight }) => weight),
      order: terms.map((term) => byKey.indexOf(term)),
      base: norm,
      perTerm: norm / (length / Math.max(1, records) || 1),
    };
    return {
      script_score: {
        query: { bool: { filter: [{ terms: { keys: matched } }, ...among] } },
        script: { lang: 'painless', source: scoreSource, params },
      },
    };
  }

  private vectorQueries(
    {
      embedderId,
      vector,
      limit,
    }: { readonly embedderId: string; readonly vector: Float32Array; readonly limit: number },
    among: readonly EngineQuery[],
  ): EngineQuery[] {
    const space = { embedderId, dimensions: vector.length };
    const { count = 0 } = this.vectors.find((each) => spaceName(each) === spaceName(space)) ?? {};
    const isZero = vector.every((value) => value === 0);
    if (count === 0 || isZero) {
      return [];
    }
    const field = vectorField(space);
    const values = vectorBytes(vector);
    const filter = [{ term: { space: spaceName(space) } }, { exists: { field } }, ...among];
    const query =
      count <= exhaustiveMax
        ? {
            script_score: {
              query: { bool: { filter } },
              script: {
                lang: 'knn',
                source: 'knn_score',
                params: { field, query_value: values, space_type: 'cosinesimil' },
              },
            },
          }
        : { knn: { [field]: { vector: values, k: limit, filter: { bool: { filter: [liveQuery, ...filter] } } } } };
    return [{ size: limit, sort: bestFirst, query }];
  }
}

interface StatisticsAnswer {
  readonly length: { readonly value: number };
  readonly spaces: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
  readonly counts?: { readonly buckets: readonly { readonly doc_count: number }[] };
}
