import { Bitset, type Direction, LexicalIndex, LexicalView, type Precedence, TopList } from '@tessera/search-engine';
import { factsOf } from './ranking/facts.js';
import { Matcher } from './ranking/match.js';
import { planQuery, type QueryPlan } from './ranking/query-plan.js';
import { byScore, fusedScore, type Ranking } from './ranking/rank.js';
import type { Verdict } from './ranking/rules.js';
import type { FewHolders, Scanned, Wanted } from './ranking/scanned.js';
import { closenessOf, type Evidence, type Explanation, explain, judge } from './ranking/verdict.js';
import { chunksOf } from './text/chunks.js';
import { identifierKey, valueKey, wholeValue } from './text/keys.js';
import { Synonyms } from './text/synonyms.js';
import { lineKeys, type Reading, recordTerms } from './text/terms.js';
import { squeeze } from './text/words.js';
import { type Nearness, type SpaceCount, VectorSpaces } from './vector-spaces.js';

/** A record to index. */
export interface IndexRecord {
  readonly externalId: string;
  /** The text that was embedded. */
  readonly text: string;
  /** The identifier values and the external id. They are found as codes and as words, but are not embedded. */
  readonly identifiers: readonly string[];
  /** Null until the record is embedded. Until then, it is found by its words and codes only. */
  readonly vector: Direction | null;
  /**
   * The embedder of the vector; default: that of the index. Vectors of an earlier embedder are used until they are
   * replaced.
   */
  readonly embedderId?: string;
}

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
export function idsOf(hits: readonly Hit[]): string[] {
  return hits.map(({ externalId }) => externalId);
}

/** Hits by descending score: `limit` of them, or as many as the mask contains, and the record of `also`. */
export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly verdict: Verdict;
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

/** A ranked result with the evidence for its verdict. */
export interface Examined {
  readonly ranking: Ranking;
  readonly evidence: Evidence | null;
  readonly matcher: Matcher;
  readonly plan: QueryPlan;
}

/**
 * How many records are matched in full, for each kind of search (words and vectors). More would change neither order
 * nor verdict.
 */
const rankedMin = 56;
const sweepMin = 256;
/** Maximum records with a common word that are compared as siblings. */
const familyMax = 256;
/** Estimated bytes of a short string together with its entries in a list and a map. */
const bytesPerId = 96;

/** The search index of a collection: vectors, words and codes by slot, updated with each record. */
export class CollectionIndex {
  /** Slots that contain a record. */
  readonly live = new Bitset();
  readonly embedderId: string;
  /** Equal scores are ordered by id, because slots depend on the order of writes. */
  private readonly precedes: Precedence = (first, second) => this.externalIdOf(first) < this.externalIdOf(second);
  protected readonly vectors = new VectorSpaces(this.precedes);
  protected readonly lexical = new LexicalIndex();
  private readonly slotById = new Map<string, number>();
  private readonly idBySlot: string[] = [];
  private readonly free: number[] = [];
  private removed: number[] = [];

  private readonly reading: Reading;

  constructor({ embedderId, ...reading }: { embedderId: string } & Partial<Reading>) {
    this.embedderId = embedderId;
    this.reading = { synonyms: new Synonyms(), ...reading };
  }

  /** The state that `restored` reads. Each part can be cloned and written to a file by itself. */
  stored() {
    const { embedderId, live, idBySlot, free, removed } = this;
    return {
      ids: { embedderId, live: live.words, idBySlot, free, removed },
      lexical: this.lexical.stored(),
      vectors: this.vectors.stored(),
    };
  }

  /**
   * Restores a stored index. It must have been stored by the same version and with the same synonyms and country,
   * because others may index the same records differently.
   */
  static restored(
    { ids, lexical, vectors }: ReturnType<CollectionIndex['stored']>,
    reading: Partial<Reading> = {},
  ): CollectionIndex {
    const { embedderId, live, ...slots } = ids;
    const index = new CollectionIndex({ embedderId, ...reading });
    Object.assign(index, slots, { live: Bitset.ofWords(live), lexical: LexicalIndex.restored(lexical) });
    index.vectors.restore(vectors);
    index.live.forEach((slot) => {
      index.slotById.set(index.externalIdOf(slot), slot);
    });
    return index;
  }

  /** The embedders of the stored vectors. A query should have a vector of each. */
  get embedderIds(): string[] {
    return this.vectors.embedderIds;
  }

  /** Number of live records. */
  get size(): number {
    return this.slotById.size;
  }

  /** One more than the highest slot that was ever used. */
  get slots(): number {
    return this.idBySlot.length;
  }

  /** Bytes of memory. Estimated if the runtime does not report them. */
  get bytes(): number {
    return Object.values(this.memory()).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Bytes by part of the index. Postings and words grow with the text, the other parts with the number of records. */
  memory(): Readonly<Record<'vectors' | 'lexical' | 'ids', number>> {
    return {
      vectors: this.vectors.bytes,
      lexical: this.lexical.bytes,
      ids: this.live.words.byteLength + this.slots * bytesPerId,
    };
  }

  slotOf(externalId: string): number | undefined {
    return this.slotById.get(externalId);
  }

  /** The id of the record in a slot. A removed record stays in its slot until the slot is reused. */
  externalIdOf(slot: number): string {
    const id = this.idBySlot[slot];
    if (id === undefined) {
      throw new RangeError(`Slot ${slot} was never used.`);
    }
    return id;
  }

  /**
   * Ids of all records that may have an identifier, in any spelling. Undefined if the index cannot know this, because
   * an identifier without letters and digits is not indexed.
   */
  holdersOf(identifier: string): string[] | undefined {
    const squeezed = squeeze(identifier);
    if (squeezed === '') {
      return undefined;
    }
    const slots = this.lexical.slotsOf(this.lexical.find(identifierKey(squeezed)));
    return slots.filter((slot) => this.live.has(slot)).map((slot) => this.externalIdOf(slot));
  }

  /** Adds a record, or replaces the one with the same id. Returns its slot. */
  upsert(record: IndexRecord): number {
    const { slot, replaces } = this.slotFor(record.externalId);
    this.lexical.set(slot, recordTerms(record.text, record.identifiers, this.reading), replaces);
    this.setVector(slot, record);
    return slot;
  }

  protected setVector(slot: number, { vector, embedderId }: Pick<IndexRecord, 'vector' | 'embedderId'>): void {
    if (vector) {
      this.vectors.set(slot, embedderId ?? this.embedderId, vector);
    } else {
      this.vectors.clear(slot);
    }
  }

  /** Removes the record with this id, if there is one. Its slot is reused later. */
  remove(externalId: string): void {
    const slot = this.slotById.get(externalId);
    if (slot === undefined) {
      return;
    }
    this.slotById.delete(externalId);
    this.live.clear(slot);
    this.vectors.clear(slot);
    this.lexical.remove(slot);
    this.removed.push(slot);
    if (this.removed.length > sweepMin + this.slots / 8) {
      this.lexical.sweep(Bitset.of(this.removed));
      for (const swept of this.removed) {
        this.free.push(swept);
      }
      this.removed = [];
    }
  }

  /** Ranks the records of the mask. The mask includes filters, so a filter never removes hits after the ranking. */
  search(query: SearchQuery): SearchResult {
    const { ranking, evidence, plan } = this.examine(query);
    const { rivals = [], edition, holders = 0, isIdentifierAlone = false } = evidence?.facts ?? {};
    return {
      hits: hitsOf(ranking, query),
      ...judge(evidence),
      isIdentifier: isIdentifierAlone && holders > 0,
      rivals: rivals.length > 0 ? rivals : (edition?.siblings ?? []),
      unsaidKeys: edition?.keys ?? [],
      ...(query.isExplained ? { explanation: explain(evidence, plan) } : {}),
    };
  }

  /** The hits of `search` without the verdict. In a slice, the verdict takes as long as the hits. */
  hits(query: SearchQuery): SearchResult['hits'] {
    return hitsOf(this.ranked(query).ranking, query);
  }

  /** Ranks a query and returns the evidence that `search` judges. */
  examine(query: SearchQuery): Examined {
    const { ranking, matcher, size } = this.ranked(query);
    const facts = factsOf(ranking, matcher);
    const [first] = ranking.records;
    const { plan } = matcher;
    const compared = { size, words: plan.chunks.length };
    const evidence = facts && first ? { facts, closeness: closenessOf(ranking, first.match, compared) } : null;
    return { ranking, evidence, matcher, plan };
  }

  /** Upper bounds of how many records of a slice have each value; 0 if no word or code of the value is indexed. */
  frequenciesOf(values: readonly string[], slice?: Bitset): { readonly size: number; readonly frequencies: number[] } {
    const view = this.viewOf(slice && this.live.clone().and(slice));
    return { size: view.size, frequencies: values.map((value) => frequencyOf(value, view)) };
  }

  private ranked(query: SearchQuery): { ranking: Ranking; matcher: Matcher; size: number } {
    const slice = query.slice && this.live.clone().and(query.slice);
    const exists = slice ?? this.live;
    const mask = query.mask ? query.mask.clone().and(exists) : exists;
    const view = this.viewOf(slice);
    const { synonyms, phoneCountry } = this.reading;
    const matcher = new Matcher(view, planQuery(synonyms.replace(query.text), view, phoneCountry));
    const wanted = Math.max(rankedMin, 2 * query.limit);
    const { slots, nearness } = this.candidates(
      { terms: matcher.weightedTerms(), vectors: this.vectorsOf(query), wanted },
      { view, slice, mask },
    );
    // In a long record, each word has little weight, so other records could displace the one that the query names.
    for (const term of matcher.namedTerms()) {
      for (const slot of this.fewHolders(term, { view, mask, most: wanted })) {
        slots.add(slot);
      }
    }
    const also = query.also === undefined ? undefined : this.slotOf(query.also);
    if (also !== undefined && mask.has(also)) {
      slots.add(also);
    }
    this.fill(slots, mask, query.limit);
    const ranking = this.rank(slots, matcher, nearness);
    const holdersOf = (term: number) =>
      this.fewHolders(term, { view, mask, most: familyMax }).map((slot) => ({
        slot,
        externalId: this.externalIdOf(slot),
      }));
    return { ranking: { ...ranking, holdersOf }, matcher, size: view.size };
  }

  /** The counts that ranking reads, either of a slice or of all records. */
  protected viewOf(slice: Bitset | undefined): LexicalView {
    return new LexicalView(this.lexical, slice);
  }

  /** The records of the mask with the highest scores over the terms, and those whose vectors are nearest. */
  protected candidates(
    { terms, vectors, wanted }: Wanted,
    { view, slice, mask }: Scanned,
  ): { slots: Set<number>; nearness: Nearness } {
    const nearness = this.vectors.compare(vectors, { mask, slice, wanted, counts: this.spaceCounts });
    const slots = new Set(view.candidates(terms, mask, wanted, this.precedes));
    for (const slot of nearness.slots) {
      slots.add(slot);
    }
    return { slots, nearness };
  }

  /** The number of vectors by embedder, if this index contains only some of the records; otherwise undefined. */
  protected get spaceCounts(): readonly SpaceCount[] | undefined {
    return undefined;
  }

  /** The slots of the mask with a term. Empty if more than `most` slots have the term. */
  protected fewHolders(term: number, { view, mask, most }: FewHolders): number[] {
    return view.frequency(term) > most ? [] : this.lexical.slotsOf(term).filter((slot) => mask.has(slot));
  }

  private vectorsOf({ vector, otherVectors }: SearchQuery): Map<string, Float32Array> {
    return new Map([...(otherVectors ?? []), ...(vector ? [[this.embedderId, vector] as const] : [])]);
  }

  private rank(found: ReadonlySet<number>, matcher: Matcher, nearness: Nearness): Omit<Ranking, 'holdersOf'> {
    const { background } = nearness;
    const slots = [...found];
    const records = slots.map((slot) => {
      const match = matcher.match(slot);
      const ownCosine = nearness.ownCosineOf(slot);
      const cosine = nearness.onScale(slot, ownCosine);
      const score = fusedScore(match, cosine, background);
      return { slot, externalId: this.externalIdOf(slot), score, cosine, ownCosine, match };
    });
    records.sort(byScore);
    return { records, background, meaning: nearness.meaningWith(records[0]?.slot) };
  }

  /** Adds records that match nothing, so that a query always returns `limit` hits. */
  protected fill(slots: Set<number>, mask: Bitset, limit: number): void {
    if (slots.size >= limit) {
      return;
    }
    const rest = new TopList(limit - slots.size, this.precedes);
    mask.forEach((slot) => {
      if (!slots.has(slot)) {
        rest.offer(slot, 0);
      }
    });
    for (const slot of rest.kept()) {
      slots.add(slot);
    }
  }

  protected slotFor(externalId: string): { slot: number; replaces: boolean } {
    const known = this.slotById.get(externalId);
    return { slot: known ?? this.takeSlot(externalId), replaces: known !== undefined };
  }

  private takeSlot(externalId: string): number {
    const slot = this.free.pop() ?? this.idBySlot.length;
    this.idBySlot[slot] = externalId;
    this.slotById.set(externalId, slot);
    this.live.set(slot);
    return slot;
  }
}

/** The number of records with a whole value or, if that is not indexed, with its rarest word, number or code. */
function frequencyOf(value: string, view: LexicalView): number {
  const chunks = chunksOf(value);
  const whole = wholeValue(chunks, 0, chunks.length);
  const frequencies = [...(whole === undefined ? [] : [valueKey(whole)]), ...lineKeys(chunks)]
    .map((key) => view.frequency(view.find(key)))
    .filter((frequency) => frequency > 0);
  return frequencies.length === 0 ? 0 : Math.min(...frequencies);
}

function hitsOf({ records }: Ranking, { limit, also }: SearchQuery): Hit[] {
  const hits = records.filter(({ externalId }, at) => at < limit || externalId === also);
  return hits.map(({ externalId, score, ownCosine: cosine }) => ({ externalId, score, cosine }));
}
