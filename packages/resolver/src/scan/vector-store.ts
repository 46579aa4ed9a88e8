import { Bitset } from '../bitset.js';
import { TopList } from '../ranking/top-list.js';
import { createKernel, reserveMemory } from './kernel.js';
import type { Layout } from './layout.js';
import { eachBlock, layOut } from './layout.js';
import { quantise } from './reference.js';
import { SketchStore } from './sketch-store.js';

/** When sketches have a say, and how much. */
interface SketchUse {
  /** Vector elements (slots × dimensions) up to which every vector is compared; beyond, sketches choose first. */
  readonly exhaustiveElements: number;
  /** Slots they choose roughly: how many of the true nearest stay is measured by bench/relevance/scan.mjs, as for the next. */
  readonly weighed: number;
  /** Slots they choose of those: only their vectors are read. */
  readonly candidates: number;
}

const usual: SketchUse = { exhaustiveElements: 2 ** 24, weighed: 8192, candidates: 2560 };

/** A slot and its approximate cosine with a query. */
export interface Neighbour {
  readonly slot: number;
  readonly score: number;
}

/**
 * Vectors by slot as 8-bit values and sign bits in WebAssembly memory, which grows block by block and never moves.
 * A query is prepared once, then compared any number of times until the next one is.
 */
export class VectorStore {
  /** Slots that hold a vector. */
  readonly present = new Bitset();
  private readonly layout: Layout;
  private readonly values = createKernel();
  private readonly sketches: SketchStore;
  private floats = new Float32Array();
  private blocks = 0;
  private queryScale = 0;

  /** Length of every vector. */
  constructor(
    readonly dimensions: number,
    private readonly sketchUse = usual,
  ) {
    // A memory each: side by side, every sketch read would pull values through the cache.
    const kernel = createKernel();
    this.layout = layOut(dimensions, [this.values, kernel]);
    this.sketches = new SketchStore(kernel, this.layout);
  }

  get bytes(): number {
    return this.values.memory.buffer.byteLength + this.sketches.bytes + this.present.words.byteLength;
  }

  /** Stores a vector; only its direction counts. */
  set(slot: number, vector: Float32Array): void {
    const layout = this.fitting(vector);
    this.reserve(slot);
    const { values, scale } = quantise(vector, layout.padded);
    const block = layout.firstBlock + Math.floor(slot / layout.slots) * layout.valueBlockBytes;
    const within = slot % layout.slots;
    const { buffer } = this.values.memory;
    new Float32Array(buffer, block, layout.slots)[within] = scale;
    new Int8Array(buffer, block + layout.scaleBytes + within * layout.padded, layout.padded).set(values);
    this.sketches.set(slot, values);
    this.present.set(slot);
  }

  clear(slot: number): void {
    this.present.clear(slot);
  }

  /** Sets the vector that `similarity` and `nearest` compare with. */
  prepare(query: Float32Array): void {
    const layout = this.fitting(query);
    const { values, scale } = quantise(query, layout.padded);
    new Int16Array(this.values.memory.buffer, this.values.queryAddress(), layout.padded).set(values);
    this.sketches.prepare(values);
    this.queryScale = scale;
  }

  /** Approximate cosine of a slot's vector with the prepared query; null where there is no vector. */
  similarity(slot: number): number | null {
    const { layout } = this;
    if (!this.present.has(slot)) {
      return null;
    }
    const block = layout.firstBlock + Math.floor(slot / layout.slots) * layout.valueBlockBytes;
    const within = slot % layout.slots;
    const scale = this.floatsOf(this.values.memory.buffer)[block / 4 + within] as number;
    return this.values.dot(block + layout.scaleBytes + within * layout.padded) * scale * this.queryScale;
  }

  /** The slots of `mask` nearest to the prepared query, nearest first, at most `limit`. */
  nearest(mask: Bitset, limit: number): Neighbour[] {
    if (this.blocks === 0) {
      return [];
    }
    const eligible = mask.clone().and(this.present);
    const best = new TopList(limit);
    const wanted = Math.max(this.sketchUse.candidates, limit);
    // Candidates are swept block by block too: a call into the kernel for each would cost more than its product.
    this.sweepValues(this.isFewEnough(eligible) ? eligible : this.sweepSketches(eligible, wanted), best);
    return best.sorted();
  }

  /** Whether comparing every vector costs no more than choosing first: far apart, each takes as long as several in a row. */
  private isFewEnough(eligible: Bitset): boolean {
    const { slots, padded } = this.layout;
    const { exhaustiveElements, weighed } = this.sketchUse;
    const count = eligible.count();
    const isDense = count * 2 > this.blocks * slots;
    return count <= 2 * weighed || (isDense && count * padded <= exhaustiveElements);
  }

  /** Offers every slot of `eligible`, all of which hold a vector, with its approximate cosine. */
  sweepValues(eligible: Bitset, best: TopList): void {
    const layout = this.layout;
    const kernel = this.values;
    const scale = this.queryScale;
    const at = kernel.resultsAddress() / 4;
    const slots = new Uint32Array(kernel.memory.buffer);
    const scores = new Float32Array(kernel.memory.buffer);
    eachBlock(kernel, layout.slots, eligible, (block) => {
      const base = layout.firstBlock + block * layout.valueBlockBytes;
      const threshold = scale > 0 ? best.threshold / scale : best.threshold;
      const found = kernel.scanValues(base + layout.scaleBytes, base, layout.slots, threshold);
      for (let i = at; i < at + 2 * found; i += 2) {
        best.offer(block * layout.slots + (slots[i] as number), (scores[i + 1] as number) * scale);
      }
    });
  }

  /** The `wanted` slots of `eligible` whose signs are most like the query's, `weighed` of which are looked at closely. */
  sweepSketches(eligible: Bitset, wanted: number, weighed = Math.max(wanted, this.sketchUse.weighed)): Bitset {
    return this.sketches.nearest(eligible, { weighed, wanted });
  }

  /** The values' memory as floats; making such a view costs more than a dot product, so it is kept until it goes stale. */
  private floatsOf(buffer: ArrayBuffer): Float32Array {
    if (this.floats.buffer !== buffer) {
      this.floats = new Float32Array(buffer);
    }
    return this.floats;
  }

  /** The layout, for a vector that fits it; else throws `RangeError`. */
  private fitting(vector: Float32Array): Layout {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`A vector of ${vector.length} dimensions does not fit an index of ${this.dimensions}.`);
    }
    return this.layout;
  }

  private reserve(slot: number): void {
    const { layout } = this;
    const blocks = Math.floor(slot / layout.slots) + 1;
    if (blocks > this.blocks) {
      this.blocks = blocks;
      reserveMemory(this.values.memory, layout.firstBlock + blocks * layout.valueBlockBytes);
      this.sketches.reserve(blocks);
    }
  }
}
