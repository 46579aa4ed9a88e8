import {
  type Bitset,
  type Direction,
  lengthOf,
  type Precedence,
  type StoredPart,
  VectorStore,
} from '@tessera/search-engine';
import { meaningOf, meaningShare } from './embedding/builtin-embedder.js';
import { backgroundOf, type RankedRecord, riseOf } from './ranking/rank.js';

/** The vectors of one embedder, all of the same length. */
interface Space {
  readonly embedderId: string;
  readonly dimensions: number;
  readonly store: VectorStore;
  count: number;
}

/** A part of stored vectors: a space, or values of the space before it. */
export type StoredVectors =
  | StoredPart
  | (Omit<Space, 'store'> & { readonly vectors: ReturnType<VectorStore['stored']> });

/** A space that is compared with a query. `count` is the number of its vectors in the slice. */
interface Compared extends Space {
  readonly background: number;
  readonly slots: readonly number[];
  readonly scores: ReadonlyMap<number, number>;
}

/**
 * Minimum vectors for measuring the background cosine of unrelated documents. With fewer, the scale is unknown and
 * could rank these records above all others, so they match by words only. The embedder of most vectors is exempt.
 */
const tellingCount = 20;
/** Minimum neighbors that are read for the background and the mean by meaning, even if fewer are ranked. */
const neighboursMin = 128;
/** Number of nearest records among which the highest cosine by meaning is searched. */
const nearestMeant = 32;

/**
 * The vectors of a collection by slot. Each embedder has a space of its own, because vectors of different embedders
 * cannot be compared. There are several spaces only while an embedder is being replaced.
 */
export class VectorSpaces {
  private spaces: Space[] = [];

  /** `precedes` decides the order of slots with equal similarity. */
  constructor(private readonly precedes: Precedence) {}

  /** The state that `restore` reads: of each space its properties, then its values in parts. */
  stored(): StoredVectors[] {
    return this.spaces.flatMap(({ store, ...space }) => [{ ...space, vectors: store.stored() }, ...store.parts()]);
  }

  /** Replaces all vectors by a stored state. */
  restore(stored: Iterable<StoredVectors>): void {
    this.spaces = [];
    for (const part of stored) {
      if ('vectors' in part) {
        const { vectors, ...space } = part;
        this.spaces.push({ ...space, store: VectorStore.restored(vectors) });
      } else {
        this.spaces.at(-1)?.store.setPart(part);
      }
    }
  }

  get bytes(): number {
    return this.spaces.reduce((sum, { store }) => sum + store.bytes, 0);
  }

  get embedderIds(): string[] {
    return [...new Set(this.spaces.map(({ embedderId }) => embedderId))];
  }

  /** Sets the vector of a slot. Replaces its vector of another embedder. */
  set(slot: number, embedderId: string, vector: Direction): void {
    const space = this.spaceFor(embedderId, vector.length);
    this.leave(slot, space);
    space.count += space.store.present.has(slot) ? 0 : 1;
    space.store.set(slot, vector);
  }

  /** Removes the vector of a slot, if it has one. */
  clear(slot: number): void {
    this.leave(slot, undefined);
  }

  /**
   * Compares the slots of `mask` with a query, which has one vector per embedder. Finds the `wanted` nearest slots of
   * each embedder. Only slots of `slice` count; all slots if it is absent. All cosines are converted to the scale of the leading embedder, which has the most vectors.
   */
  compare(
    query: ReadonlyMap<string, Float32Array>,
    { mask, slice }: { readonly mask: Bitset; readonly slice?: Bitset | undefined },
    wanted: number,
  ) {
    const spaces = this.spaces.map((space) => ({
      ...space,
      count: slice ? space.store.present.clone().and(slice).count() : space.count,
    }));
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
      // In a slice, only the nearer half is used: the k-th neighbor of a small set has a lower cosine.
      const background = backgroundOf(space.count === total ? scores : scores.slice(0, Math.ceil(scores.length / 2)));
      const slots = neighbours.map(({ slot }) => slot);
      return [{ ...space, background, slots, scores: new Map(neighbours.map(({ slot, score }) => [slot, score])) }];
    });
    const [leading] = compared.sort((a, b) => b.count - a.count || (a.embedderId < b.embedderId ? -1 : 1));
    return {
      /** The cosine that unrelated records have. */
      background: leading?.background ?? 0,
      /** Slots of the nearest records of each embedder, nearest first. */
      slots: compared.flatMap(({ slots }) => slots.slice(0, wanted)),
      cosinesOf: (slot: number) => cosinesOf(slot, compared),
      /** Call it last, because it replaces the query that `cosinesOf` uses. */
      meaningWith: (slot: number | undefined) => meaningWith(slot, leading, query),
    };
  }

  private spaceFor(embedderId: string, dimensions: number): Space {
    const known = this.spaces.find((space) => space.embedderId === embedderId && space.dimensions === dimensions);
    const space = known ?? { embedderId, dimensions, store: new VectorStore(dimensions), count: 0 };
    if (known === undefined) {
      this.spaces.push(space);
    }
    return space;
  }

  /** Removes a slot from every space except `kept`. Frees spaces that become empty. */
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

/**
 * The cosines of one record and of the nearest one, by meaning alone. Null if the embedder does not separate meaning from
 * spelling. Replaces the query of the space, so comparisons with the earlier query must be finished.
 */
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

/**
 * The cosines of a record. On the scale of the first space, it is as far above unrelated vectors as on its own scale.
 */
function cosinesOf(slot: number, compared: readonly Compared[]): Pick<RankedRecord, 'cosine' | 'ownCosine'> {
  const [leading] = compared;
  const own = compared.find(({ store }) => store.present.has(slot));
  if (leading === undefined || own === undefined) {
    return { cosine: null, ownCosine: null };
  }
  const ownCosine = Math.max(-1, Math.min(1, own.scores.get(slot) ?? own.store.similarity(slot) ?? 0));
  const onScale = leading.background + riseOf(ownCosine, own.background) * (1 - leading.background);
  return { cosine: own === leading ? ownCosine : onScale, ownCosine };
}
