import { Bitset } from '../bitset.js';
import { byNumber, TopList } from '../top-list.js';
import { type Direction, quantise, quantiseInto } from '../vector.js';
import { createKernel, reserveMemory } from './kernel.js';
import { eachBlock, type Layout, layOutValues, SketchStore } from './sketch-store.js';

/** When sketches are used, and how many candidates they select. */
interface SketchUse {
  /** Up to this many slots, every vector is compared. Above it, sketches select candidates first. */
  readonly exhaustive: number;
  /**
   * How many slots are selected per square root of the number of slots. Only their vectors are read.
   * bench/relevance/scan.mjs measures the recall.
   */
  readonly candidatesPerRoot: number;
}

const usual: SketchUse = { exhaustive: 4_096, candidatesPerRoot: 12 };

/** More than the relative rounding error of a 32-bit float. */
const rounding = 1e-6;
const tiniest = 1e-30;

/** A slot and its approximate cosine with a query. */
export interface Neighbour {
  readonly slot: number;
  readonly score: number;
}

/** A part of the stored values of vectors, from the byte `at`. */
export interface StoredPart {
  readonly at: number;
  readonly values: Uint8Array;
}

const partBytes = 2 ** 22;

/**
 * Vectors by slot, as 8-bit values and sign bits in WebAssembly memory. It grows in blocks and never moves. `setQuery`
 * sets the vector for all comparisons that follow.
 */
export class VectorStore {
  /** Slots with a vector. */
  readonly present = new Bitset();
  private readonly layout: Layout;
  private readonly values = createKernel();
  private readonly sketches: SketchStore;
  private blocks = 0;
  private queryScale = 0;

  /** Length of every vector. */
  constructor(
    readonly dimensions: number,
    private readonly sketchUse = usual,
  ) {
    this.layout = layOutValues(dimensions, this.values);
    this.sketches = new SketchStore(this.layout.padded);
  }

  /** The state that `restored` reads, without the values. */
  stored() {
    const { dimensions, blocks } = this;
    return { dimensions, blocks, present: this.present.words, sketches: this.sketches.stored() };
  }

  /** The values in parts, which `setPart` sets one by one, because a second copy of all would take much memory. */
  *parts(): Generator<StoredPart> {
    for (let at = 0; at < this.blocks * this.layout.blockBytes; at += partBytes) {
      yield { at, values: this.valuesFrom(at).subarray(0, partBytes) };
    }
  }

  /** Restores stored vectors, whose values `setPart` sets. */
  static restored({ dimensions, blocks, present, sketches }: ReturnType<VectorStore['stored']>): VectorStore {
    const store = new VectorStore(dimensions);
    store.present.or(Bitset.ofWords(present));
    store.reserve(blocks * store.layout.slots - 1);
    store.sketches.restore(sketches);
    return store;
  }

  /** Sets a stored part of the values. */
  setPart({ at, values }: StoredPart): void {
    this.valuesFrom(at).set(values);
  }

  private valuesFrom(at: number): Uint8Array {
    const { firstBlock, blockBytes } = this.layout;
    return new Uint8Array(this.values.memory.buffer, firstBlock + at, this.blocks * blockBytes - at);
  }

  get bytes(): number {
    return this.values.memory.buffer.byteLength + this.sketches.bytes + this.present.words.byteLength;
  }

  /** Stores the direction of a vector. */
  set(slot: number, vector: Direction): void {
    const layout = this.fitting(vector);
    this.reserve(slot);
    const block = layout.firstBlock + Math.floor(slot / layout.slots) * layout.blockBytes;
    const within = slot % layout.slots;
    const { buffer } = this.values.memory;
    const values = new Int8Array(buffer, block + layout.scaleBytes + within * layout.padded, layout.padded);
    new Float32Array(buffer, block, layout.slots)[within] = quantiseInto(vector, values);
    this.sketches.set(slot, values);
    this.present.set(slot);
  }

  clear(slot: number): void {
    this.present.clear(slot);
  }

  /** Sets the vector with which `similarity` and `nearest` compare. */
  setQuery(query: Float32Array): void {
    const layout = this.fitting(query);
    const { values, scale } = quantise(query, layout.padded);
    new Int16Array(this.values.memory.buffer, this.values.queryAddress(), layout.padded).set(values);
    this.sketches.setQuery(values);
    this.queryScale = scale;
  }

  /** Approximate cosine of a slot's vector and the query. Null if the slot has no vector. */
  similarity(slot: number): number | null {
    return this.present.has(slot) ? this.values.scoreOf(slot) * this.queryScale : null;
  }

  /**
   * The slots of `mask` that are nearest to the query, at most `limit`, nearest first. `precedes` decides between equal
   * ones.
   */
  nearest(mask: Bitset, limit: number, precedes = byNumber): Neighbour[] {
    if (this.blocks === 0) {
      return [];
    }
    const eligible = mask.clone().and(this.present);
    const count = eligible.count();
    const best = new TopList(limit, precedes);
    const { candidatesPerRoot, exhaustive } = this.sketchUse;
    // The choice depends on the number of eligible slots only, so that other slots do not affect precision.
    if (count > exhaustive) {
      const candidates = Math.ceil(candidatesPerRoot * Math.sqrt(count));
      this.sweepListed(this.sweepSketches(eligible, Math.max(candidates, limit)), best);
    } else if (2 * count > this.blocks * this.layout.slots) {
      this.sweepValues(eligible, best);
    } else {
      this.sweepListed(eligible.toArray(), best);
    }
    return best.takeSorted();
  }

  /** Adds all slots of `eligible` to the list, with their approximate cosines. All must have a vector. */
  sweepValues(eligible: Bitset, best: TopList): void {
    const kernel = this.values;
    const offer = this.offerTo(best);
    eachBlock(kernel, this.layout, eligible, (block) => {
      offer((threshold) => kernel.scanValues(block, threshold));
    });
  }

  /** Like `sweepValues`, for a list of slots. */
  sweepListed(slots: Uint32Array, best: TopList): void {
    const kernel = this.values;
    const room = this.layout.listed;
    const list = new Uint32Array(kernel.memory.buffer, kernel.listAddress(), room);
    const offer = this.offerTo(best);
    for (let first = 0; first < slots.length; first += room) {
      const part = slots.subarray(first, first + room);
      list.set(part);
      offer((threshold) => kernel.scanListed(part.length, threshold));
    }
  }

  /** Returns a function that runs a scan and adds its results above the threshold to the list. */
  private offerTo(best: TopList): (scan: (threshold: number) => number) => void {
    const kernel = this.values;
    const scale = this.queryScale;
    const at = kernel.resultsAddress() / 4;
    const slots = new Uint32Array(kernel.memory.buffer);
    const scores = new Float32Array(kernel.memory.buffer);
    return (scan) => {
      // The kernel returns scores above the threshold. It is lowered slightly, so that equal scores are included.
      const threshold = scale > 0 ? best.threshold / scale : best.threshold;
      const end = at + 2 * scan(threshold - Math.abs(threshold) * rounding - tiniest);
      for (let i = at; i < end; i += 2) {
        best.offer(slots[i] as number, (scores[i + 1] as number) * scale);
      }
    };
  }

  /**
   * Returns the slots of `eligible` whose vectors agree with the query in the most signs: `wanted` of them, or more if
   * the last ones are equally similar.
   */
  sweepSketches(eligible: Bitset, wanted: number): Uint32Array {
    return this.sketches.nearest(eligible, wanted);
  }

  /** Returns the layout. Throws `RangeError` if the vector has another length. */
  private fitting(vector: Direction): Layout {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`A vector of ${vector.length} dimensions does not match an index of ${this.dimensions}.`);
    }
    return this.layout;
  }

  private reserve(slot: number): void {
    const { layout } = this;
    const blocks = Math.floor(slot / layout.slots) + 1;
    if (blocks > this.blocks) {
      this.blocks = blocks;
      reserveMemory(this.values.memory, layout.firstBlock + blocks * layout.blockBytes);
    }
  }
}
