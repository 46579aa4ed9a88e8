import type { Bitset, LexicalView, WeightedTerm } from '@tessera/search-engine';
import { type Facts, factsOf } from './ranking/facts.js';
import { Matcher } from './ranking/match.js';
import { planQuery } from './ranking/query-plan.js';
import { byScore, fusedScore, type Ranking } from './ranking/rank.js';
import { type Explanation, explain, judge, type Verdict } from './ranking/verdict.js';
import { chunksOf } from './text/chunks.js';
import { wholeValueKey } from './text/keys.js';
import { lineKeys } from './text/line-terms.js';
import { Synonyms } from './text/synonyms.js';
import type { Reading } from './text/terms.js';
import type { Nearness, ScannedSlots } from './vector-spaces.js';

/** A query. */
export interface SearchQuery {
  readonly text: string;
  /** Null if there is none, as when the embedding provider cannot be reached. Then only words and codes decide. */
  readonly vector: Float32Array | null;
  /** The vectors of the same text by other embedders, for records that were embedded by these. */
  readonly otherVectors?: ReadonlyMap<string, Float32Array>;
  /** Slots that the caller can see; default: all live ones. No other slot affects the result. */
  readonly slice?: Bitset;
  /** Slots to rank, selected by a filter; default: all of `slice`. */
  readonly mask?: Bitset;
  readonly limit: number;
  /** The id of a record that is returned as a hit in any case, if the mask contains it. */
  readonly also?: string | undefined;
  /** Whether to return the figures on which the verdict is based. */
  readonly isExplained?: boolean;
}

/** A record that was found. */
export interface Hit {
  readonly externalId: string;
  readonly score: number;
  /** The cosine of the stored vector and the query, both as 8-bit values. Null if one of them is missing. */
  readonly cosine: number | null;
}

/** The ids of hits, in their order. */
export function idsOf(hits: readonly Pick<Hit, 'externalId'>[]): string[] {
  return hits.map(({ externalId }) => externalId);
}

/** Hits by descending score: `limit` of them, or as many as the mask contains, and the record of `also`. */
export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly verdict: Verdict;
  /** How strong the evidence of a `high` is: 0 to `strictest`. Undefined for other verdicts. */
  readonly strength?: number;
  /** Sentences that explain the verdict without figures. `nameTitleWords` adds words of the title to them. */
  readonly reasons: readonly string[];
  /** Whether the query is only an identifier that some record has. */
  readonly isIdentifier: boolean;
  /**
   * Ids of records that match as well as the first hit, or whose difference from it the query does not name; best
   * first.
   */
  readonly rivals: readonly string[];
  /** Keys of words in the first title that the query lacks, and that distinguish the title from similar ones. */
  readonly unsaidKeys: readonly number[];
  /** Set only if the query has `isExplained`. */
  readonly explanation?: Explanation;
}

/** A ranked result with the facts that decide its verdict. Null if there is nothing to judge. */
export interface Examined {
  readonly ranking: Ranking;
  readonly facts: Facts | null;
  readonly matcher: Matcher;
}

/**
 * How many records are matched in full, for each kind of search (words and vectors). More would change neither order
 * nor verdict.
 */
const rankedMin = 56;
/** The candidates that ranking needs of each kind. */
export interface Wanted {
  readonly terms: readonly WeightedTerm[];
  /** By embedder id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly wanted: number;
}

/** The index slots that are scanned, with the counts of their slice. */
export interface Scanned extends ScannedSlots {
  readonly view: LexicalView;
}

/** How an index is created: its embedder, and how it reads records and queries. */
export type IndexOptions = { readonly embedderId: string } & Partial<Reading>;

/** An index that can be searched. It ranks and judges; a subclass supplies the records. */
export abstract class SearchableIndex {
  readonly embedderId: string;
  protected readonly reading: Reading;

  constructor({ embedderId, ...reading }: IndexOptions) {
    this.embedderId = embedderId;
    this.reading = { synonyms: new Synonyms(), ...reading };
  }

  /** Slots that contain a record. */
  abstract readonly live: Bitset;

  abstract slotOf(externalId: string): number | undefined;
  abstract externalIdOf(slot: number): string;

  /**
   * Ids of all records that may have an identifier, in any spelling. Undefined if the index cannot know this, because
   * an identifier without letters and digits is not indexed.
   */
  abstract recordsWith(identifier: string): string[] | undefined;

  /** The counts that ranking reads, either of a slice or of all records. */
  abstract viewOf(slice: Bitset | undefined): LexicalView;

  /** The records of the mask with the highest scores over the terms, and those whose vectors are nearest. */
  abstract candidates(wanted: Wanted, scanned: Scanned): { readonly slots: Set<number>; readonly nearness: Nearness };

  /** The slots of the mask with a term. Empty if more than `most` slots have the term. */
  abstract slotsWith(term: number, scanned: Scanned, most: number): number[];

  /** Adds records that match nothing, so that a query always returns `limit` hits. */
  abstract fill(slots: Set<number>, mask: Bitset, limit: number): void;

  /** Ranks the records of the mask. The mask includes filters, so a filter never removes hits after the ranking. */
  search(query: SearchQuery): SearchResult {
    const { ranking, facts, matcher } = this.examine(query);
    const { rivals = [], edition, recordsNamed = 0, isIdentifierAlone = false } = facts ?? {};
    return {
      hits: hitsOf(ranking, query),
      ...judge(facts),
      isIdentifier: isIdentifierAlone && recordsNamed > 0,
      rivals: rivals.length > 0 ? rivals : (edition?.siblings ?? []),
      unsaidKeys: edition?.keys ?? [],
      ...(query.isExplained ? { explanation: explain(facts, matcher.plan) } : {}),
    };
  }

  /** The hits of `search` without the verdict. In a slice, the verdict takes as long as the hits. */
  hits(query: SearchQuery): SearchResult['hits'] {
    return hitsOf(this.ranked(query).ranking, query);
  }

  /** Ranks a query and returns the facts that `search` judges. */
  examine(query: SearchQuery): Examined {
    const { ranking, matcher } = this.ranked(query);
    return { ranking, matcher, facts: factsOf(ranking, matcher) };
  }

  /** Upper bounds of how many records of a slice have each value; 0 if no word or code of the value is indexed. */
  frequenciesOf(values: readonly string[], slice?: Bitset): { readonly size: number; readonly frequencies: number[] } {
    const view = this.viewOf(slice && this.live.clone().and(slice));
    return { size: view.size, frequencies: values.map((value) => frequencyOf(value, view)) };
  }

  private ranked(query: SearchQuery): Omit<Examined, 'facts'> {
    const slice = query.slice && this.live.clone().and(query.slice);
    const exists = slice ?? this.live;
    const mask = query.mask ? query.mask.clone().and(exists) : exists;
    const view = this.viewOf(slice);
    const { synonyms, phoneCountry } = this.reading;
    const matcher = new Matcher(view, planQuery(synonyms.replace(query.text), view, phoneCountry));
    const wanted = Math.max(rankedMin, 2 * query.limit);
    const scanned = { view, slice, mask };
    const own = query.vector ? [[this.embedderId, query.vector] as const] : [];
    const { slots, nearness } = this.candidates(
      { terms: matcher.weightedTerms(), vectors: new Map([...(query.otherVectors ?? []), ...own]), wanted },
      scanned,
    );
    // In a long record, each word has little weight, so other records could displace the one that the query names.
    for (const term of matcher.namedTerms()) {
      for (const slot of this.slotsWith(term, scanned, wanted)) {
        slots.add(slot);
      }
    }
    const also = query.also === undefined ? undefined : this.slotOf(query.also);
    if (also !== undefined && mask.has(also)) {
      slots.add(also);
    }
    this.fill(slots, mask, query.limit);
    const { background } = nearness;
    const records = Array.from(slots, (slot) => {
      const match = matcher.match(slot);
      const { cosine, ownCosine } = nearness.cosinesOf(slot);
      const score = fusedScore(match, cosine, background);
      return { slot, externalId: this.externalIdOf(slot), score, cosine, ownCosine, match };
    }).sort(byScore);
    const meaning = nearness.meaningWith(records[0]?.slot);
    return { ranking: { records, background, meaning }, matcher };
  }
}

/** The number of records with a whole value or, if that is not indexed, with its rarest word, number or code. */
function frequencyOf(value: string, view: LexicalView): number {
  const chunks = chunksOf(value);
  const whole = wholeValueKey(chunks);
  const frequencies = [...(whole === undefined ? [] : [whole]), ...lineKeys(chunks)]
    .map((key) => view.frequency(view.find(key)))
    .filter((frequency) => frequency > 0);
  return frequencies.length === 0 ? 0 : Math.min(...frequencies);
}

function hitsOf({ records }: Ranking, { limit, also }: SearchQuery): Hit[] {
  const hits = records.filter(({ externalId }, at) => at < limit || externalId === also);
  return hits.map(({ externalId, score, ownCosine: cosine }) => ({ externalId, score, cosine }));
}
