import { Bitset, type Direction, LexicalIndex, LexicalView, type Precedence, TopList } from '@tessera/search-engine';
import { factsOf } from './ranking/facts.js';
import { Matcher } from './ranking/match.js';
import { planQuery } from './ranking/query-plan.js';
import { byScore, fusedScore, type Ranking } from './ranking/rank.js';
import { explain, judge } from './ranking/verdict.js';
import type { Hit, SearchQuery, SearchResult } from './search.js';
import { SlotsById } from './slots-by-id.js';
import { chunksOf } from './text/chunks.js';
import { identifierKey, wholeValueKey } from './text/keys.js';
import { lineKeys } from './text/line-terms.js';
import { Synonyms } from './text/synonyms.js';
import { type Reading, recordTerms } from './text/terms.js';
import { squeeze } from './text/words.js';
import { type StoredVectors, VectorSpaces } from './vector-spaces.js';

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

/**
 * How many records are matched in full, for each kind of search (words and vectors). More would change neither order
 * nor verdict.
 */
const rankedMin = 56;
const sweepMin = 256;
/** Estimated bytes of a short string together with its entries in a list and a table. */
const bytesPerId = 64;

/** How an index is created: its embedder, and how it reads records and queries. */
export type IndexOptions = { readonly embedderId: string } & Partial<Reading>;

/** The state of a stored index. The vectors can be read while they are restored. */
type StoredParts = Omit<ReturnType<CollectionIndex['stored']>, 'vectors'> & {
  readonly vectors: Iterable<StoredVectors>;
};

/** The search index of a collection: vectors, words and codes by slot, updated with each record. */
export class CollectionIndex {
  readonly embedderId: string;
  private readonly reading: Reading;
  /** Slots that contain a record. */
  readonly live = new Bitset();
  readonly lexical = new LexicalIndex();
  /** Equal scores are ordered by id, because slots depend on the order of writes. */
  private readonly precedes: Precedence = (first, second) => this.externalIdOf(first) < this.externalIdOf(second);
  private readonly vectors = new VectorSpaces(this.precedes);
  private readonly idBySlot: string[] = [];
  private slotsById = new SlotsById(this.idBySlot, this.live);
  /** Number of live records. */
  size = 0;
  private readonly free: number[] = [];
  private removed: number[] = [];

  constructor({ embedderId, ...reading }: IndexOptions) {
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
  static restored({ ids, lexical, vectors }: StoredParts, reading: Partial<Reading> = {}): CollectionIndex {
    const { embedderId, live, ...slots } = ids;
    const index = new CollectionIndex({ embedderId, ...reading });
    Object.assign(index, slots, { live: Bitset.ofWords(live), lexical: LexicalIndex.restored(lexical) });
    index.vectors.restore(vectors);
    index.slotsById = new SlotsById(index.idBySlot, index.live);
    index.size = index.live.count();
    return index;
  }

  /** The embedders of the stored vectors. A query should have a vector of each. */
  get embedderIds(): string[] {
    return this.vectors.embedderIds;
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
    return this.slotsById.find(externalId);
  }

  /** A removed record stays in its slot until the slot is reused. */
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
  recordsWith(identifier: string): string[] | undefined {
    const squeezed = squeeze(identifier);
    if (squeezed === '') {
      return undefined;
    }
    const slots = this.lexical.slotsOf(this.lexical.find(identifierKey(squeezed)));
    return slots.filter((slot) => this.live.has(slot)).map((slot) => this.externalIdOf(slot));
  }

  /** Adds a record, or replaces the one with the same id. Returns its slot. */
  upsert(record: IndexRecord): number {
    const known = this.slotOf(record.externalId);
    const slot = known ?? this.takeSlot(record.externalId);
    this.lexical.set(slot, recordTerms(record.text, record.identifiers, this.reading), known !== undefined);
    if (record.vector) {
      this.vectors.set(slot, record.embedderId ?? this.embedderId, record.vector);
    } else {
      this.vectors.clear(slot);
    }
    return slot;
  }

  /** Removes the record with this id, if there is one. Its slot is reused later. */
  remove(externalId: string): void {
    const slot = this.slotOf(externalId);
    if (slot === undefined) {
      return;
    }
    this.live.clear(slot);
    this.size -= 1;
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
  examine(query: SearchQuery) {
    const { ranking, matcher } = this.ranked(query);
    return { ranking, matcher, facts: factsOf(ranking, matcher) };
  }

  /** Upper bounds of how many records of a slice have each value; 0 if no word or code of the value is indexed. */
  frequenciesOf(values: readonly string[], slice?: Bitset): { readonly size: number; readonly frequencies: number[] } {
    const view = new LexicalView(this.lexical, slice && this.live.clone().and(slice));
    return { size: view.size, frequencies: values.map((value) => frequencyOf(value, view)) };
  }

  /** Adds records that match nothing, so that a query always returns `limit` hits. */
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

  private ranked(query: SearchQuery) {
    const slice = query.slice && this.live.clone().and(query.slice);
    const exists = slice ?? this.live;
    const mask = query.mask ? query.mask.clone().and(exists) : exists;
    const view = new LexicalView(this.lexical, slice);
    const { synonyms, phoneCountry } = this.reading;
    const matcher = new Matcher(view, planQuery(synonyms.replace(query.text), view, phoneCountry));
    const wanted = Math.max(rankedMin, 2 * query.limit);
    const own = query.vector ? [[this.embedderId, query.vector] as const] : [];
    const vectors = new Map([...(query.otherVectors ?? []), ...own]);
    const nearness = this.vectors.compare(vectors, { slice, mask }, wanted);
    const slots = new Set([
      ...view.candidates(matcher.weightedTerms(), mask, wanted, this.precedes),
      ...nearness.slots,
    ]);
    // In a long record, each word has little weight, so other records could displace the one that the query names.
    for (const term of matcher.namedTerms()) {
      const named = view.frequency(term) > wanted ? [] : this.lexical.slotsOf(term);
      for (const slot of named.filter((each) => mask.has(each))) {
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

  private takeSlot(externalId: string): number {
    const slot = this.free.pop() ?? this.idBySlot.length;
    this.idBySlot[slot] = externalId;
    this.live.set(slot);
    this.slotsById.add(slot);
    this.size += 1;
    return slot;
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
