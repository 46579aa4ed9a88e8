import { Bitset } from '../bitset.js';
import { TopList } from '../ranking/top-list.js';
import { FoundSlots } from './found-slots.js';
import type { Kernel } from './kernel.js';
import { createKernel, reserveMemory } from './kernel.js';
import { quantise, signBits } from './reference.js';

/** When sketches have a say, and how much. */
interface SketchUse {
  /** Vector elements (slots × dimensions) up to which every vector is compared; beyond, sketches choose first. */
  readonly exhaustiveElements: number;
  /** Slots they choose: how many of the true nearest are among them is measured by bench/relevance/scan.mjs. */
  readonly candidates: number;
}

const usual: SketchUse = { exhaustiveElements: 2 ** 24, candidates: 8192 };
/** Blocks looked at to guess how near the sketches' choice is. */
const sampledBlocks = 24;
const scratchAddress = 1024;
const cacheLine = 64;

/** A slot and its approximate cosine with a query. */
export interface Neighbour {
  readonly slot: number;
  readonly score: number;
}

/** What a sweep covers: eligible slots of every `step`-th block. */
interface Part {
  readonly eligible: Bitset;
  readonly step: number;
}

/** Sizes and offsets in bytes. Both memories hold blocks of slots after the kernel's scratch space. */
interface Layout {
  readonly dimensions: number;
  /** Dimensions with the padding the kernel needs. */
  readonly padded: number;
  readonly sketchBytes: number;
  /** Slots of a block. */
  readonly slots: number;
  readonly firstBlock: number;
  /** A block of values starts with the slots' scales. */
  readonly scaleBytes: number;
  readonly valueBlockBytes: number;
  readonly sketchBlockBytes: number;
}

/**
 * Vectors by slot as 8-bit values and sign bits in WebAssembly memory, which grows block by block and never moves.
 * A query is prepared once, then compared any number of times until the next one is.
 */
export class VectorStore {
  /** Slots that hold a vector. */
  readonly present = new Bitset();
  private readonly layout: Layout;
  // A memory each: side by side, every sketch read would pull values through the cache.
  private readonly values: Kernel = createKernel();
  private readonly sketches: Kernel = createKernel();
  private floats = new Float32Array();
  private readonly found = new FoundSlots();
  private blocks = 0;
  private queryScale = 0;

  /** Length of every vector. */
  constructor(
    readonly dimensions: number,
    private readonly sketchUse = usual,
  ) {
    this.layout = this.lay(dimensions);
  }

  get bytes(): number {
    const kernels = this.values.memory.buffer.byteLength + this.sketches.memory.buffer.byteLength;
    return kernels + this.present.words.byteLength;
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
    const sketch = layout.firstBlock + slot * layout.sketchBytes;
    new Uint8Array(this.sketches.memory.buffer, sketch, layout.sketchBytes).set(signBits(values, layout.sketchBytes));
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
    const sketch = new Uint8Array(this.sketches.memory.buffer, this.sketches.querySketchAddress(), layout.sketchBytes);
    sketch.set(signBits(values, layout.sketchBytes));
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
    if (this.isFewEnough(eligible)) {
      this.sweepValues(eligible, best);
    } else {
      // Swept block by block like all values are: a call into the kernel for each slot would cost more than its product.
      this.sweepValues(this.sweepSketches(eligible, Math.max(this.sketchUse.candidates, limit)), best);
    }
    return best.sorted();
  }

  /** Whether comparing every vector costs no more than choosing first: far apart, each takes as long as several in a row. */
  private isFewEnough(eligible: Bitset): boolean {
    const { slots, padded } = this.layout;
    const { candidates, exhaustiveElements } = this.sketchUse;
    const count = eligible.count();
    const isDense = count * 2 > this.blocks * slots;
    return count <= 2 * candidates || (isDense && count * padded <= exhaustiveElements);
  }

  /** Offers every slot of `eligible`, all of which hold a vector, with its approximate cosine. */
  sweepValues(eligible: Bitset, best: TopList): void {
    const layout = this.layout;
    const kernel = this.values;
    const scale = this.queryScale;
    const at = kernel.resultsAddress() / 4;
    const slots = new Uint32Array(kernel.memory.buffer);
    const scores = new Float32Array(kernel.memory.buffer);
    this.eachBlock(kernel, { eligible, step: 1 }, (block) => {
      const base = layout.firstBlock + block * layout.valueBlockBytes;
      const threshold = scale > 0 ? best.threshold / scale : best.threshold;
      const found = kernel.scanValues(base + layout.scaleBytes, base, layout.slots, threshold);
      for (let i = at; i < at + 2 * found; i += 2) {
        best.offer(block * layout.slots + (slots[i] as number), (scores[i + 1] as number) * scale);
      }
    });
  }

  /** The slots with the least differing sign bits: at least `wanted` where there are, and all ties of the last. */
  sweepSketches(eligible: Bitset, wanted: number): Bitset {
    const { found } = this;
    const largest = this.layout.sketchBytes * 8;
    // A sample tells how near is near enough; else nearly every slot of the first blocks would be kept for a while.
    const step = Math.max(1, Math.floor(this.blocks / sampledBlocks));
    this.findSketches({ eligible, step }, largest);
    let limit = largest;
    if (step > 1) {
      limit = found.distanceOf((wanted * 1.25) / step);
      this.findSketches({ eligible, step: 1 }, limit);
    }
    while (found.count < wanted && limit < largest) {
      limit = Math.min(largest, limit + Math.ceil(largest / 16));
      this.findSketches({ eligible, step: 1 }, limit);
    }
    return found.within(found.distanceOf(wanted));
  }

  /** Leaves in `found` the slots whose sketch differs in at most `limit` bits. */
  private findSketches(part: Part, limit: number): void {
    const layout = this.layout;
    const { found, sketches: kernel } = this;
    const at = kernel.resultsAddress() / 4;
    const pairs = new Uint32Array(kernel.memory.buffer);
    found.reset(layout.sketchBytes * 8);
    this.eachBlock(kernel, part, (block) => {
      const base = layout.firstBlock + block * layout.sketchBlockBytes;
      const end = at + 2 * kernel.scanSketches(base, layout.slots, limit);
      found.reserve(layout.slots);
      for (let i = at; i < end; i += 2) {
        found.add(block * layout.slots + (pairs[i] as number), pairs[i + 1] as number);
      }
    });
  }

  /** Visits the blocks that hold eligible slots, with the block's part of the mask in the kernel's place for it. */
  private eachBlock(kernel: Kernel, { eligible, step }: Part, visit: (block: number) => void): void {
    const wordsPerBlock = this.layout.slots / 32;
    const mask = new Uint32Array(kernel.memory.buffer, kernel.maskAddress(), wordsPerBlock);
    const { words } = eligible;
    for (let block = 0; block < this.blocks; block += step) {
      let any = 0;
      for (let i = 0; i < wordsPerBlock; i++) {
        const word = words[block * wordsPerBlock + i] ?? 0;
        mask[i] = word;
        any |= word;
      }
      if (any !== 0) {
        visit(block);
      }
    }
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
      reserveMemory(this.sketches.memory, layout.firstBlock + blocks * layout.sketchBlockBytes);
    }
  }

  private lay(dimensions: number): Layout {
    const padded = align(dimensions, 16);
    const sketchBytes = align(padded, 64) / 8;
    const slots = Math.max(32, Math.min(512, 2 ** Math.floor(Math.log2(2 ** 17 / padded))));
    for (const kernel of [this.values, this.sketches]) {
      kernel.configure(padded, sketchBytes, scratchAddress, slots);
    }
    const firstBlock = align(this.values.resultsAddress() + 8 * slots, cacheLine);
    for (const kernel of [this.values, this.sketches]) {
      reserveMemory(kernel.memory, firstBlock);
    }
    const scaleBytes = align(4 * slots, cacheLine);
    const valueBlockBytes = align(scaleBytes + padded * slots, cacheLine);
    const sketchBlockBytes = sketchBytes * slots;
    return {
      dimensions,
      padded,
      sketchBytes,
      slots,
      firstBlock,
      scaleBytes,
      valueBlockBytes,
      sketchBlockBytes,
    };
  }
}

/** The next multiple of `step`. */
function align(size: number, step: number): number {
  return Math.ceil(size / step) * step;
}
