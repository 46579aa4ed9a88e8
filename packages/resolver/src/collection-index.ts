import type { Precedence } from '@tessera/search-engine';
import { Bitset, LexicalIndex, LexicalView, TopList } from '@tessera/search-engine';
import { closenessOf } from './ranking/closeness.js';
import { factsOf } from './ranking/facts.js';
import { Matcher } from './ranking/match.js';
import { planQuery, type QueryPlan } from './ranking/query-plan.js';
import type { Ranking } from './ranking/rank.js';
import { byScore, fusedScore } from './ranking/rank.js';
import type { Verdict } from './ranking/rules.js';
import type { Evidence, Explanation } from './ranking/verdict.js';
import { explain, judge } from './ranking/verdict.js';
import { chunksOf } from './text/chunks.js';
import { squeeze } from './text/fold.js';
import { Synonyms } from './text/synonyms.js';
import { identifierKey, lineKeys, type Reading, recordTerms, valueKey, wholeValue } from './text/terms.js';
import type { Nearness } from './vector-spaces.js';
import { VectorSpaces } from './vector-spaces.js';

/** A record as the index takes it. */
export interface IndexRecord {
  readonly externalId: string;
  /** The text that was embedded. */
  readonly text: string;
  /** Identifier values and the external id: found as codes and keywords, not embedded. */
  readonly identifiers: readonly string[];
  /** Null while the record awaits its embedding: it is then found by its words and codes only. */
  readonly vector: Float32Array | null;
  /** Who made the vector: the index's own embedder unless another one is named, whose vectors serve until replaced. */
  readonly embedderId?: string;
}

/** What to look for. */
export interface SearchQuery {
  readonly text: string;
  /** Null when there is none, as while the embedding provider is down: words and codes then decide alone. */
  readonly vector: Float32Array | null;
  /** The same text's vectors by other embedders, to compare their records with. */
  readonly otherVectors?: ReadonlyMap<string, Float32Array>;
  /** Slots that exist for the caller; every live one when absent. Nothing else may show in the answer. */
  readonly slice?: Bitset;
  /** Slots to rank of those, as a filter leaves them; all when absent. */
  readonly mask?: Bitset;
  readonly limit: number;
  /** Whether to say what the verdict was made from. */
  readonly isExplained?: boolean;
}

/** Hits in descending order of score, as many as `limit` where the mask leaves that many. */
export interface SearchResult {
  readonly hits: { externalId: string; score: number; cosine: number | null }[];
  readonly verdict: Verdict;
  /** Sentences that say why, without figures; `nameTitleWords` completes them. */
  readonly reasons: readonly string[];
  /** Whether the query is nothing but an identifier that some record has. */
  readonly isIdentifier: boolean;
  /** Ids of records that fit the query as well as the first hit, or may be meant for want of a word, best first. */
  readonly rivals: readonly string[];
  /** Keys of the words of the first title that the query lacks and that make a difference. */
  readonly unsaidKeys: readonly number[];
  /** Where the query asks for it. */
  readonly explanation?: Explanation;
}

/** A ranked result with what its verdict is made from. */
export interface Examined {
  readonly ranking: Ranking;
  readonly evidence: Evidence | null;
  readonly matcher: Matcher;
  readonly plan: QueryPlan;
}

const candidatesMin = 128;
const sweepMin = 256;
/** A short string, its place in a list and its entry in a map. */
const bytesPerId = 96;

/** The searchable form of one collection: vectors, words and codes by slot, kept in step record by record. */
export class CollectionIndex {
  /** Slots that hold a record. */
  readonly live = new Bitset();
  readonly embedderId: string;
  /** Equals are in the order of their ids: slots depend on what came and went. */
  private readonly precedes: Precedence = (first, second) => this.externalIdOf(first) < this.externalIdOf(second);
  private readonly vectors = new VectorSpaces(this.precedes);
  private readonly lexical = new LexicalIndex();
  private readonly slotById = new Map<string, number>();
  private readonly idBySlot: string[] = [];
  private readonly free: number[] = [];
  private removed: number[] = [];

  private readonly reading: Reading;

  constructor({ embedderId, ...reading }: { embedderId: string } & Partial<Reading>) {
    this.embedderId = embedderId;
    this.reading = { synonyms: new Synonyms(), ...reading };
  }

  /** All that `restored` needs, in parts that can be cloned and, one by one, be written to a file. */
  stored() {
    const { embedderId, live, idBySlot, free, removed } = this;
    return {
      ids: { embedderId, live: live.words, idBySlot, free, removed },
      lexical: this.lexical.stored(),
      vectors: this.vectors.stored(),
    };
  }

  /**
   * The index that was stored, by this very version and with this reading: another one may hold something else for the same
   * records.
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

  /** The embedders whose vectors are held: a query is best asked with a vector of each. */
  get embedderIds(): string[] {
    return this.vectors.embedderIds;
  }

  /** Live records. */
  get size(): number {
    return this.slotById.size;
  }

  /** Slots ever used: every slot is below. */
  get slots(): number {
    return this.idBySlot.length;
  }

  /** Memory held, estimated for what the runtime does not tell. */
  get bytes(): number {
    return Object.values(this.memory()).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Bytes held by part; postings and words grow with the text, the rest with the number of records. */
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

  /** The id in a slot, also of a removed record until its slot is used again. */
  externalIdOf(slot: number): string {
    const id = this.idBySlot[slot];
    if (id === undefined) {
      throw new RangeError(`Slot ${slot} was never used.`);
    }
    return id;
  }

  /**
   * Ids of all records that may have an identifier: also of those that spell it otherwise. Undefined where the index cannot
   * tell, as of one without letters and digits.
   */
  holdersOf(identifier: string): string[] | undefined {
    const squeezed = squeeze(identifier);
    if (squeezed === '') {
      return undefined;
    }
    const slots = this.lexical.slotsOf(this.lexical.find(identifierKey(squeezed)));
    return slots.filter((slot) => this.live.has(slot)).map((slot) => this.externalIdOf(slot));
  }

  /** Adds a record, or replaces the one with its id in its slot. Returns the slot. */
  upsert(record: IndexRecord): number {
    const known = this.slotById.get(record.externalId);
    const slot = known ?? this.takeSlot(record.externalId);
    this.lexical.set(slot, recordTerms(record.text, record.identifiers, this.reading), known !== undefined);
    if (record.vector) {
      this.vectors.set(slot, record.embedderId ?? this.embedderId, record.vector);
    } else {
      this.vectors.clear(slot);
    }
    return slot;
  }

  /** Removes a record; an unknown id is none. Its slot is used again later. */
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

  /** Ranks the records of the mask. A filter is part of the mask, so that it never costs a hit. */
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

  /** The hits of `search` without a verdict, which in a slice takes as long again. */
  hits(query: SearchQuery): SearchResult['hits'] {
    return hitsOf(this.ranked(query).ranking, query);
  }

  /** What `search` decides from. */
  examine(query: SearchQuery): Examined {
    const { ranking, matcher, size } = this.ranked(query);
    const facts = factsOf(ranking, matcher);
    const [first] = ranking.records;
    const { plan } = matcher;
    const compared = { size, words: plan.chunks.length };
    const evidence = facts && first ? { facts, closeness: closenessOf(ranking, first.match, compared) } : null;
    return { ranking, evidence, matcher, plan };
  }

  /** How many records of a slice have each value, at most; 0 for one of which no word or code is known. */
  frequenciesOf(values: readonly string[], slice?: Bitset): { readonly size: number; readonly frequencies: number[] } {
    const view = new LexicalView(this.lexical, slice && this.live.clone().and(slice));
    return { size: view.size, frequencies: values.map((value) => frequencyOf(value, view)) };
  }

  private ranked(query: SearchQuery): { ranking: Ranking; matcher: Matcher; size: number } {
    const slice = query.slice && this.live.clone().and(query.slice);
    const exists = slice ?? this.live;
    const mask = query.mask ? query.mask.clone().and(exists) : exists;
    const view = new LexicalView(this.lexical, slice);
    const { synonyms, phoneCountry } = this.reading;
    const matcher = new Matcher(view, planQuery(synonyms.replace(query.text), view, phoneCountry));
    const wanted = Math.max(candidatesMin, 2 * query.limit);
    const nearness = this.vectors.compare(this.vectorsOf(query), { mask, slice, wanted });
    const slots = new Set(view.candidates(matcher.weightedTerms(), mask, wanted, this.precedes));
    for (const slot of nearness.slots) {
      slots.add(slot);
    }
    this.fill(slots, mask, query.limit);
    return { ranking: this.rank(slots, matcher, nearness), matcher, size: view.size };
  }

  private vectorsOf({ vector, otherVectors }: SearchQuery): Map<string, Float32Array> {
    return new Map([...(otherVectors ?? []), ...(vector ? [[this.embedderId, vector] as const] : [])]);
  }

  private rank(found: ReadonlySet<number>, matcher: Matcher, nearness: Nearness): Ranking {
    const { background, cosineOf } = nearness;
    const slots = [...found];
    const records = slots.map((slot) => {
      const match = matcher.match(slot);
      const cosine = cosineOf(slot);
      const score = fusedScore(match, cosine, background);
      return { slot, externalId: this.externalIdOf(slot), score, cosine, match };
    });
    records.sort(byScore);
    return { records, background, meaning: nearness.meaningWith(records[0]?.slot) };
  }

  /** Records that nothing speaks for come last rather than not at all. */
  private fill(slots: Set<number>, mask: Bitset, limit: number): void {
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

  private takeSlot(externalId: string): number {
    const slot = this.free.pop() ?? this.idBySlot.length;
    this.idBySlot[slot] = externalId;
    this.slotById.set(externalId, slot);
    this.live.set(slot);
    return slot;
  }
}

/** The records that have a whole value, or else the rarest of its words, numbers and codes. */
function frequencyOf(value: string, view: LexicalView): number {
  const chunks = chunksOf(value);
  const whole = wholeValue(chunks, 0, chunks.length);
  const frequencies = [...(whole === undefined ? [] : [valueKey(whole)]), ...lineKeys(chunks)]
    .map((key) => view.frequency(view.find(key)))
    .filter((frequency) => frequency > 0);
  return frequencies.length === 0 ? 0 : Math.min(...frequencies);
}

function hitsOf({ records }: Ranking, { limit }: SearchQuery): SearchResult['hits'] {
  return records.slice(0, limit).map(({ externalId, score, cosine }) => ({ externalId, score, cosine }));
}
