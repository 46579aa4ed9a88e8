import { Bitset } from '../bitset.js';
import { heavyDimensions } from '../vector.js';
import { createKernel, type Kernel, reserveMemory } from './kernel.js';

const scratchAddress = 1024;
const cacheLine = 64;
/** Bytes of vectors that are fetched at once: half of the first cache level. */
const fetchedBytes = 16_384;

/** Slots per block of sketches. With this number, the signs of one dimension fill a cache line. */
export const sketchSlots = 8 * cacheLine;
const wordsPerColumn = sketchSlots / 32;
/**
 * The sign bits of vectors by slot, in WebAssembly memory. They are grouped by dimension, so that only the most
 * informative dimensions of a query are read. They have a memory of their own: next to the values, each read of a
 * sketch would also load values into the cache.
 */
export class SketchStore {
  private readonly kernel = createKernel();
  private readonly layout;
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
    const { kernel, blocks } = this;
    const { firstBlock, blockBytes } = this.layout;
    const differing = this.lookAtQuery();
    // The selection uses the space after the blocks, which contains nothing between queries.
    const state = firstBlock + blocks * blockBytes;
    const digits = 32 - Math.clz32(differing);
    reserveMemory(kernel.memory, state + blocks * cacheLine * (2 + digits));
    const mask = new Uint32Array(kernel.memory.buffer, state, blocks * wordsPerColumn);
    const words = eligible.words.subarray(0, mask.length);
    mask.set(words);
    mask.fill(0, words.length);
    kernel.selectSketches(blocks, firstBlock, state, wanted);
    return Bitset.ofWords(mask).toArray();
  }

  /** Copies the query to the kernel, which only large collections need. Returns the number of compared dimensions. */
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

/**
 * Visits the blocks that contain slots of `eligible`. Writes their part of it to the kernel's mask before each visit.
 */
export function eachBlock(
  kernel: Kernel,
  { slots }: Pick<Layout, 'slots'>,
  eligible: Bitset,
  visit: (block: number) => void,
): void {
  const wordsPerBlock = slots / 32;
  const mask = new Uint32Array(kernel.memory.buffer, kernel.maskAddress(), wordsPerBlock);
  const { words } = eligible;
  for (let first = 0; first < words.length; first += wordsPerBlock) {
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
