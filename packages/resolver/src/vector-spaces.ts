import type { Bitset, Precedence } from '@tessera/search-engine';
import { lengthOf, VectorStore } from '@tessera/search-engine';
import { meaningOf, meaningShare } from './embedding/builtin-embedder.js';
import type { Meaning } from './ranking/rank.js';
import { backgroundOf, riseOf } from './ranking/rank.js';

/** How near records are to a query by their vectors. All cosines are on the scale of one embedder. */
export interface Nearness {
  /** The embedder whose scale it is: of those asked with, the one that made the most vectors. Null without any. */
  readonly embedderId: string | null;
  /** Cosine of records that have nothing to do with the query. */
  readonly background: number;
  /** Slots of the nearest, those of each embedder nearest first. */
  readonly slots: readonly number[];
  /** A record's cosine by its own embedder; null if its vector cannot be compared. */
  ownCosineOf(slot: number): number | null;
  /** The same on the scale of the leading embedder. */
  onScale(slot: number, ownCosine: number | null): number | null;
  /**
   * The cosines by meaning alone, of a record and the nearest; null where the embedder does not tell it apart from spelling.
   * Call it last: it replaces the query that `ownCosineOf` compares with.
   */
  meaningWith(slot: number | undefined): Meaning | null;
}

/** The vectors of one embedder, all of one length. */
interface Space {
  readonly embedderId: string;
  readonly dimensions: number;
  readonly store: VectorStore;
  count: number;
}

/** A space and what its vectors in a slice, `count` of them, say to a query. */
interface Compared extends Space {
  readonly background: number;
  readonly slots: readonly number[];
  readonly scores: ReadonlyMap<number, number>;
}

/** What a query is compared with. */
export interface Comparison {
  /** Slots whose vectors count when spaces are weighed up; all when absent. */
  readonly slice: Bitset | undefined;
  /** Slots to find. */
  readonly mask: Bitset;
  /** How many of them, for each embedder. */
  readonly wanted: number;
}

/**
 * Vectors from which a space says what unrelated texts have in common. Below, it would lift its records over all others
 * on a scale that nobody knows, so their words count alone; but not where most of the vectors are its own.
 */
const tellingCount = 20;
/** Neighbours that are read for the background and the common meaning, though fewer of them are ranked. */
const neighboursMin = 128;
/** The highest cosine by meaning is that of one of so many of the nearest records. */
const nearestMeant = 32;

/**
 * The vectors of a collection by slot, each in the space of the embedder that made it: vectors of two embedders are
 * never compared. There is one space but while another embedder's vectors replace those of the one before.
 */
export class VectorSpaces {
  private spaces: Space[] = [];

  /** `precedes` decides between slots that are equally near. */
  constructor(private readonly precedes: Precedence) {}

  /** All that `restore` needs. */
  stored() {
    return this.spaces.map(({ store, ...space }) => ({ ...space, vectors: store.stored() }));
  }

  /** Replaces the content by what was stored. */
  restore(stored: ReturnType<VectorSpaces['stored']>): void {
    this.spaces = stored.map(({ vectors, ...space }) => ({ ...space, store: VectorStore.restored(vectors) }));
  }

  /** Memory held. */
  get bytes(): number {
    return this.spaces.reduce((sum, { store }) => sum + store.bytes, 0);
  }

  /** The embedders that made the vectors held. */
  get embedderIds(): string[] {
    return [...new Set(this.spaces.map(({ embedderId }) => embedderId))];
  }

  /** Sets a slot's vector, which replaces one of another embedder, too. */
  set(slot: number, embedderId: string, vector: Float32Array): void {
    const space = this.spaceOf(embedderId, vector.length) ?? this.open(embedderId, vector.length);
    this.leave(slot, space);
    space.count += space.store.present.has(slot) ? 0 : 1;
    space.store.set(slot, vector);
  }

  /** Takes a slot's vector away, if it has one. */
  clear(slot: number): void {
    this.leave(slot, undefined);
  }

  /** Compares the slots of `mask` with a query, given as each embedder's vector of it; `wanted` of each are found. */
  compare(query: ReadonlyMap<string, Float32Array>, { mask, slice, wanted }: Comparison): Nearness {
    const spaces = this.spaces.map((space) => ({ ...space, count: countOf(space, slice) }));
    const total = spaces.reduce((sum, { count }) => sum + count, 0);
    const compared: Compared[] = spaces.flatMap((space) => {
      const vector = query.get(space.embedderId);
      const isTelling = space.count > 0 && (space.count >= tellingCount || space.count * 2 >= total);
      if (!isTelling || vector?.length !== space.dimensions) {
        return [];
      }
      space.store.setQuery(vector);
      const neighbours = space.store.nearest(mask, Math.max(neighboursMin, wanted), this.precedes);
      const scores = neighbours.map(({ score }) => score);
      // Of a part of the collection the nearest half, as the farthest of few are farther than those of many.
      const background = backgroundOf(space.count === total ? scores : scores.slice(0, Math.ceil(scores.length / 2)));
      const found = new Map(neighbours.map(({ slot, score }) => [slot, score]));
      return [{ ...space, background, slots: [...found.keys()], scores: found }];
    });
    const [leading] = compared.sort((a, b) => b.count - a.count || (a.embedderId < b.embedderId ? -1 : 1));
    return {
      embedderId: leading?.embedderId ?? null,
      background: leading?.background ?? 0,
      slots: compared.flatMap(({ slots }) => slots.slice(0, wanted)),
      ownCosineOf: (slot) => ownCosineOf(slot, compared),
      onScale: (slot, cosine) => onScale(slot, cosine, compared),
      meaningWith: (slot) => meaningWith(slot, leading, query),
    };
  }

  private spaceOf(embedderId: string, dimensions: number): Space | undefined {
    return this.spaces.find((space) => space.embedderId === embedderId && space.dimensions === dimensions);
  }

  private open(embedderId: string, dimensions: number): Space {
    const space = { embedderId, dimensions, store: new VectorStore(dimensions), count: 0 };
    this.spaces.push(space);
    return space;
  }

  /** Takes a slot out of every space but `kept`; a space that is left empty gives its memory back. */
  private leave(slot: number, kept: Space | undefined): void {
    for (const space of this.spaces) {
      if (space !== kept && space.store.present.has(slot)) {
        space.store.clear(slot);
        space.count -= 1;
      }
    }
    if (this.spaces.length > 1) {
      this.spaces = this.spaces.filter((space) => space === kept || space.count > 0);
    }
  }
}

/** Vectors of a space in a slice. */
function countOf({ store, count }: Space, slice: Bitset | undefined): number {
  return slice ? store.present.clone().and(slice).count() : count;
}

/** Sets another query than the one that the space compares with: what is compared with that one has to be so before. */
function meaningWith(slot: number | undefined, space: Compared | undefined, query: ReadonlyMap<string, Float32Array>) {
  const vector = query.get(space?.embedderId ?? '');
  const meaning = space && vector ? meaningOf(space.embedderId, vector) : null;
  if (!space || !meaning) {
    return null;
  }
  space.store.setQuery(meaning);
  const factor = lengthOf(meaning) / meaningShare;
  const cosines = space.slots.map((each) => factor * (space.store.similarity(each) ?? 0));
  const own = slot === undefined ? 0 : factor * (space.store.similarity(slot) ?? 0);
  const sum = cosines.reduce((total, cosine) => total + cosine, 0);
  return { most: Math.max(0, own, ...cosines.slice(0, nearestMeant)), common: sum / Math.max(1, space.count) };
}

function ownCosineOf(slot: number, compared: readonly Compared[]): number | null {
  for (const { scores, store } of compared) {
    const cosine = scores.get(slot) ?? store.similarity(slot);
    if (cosine !== null) {
      return Math.max(-1, Math.min(1, cosine));
    }
  }
  return null;
}

/** On the scale of the first space: as far above unrelated vectors as on the record's own scale. */
function onScale(slot: number, cosine: number | null, [leading, ...others]: readonly Compared[]): number | null {
  const own = others.find(({ store }) => store.present.has(slot));
  return cosine === null || leading === undefined || own === undefined
    ? cosine
    : leading.background + riseOf(cosine, own.background) * (1 - leading.background);
}
