import type { Bitset } from '../bitset.js';
import type { Kernel } from './kernel.js';
import { reserveMemory } from './kernel.js';

const scratchAddress = 1024;
const cacheLine = 64;
/** Half of the first cache level. */
const fetchedBytes = 16_384;

/** Slots per block of sketches, so that the signs of one dimension fill a cache line. */
export const sketchSlots = 8 * cacheLine;

/** Sizes and offsets in bytes. The blocks of slots follow the kernel's scratch space. */
export interface Layout {
  /** Dimensions with the padding of the kernel. */
  readonly padded: number;
  /** Slots per block. */
  readonly slots: number;
  /** Slots per list, whose vectors are fetched at once. */
  readonly listed: number;
  readonly firstBlock: number;
  /** The size of the scales, with which a block starts. */
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

/** The layout of their signs: a block has a column for each dimension, with a bit for each slot. */
export function layOutSketches(padded: number, kernel: Kernel): Pick<Layout, 'padded' | 'firstBlock' | 'blockBytes'> {
  return { padded, firstBlock: configure(kernel, padded, sketchSlots), blockBytes: padded * cacheLine };
}

/** Lays out the scratch space; returns the address of the first block. */
function configure(kernel: Kernel, padded: number, slots: number): number {
  kernel.configure(padded, scratchAddress, slots);
  const firstBlock = align(kernel.resultsAddress() + 8 * slots, cacheLine);
  reserveMemory(kernel.memory, firstBlock);
  return firstBlock;
}

/** The number of slots per block. `every` selects each n-th block. */
interface Blocks {
  readonly slots: number;
  readonly every?: number;
}

/** Visits the blocks that contain slots of `eligible`, after writing the block's part of it to the kernel's mask. */
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
