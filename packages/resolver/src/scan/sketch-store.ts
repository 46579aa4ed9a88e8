import type { Bitset } from '../bitset.js';
import { FoundSlots } from './found-slots.js';
import type { Kernel } from './kernel.js';
import { reserveMemory } from './kernel.js';
import type { Layout } from './layout.js';
import { eachBlock } from './layout.js';
import { heavyFrom, largestWeight, signBits, signWeights, weightBits } from './reference.js';

/** Words of the mask (of 32 slots each) looked at to guess how near the choice is. */
const sampledWords = 64;
/** Standard deviations that a guess leaves for the sample's chance; where it fails all the same, everything is swept again. */
const margin = 3;

/** How many slots are chosen: first `weighed` by the signs of heavy dimensions, of them `wanted` by those of all. */
export interface Choice {
  readonly weighed: number;
  readonly wanted: number;
}

/** The sign bits of vectors by slot, in WebAssembly memory. A prepared query's nearest are chosen by them alone. */
export class SketchStore {
  private readonly found = new FoundSlots();
  private query: Int8Array = new Int8Array();
  private isQueryNew = false;

  /** `kernel` must have been told the layout. */
  constructor(
    private readonly kernel: Kernel,
    private readonly layout: Layout,
  ) {}

  get bytes(): number {
    return this.kernel.memory.buffer.byteLength;
  }

  /** Makes room for so many blocks of slots. */
  reserve(blocks: number): void {
    reserveMemory(this.kernel.memory, this.layout.firstBlock + blocks * this.layout.sketchBlockBytes);
  }

  /** Stores the signs of a vector's values in a slot that there is room for. */
  set(slot: number, values: Int8Array): void {
    const { firstBlock, sketchBytes } = this.layout;
    this.view(firstBlock + slot * sketchBytes, sketchBytes).set(signBits(values, sketchBytes));
  }

  /** Sets the query that `nearest` compares with. */
  prepare(values: Int8Array): void {
    this.query = values;
    this.isQueryNew = true;
  }

  /** The `wanted` slots of `eligible` nearest by weighted distance of those nearest by heavy dimensions, ascending. */
  nearest(eligible: Bitset, { weighed, wanted }: Choice): Uint32Array {
    const { found } = this;
    this.lookAtQuery();
    const dimensions = this.layout.sketchBytes * 8;
    const largest = dimensions * largestWeight;
    const { words } = eligible;
    const { sample, share } = sampleOf(words);
    for (let factor = 1; ; factor *= 4) {
      // Samples tell how near is near enough; else nearly every slot of the first blocks would be kept for a while.
      found.reset(dimensions);
      this.eachSampled(words, sample, (address, slots) => this.kernel.measureSketches(address, slots));
      const heavy = found.distanceOf(sampled(weighed * factor, share));
      found.reset(largest);
      this.eachSampled(words, sample, (address, slots) => this.kernel.scanSketches(address, slots, heavy, largest));
      const weighted = found.distanceOf(sampled(wanted * factor, share));
      found.reset(largest);
      this.sweep(eligible, heavy, weighted);
      if (found.count >= wanted || (heavy === dimensions && weighted === largest)) {
        return found.nearest(wanted);
      }
    }
  }

  /** Hands the kernel the query, which few collections are large enough to need. */
  private lookAtQuery(): void {
    const { kernel, query } = this;
    const { sketchBytes } = this.layout;
    if (!this.isQueryNew) {
      return;
    }
    this.isQueryNew = false;
    this.view(kernel.querySketchAddress(), sketchBytes).set(signBits(query, sketchBytes));
    const heavy = this.view(kernel.heavyAddress(), sketchBytes).fill(0);
    const planes = this.view(kernel.weightsAddress(), sketchBytes * weightBits).fill(0);
    const weights = signWeights(query);
    for (let dimension = 0; dimension < weights.length; dimension++) {
      const weight = weights[dimension] as number;
      const byte = dimension >>> 3;
      const bit = dimension & 7;
      // The kernel reads 64 dimensions at a time: of each 64, first the weights' ones, then their twos and fours.
      const place = (byte >>> 3) * 8 * weightBits + (byte & 7);
      for (let plane = 0; plane < weightBits; plane++) {
        const at = place + 8 * plane;
        planes[at] = (planes[at] as number) | (((weight >>> plane) & 1) << bit);
      }
      heavy[byte] = (heavy[byte] as number) | (weight >= heavyFrom ? 1 << bit : 0);
    }
  }

  /** Adds to `found` what the limits let through. */
  private sweep(eligible: Bitset, heavy: number, weighted: number): void {
    const { found, kernel } = this;
    const { firstBlock, sketchBlockBytes, slots } = this.layout;
    const at = kernel.resultsAddress() / 4;
    const pairs = new Uint32Array(kernel.memory.buffer);
    eachBlock(kernel, slots, eligible, (block) => {
      const count = kernel.scanSketches(firstBlock + block * sketchBlockBytes, slots, heavy, weighted);
      found.add(pairs, at, at + 2 * count, block * slots);
    });
  }

  /** Adds to `found` what a scan finds in the slots of the given words of a mask. */
  private eachSampled(
    words: Uint32Array,
    sample: readonly number[],
    scan: (address: number, slots: number) => number,
  ): void {
    const { found, kernel } = this;
    const { firstBlock, sketchBytes } = this.layout;
    const at = kernel.resultsAddress() / 4;
    const mask = kernel.maskAddress() / 4;
    const memory = new Uint32Array(kernel.memory.buffer);
    for (const index of sample) {
      memory[mask] = words[index] as number;
      const slot = index * 32;
      const count = scan(firstBlock + slot * sketchBytes, 32);
      found.add(memory, at, at + 2 * count, slot);
    }
  }

  private view(address: number, bytes: number): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, address, bytes);
  }
}

/** Indices of `sampledWords` words, evenly spread over those that are not 0, and their share of those. */
function sampleOf(words: Uint32Array): { sample: number[]; share: number } {
  let occupied = 0;
  for (let i = 0; i < words.length; i++) {
    occupied += words[i] === 0 ? 0 : 1;
  }
  const step = Math.max(1, Math.floor(occupied / sampledWords));
  const sample: number[] = [];
  let seen = 0;
  let next = 0;
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== 0 && seen++ === next) {
      sample.push(i);
      next += step;
    }
  }
  return { sample, share: 1 / step };
}

/** So many slots of all as a sample of this share will hardly miss. */
function sampled(wanted: number, share: number): number {
  const expected = wanted * share;
  return share === 1 ? expected : expected + margin * Math.sqrt(expected);
}
