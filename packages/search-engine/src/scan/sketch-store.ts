import type { Bitset } from '../bitset.js';
import { heavyDimensions } from '../vector.js';
import { FoundSlots } from './found-slots.js';
import { createKernel, type Kernel, reserveMemory } from './kernel.js';

const scratchAddress = 1024;
const cacheLine = 64;
/** Bytes of vectors that are fetched at once: half of the first cache level. */
const fetchedBytes = 16_384;

/** Slots per block of sketches. With this number, the signs of one dimension fill a cache line. */
export const sketchSlots = 8 * cacheLine;
const wordsPerColumn = sketchSlots / 32;
/** How many wanted slots the sample of an estimate should contain, and the minimum and maximum of its blocks. */
const sample = { wanted: 100, blocksMin: 4, blocksMax: 16 } as const;
/** Margin of the estimate in standard deviations. If it is not enough, all blocks are scanned again. */
const margin = 3;

/** A scan for at most `wanted` slots up to a distance, in every n-th block. */
interface Sweep {
  readonly wanted: number;
  readonly limit: number;
  readonly every?: number;
}

/**
 * The sign bits of vectors by slot, in WebAssembly memory. They are grouped by dimension, so that only the most
 * informative dimensions of a query are read. They have a memory of their own: next to the values, each read of a
 * sketch would also load values into the cache.
 */
export class SketchStore {
  private readonly kernel = createKernel();
  private readonly layout;
  private readonly found = new FoundSlots();
  private blocks = 0;
  private query: Int8Array = new Int8Array();
  private heavy: readonly number[] | undefined;

  /** Padded dimensions of the vectors. */
  constructor(padded: number) {
    this.layout = layOutSketches(padded, this.kernel);
  }

  get bytes(): number {
    return this.kernel.memory.buffer.byteLength;
  }

  /** The state that `restore` reads. */
  stored(): Uint32Array {
    return this.words(0, this.blocks);
  }

  /** Replaces the content by a stored state. */
  restore(stored: Uint32Array): void {
    this.reserve((stored.byteLength / this.layout.blockBytes) * sketchSlots - 1);
    this.words(0, this.blocks).set(stored);
  }

  /** Stores the signs of a vector's values. */
  set(slot: number, values: Int8Array): void {
    this.reserve(slot);
    const columns = this.words(Math.floor(slot / sketchSlots), 1);
    const bit = 1 << (slot & 31);
    let at = (slot % sketchSlots) >>> 5;
    for (let dimension = 0; dimension < values.length; dimension++) {
      const word = columns[at] as number;
      columns[at] = (values[dimension] as number) < 0 ? word | bit : word & ~bit;
      at += wordsPerColumn;
    }
  }

  /** Sets the query with which `nearest` compares. */
  setQuery(values: Int8Array): void {
    this.query = values;
    this.heavy = undefined;
  }

  /**
   * The `wanted` slots of `eligible` that are nearest by the signs of heavy dimensions, and those equally near. In
   * ascending order.
   */
  nearest(eligible: Bitset, wanted: number): Uint32Array {
    const { found } = this;
    const largest = this.lookAtQuery();
    this.sweep(eligible, { wanted, limit: this.guess(eligible, wanted, largest) });
    if (found.count < wanted) {
      this.sweep(eligible, { wanted, limit: largest });
    }
    return found.within(found.distanceOf(wanted));
  }

  /**
   * Estimates the distance of the last wanted slot from a sample of blocks. Without this limit, the scan would find too
   * many slots.
   */
  private guess(eligible: Bitset, wanted: number, largest: number): number {
    const { wanted: enough, blocksMin, blocksMax } = sample;
    const blocks = Math.min(blocksMax, Math.max(blocksMin, Math.ceil((enough * this.blocks) / wanted)));
    const every = Math.max(1, Math.floor(this.blocks / blocks));
    this.sweep(eligible, { wanted: Number.POSITIVE_INFINITY, limit: largest, every });
    const expected = (wanted * this.found.count) / eligible.count();
    return this.found.distanceOf(expected + margin * Math.sqrt(expected));
  }

  /** Finds the slots up to a limit. The limit is lowered when enough slots are found. */
  private sweep(eligible: Bitset, { wanted, limit, every = 1 }: Sweep): void {
    const { found, kernel } = this;
    const { firstBlock, blockBytes } = this.layout;
    const at = kernel.resultsAddress() / 4;
    const pairs = new Uint32Array(kernel.memory.buffer);
    let farthest = limit;
    let enough = wanted;
    found.reset(limit);
    eachBlock(kernel, { slots: sketchSlots, every }, eligible, (block) => {
      const count = kernel.scanSketches(firstBlock + block * blockBytes, farthest);
      found.add(pairs, at, at + 2 * count, block * sketchSlots);
      if (found.count >= enough) {
        farthest = found.distanceOf(wanted);
        enough = found.count + wanted / 4;
      }
    });
  }

  /** Copies the query to the kernel, which only large collections need. Returns the largest possible distance. */
  private lookAtQuery(): number {
    const { kernel, query } = this;
    if (this.heavy === undefined) {
      this.heavy = heavyDimensions(query);
      const columns = new Int32Array(kernel.memory.buffer, kernel.columnsAddress(), 2 * this.heavy.length);
      this.heavy.forEach((dimension, n) => {
        columns[2 * n] = dimension * 4 * wordsPerColumn;
        columns[2 * n + 1] = (query[dimension] as number) < 0 ? -1 : 0;
      });
      kernel.compareColumns(this.heavy.length);
    }
    return this.heavy.length;
  }

  private reserve(slot: number): void {
    const { firstBlock, blockBytes } = this.layout;
    this.blocks = Math.max(this.blocks, Math.floor(slot / sketchSlots) + 1);
    reserveMemory(this.kernel.memory, firstBlock + this.blocks * blockBytes);
  }

  private words(firstOf: number, blocks: number): Uint32Array {
    const { firstBlock, blockBytes } = this.layout;
    return new Uint32Array(this.kernel.memory.buffer, firstBlock + firstOf * blockBytes, (blocks * blockBytes) / 4);
  }
}

/** Sizes and offsets in bytes. The kernel's scratch space comes first, then the blocks of slots. */
export interface Layout {
  /** Number of dimensions, including the padding that the kernel needs. */
  readonly padded: number;
  /** Slots per block. */
  readonly slots: number;
  /** Slots per list. The vectors of a list are fetched at once. */
  readonly listed: number;
  readonly firstBlock: number;
  /** The size of the scales at the start of a block. */
  readonly scaleBytes: number;
  readonly blockBytes: number;
}

/** The layout of vectors with the given number of dimensions. */
export function layOutValues(dimensions: number, kernel: Kernel): Layout {
  const padded = align(dimensions, 16);
  const slots = Math.max(32, Math.min(512, 2 ** Math.floor(Math.log2(2 ** 17 / padded))));
  const listed = Math.min(slots, Math.max(1, Math.floor(fetchedBytes / padded)));
  const scaleBytes = align(4 * slots, cacheLine);
  const blockBytes = align(scaleBytes + padded * slots, cacheLine);
  const firstBlock = configure(kernel, padded, slots);
  kernel.setValueAddresses(firstBlock, scaleBytes, blockBytes);
  return { padded, slots, listed, firstBlock, scaleBytes, blockBytes };
}

/** The layout of the sign bits. A block has a column for each dimension, with one bit per slot. */
export function layOutSketches(padded: number, kernel: Kernel): Pick<Layout, 'padded' | 'firstBlock' | 'blockBytes'> {
  return { padded, firstBlock: configure(kernel, padded, sketchSlots), blockBytes: padded * cacheLine };
}

/** Divides the scratch space. Returns the address of the first block. */
function configure(kernel: Kernel, padded: number, slots: number): number {
  kernel.configure(padded, scratchAddress, slots);
  const firstBlock = align(kernel.resultsAddress() + 8 * slots, cacheLine);
  reserveMemory(kernel.memory, firstBlock);
  return firstBlock;
}

/** The number of slots per block. `every` selects every n-th block. */
interface Blocks {
  readonly slots: number;
  readonly every?: number;
}

/**
 * Visits the blocks that contain slots of `eligible`. Writes their part of it to the kernel's mask before each visit.
 */
export function eachBlock(
  kernel: Kernel,
  { slots, every = 1 }: Blocks,
  eligible: Bitset,
  visit: (block: number) => void,
): void {
  const wordsPerBlock = slots / 32;
  const mask = new Uint32Array(kernel.memory.buffer, kernel.maskAddress(), wordsPerBlock);
  const { words } = eligible;
  for (let first = 0; first < words.length; first += every * wordsPerBlock) {
    let any = 0;
    const count = Math.min(wordsPerBlock, words.length - first);
    for (let i = 0; i < count; i++) {
      const word = words[first + i] as number;
      mask[i] = word;
      any |= word;
    }
    if (any !== 0) {
      mask.fill(0, count);
      visit(first / wordsPerBlock);
    }
  }
}

/** The next multiple of `step`. */
function align(size: number, step: number): number {
  return Math.ceil(size / step) * step;
}
