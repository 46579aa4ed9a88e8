import type { Bitset } from '../bitset.js';
import type { Kernel } from './kernel.js';
import { reserveMemory } from './kernel.js';

const scratchAddress = 1024;
const cacheLine = 64;
/** Half of the nearest cache. */
const fetchedBytes = 16_384;

/** Sizes and offsets in bytes. The memories of values and of sketches hold blocks of slots after the kernel's scratch space. */
export interface Layout {
  /** Dimensions with the padding the kernel needs. */
  readonly padded: number;
  readonly sketchBytes: number;
  /** Slots of a block. */
  readonly slots: number;
  /** Slots of a list, whose vectors are fetched at once. */
  readonly listed: number;
  readonly firstBlock: number;
  /** A block of values starts with the slots' scales. */
  readonly scaleBytes: number;
  readonly valueBlockBytes: number;
  readonly sketchBlockBytes: number;
}

/** The layout for vectors of so many dimensions, which the kernels are told. */
export function layOut(dimensions: number, kernels: readonly Kernel[]): Layout {
  const padded = align(dimensions, 16);
  const sketchBytes = align(padded, 64) / 8;
  const slots = Math.max(32, Math.min(512, 2 ** Math.floor(Math.log2(2 ** 17 / padded))));
  let firstBlock = 0;
  const listed = Math.min(slots, Math.max(1, Math.floor(fetchedBytes / padded)));
  const scaleBytes = align(4 * slots, cacheLine);
  const valueBlockBytes = align(scaleBytes + padded * slots, cacheLine);
  for (const kernel of kernels) {
    kernel.configure(padded, sketchBytes, scratchAddress, slots);
    firstBlock = align(kernel.resultsAddress() + 8 * slots, cacheLine);
    kernel.placeValues(firstBlock, scaleBytes, valueBlockBytes);
    reserveMemory(kernel.memory, firstBlock);
  }
  const sketchBlockBytes = sketchBytes * slots;
  return { padded, sketchBytes, slots, listed, firstBlock, scaleBytes, valueBlockBytes, sketchBlockBytes };
}

/** Visits the blocks that hold slots of `eligible`, with the block's part of it in the kernel's place for a mask. */
export function eachBlock(kernel: Kernel, slots: number, eligible: Bitset, visit: (block: number) => void): void {
  const wordsPerBlock = slots / 32;
  const mask = new Uint32Array(kernel.memory.buffer, kernel.maskAddress(), wordsPerBlock);
  const { words } = eligible;
  for (let first = 0; first < words.length; first += wordsPerBlock) {
    let any = 0;
    for (let i = 0; i < wordsPerBlock; i++) {
      const word = words[first + i] ?? 0;
      mask[i] = word;
      any |= word;
    }
    if (any !== 0) {
      visit(first / wordsPerBlock);
    }
  }
}

/** The next multiple of `step`. */
function align(size: number, step: number): number {
  return Math.ceil(size / step) * step;
}
