import { Bitset, type Direction, LexicalIndex, LexicalView, type Precedence, TopList } from '@tessera/search-engine';
import { type Scanned, SearchableIndex, type Wanted } from './search.js';
import { identifierKey } from './text/keys.js';
import { type Reading, recordTerms } from './text/terms.js';
import { squeeze } from './text/words.js';
import { VectorSpaces } from './vector-spaces.js';

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

const sweepMin = 256;
/** Estimated bytes of a short string together with its entries in a list and a map. */
const bytesPerId = 96;

/** The search index of a collection: vectors, words and codes by slot, updated with each record. */
export class CollectionIndex extends SearchableIndex {
  readonly live = new Bitset();
  readonly lexical = new LexicalIndex();
  /** Equal scores are ordered by id, because slots depend on the order of writes. */
  private readonly precedes: Precedence = (first, second) => this.externalIdOf(first) < this.externalIdOf(second);
  private readonly vectors = new VectorSpaces(this.precedes);
  private readonly slotById = new Map<string, number>();
  private readonly idBySlot: string[] = [];
  private readonly free: number[] = [];
  private removed: number[] = [];

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

  /** A removed record stays in its slot until the slot is reused. */
  externalIdOf(slot: number): string {
    const id = this.idBySlot[slot];
    if (id === undefined) {
      throw new RangeError(`Slot ${slot} was never used.`);
    }
    return id;
  }

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

  viewOf(slice: Bitset | undefined): LexicalView {
    return new LexicalView(this.lexical, slice);
  }

  candidates({ terms, vectors, wanted }: Wanted, scanned: Scanned) {
    const nearness = this.vectors.compare(vectors, scanned, wanted);
    const slots = new Set(scanned.view.candidates(terms, scanned.mask, wanted, this.precedes));
    for (const slot of nearness.slots) {
      slots.add(slot);
    }
    return { slots, nearness };
  }

  slotsWith(term: number, { view, mask }: Scanned, most: number): number[] {
    return view.frequency(term) > most ? [] : this.lexical.slotsOf(term).filter((slot) => mask.has(slot));
  }

  fill(slots: Set<number>, mask: Bitset, limit: number): void {
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
