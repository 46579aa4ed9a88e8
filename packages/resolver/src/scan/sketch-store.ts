import { Bitset } from '../bitset.js';
import { FoundSlots } from './found-slots.js';
import type { Kernel } from './kernel.js';
import { reserveMemory } from './kernel.js';
import type { Layout } from './layout.js';
import { eachBlock } from './layout.js';
import { heavyFrom, largestWeight, signBits, signWeights, weightBits } from './reference.js';

/** Words of the mask (of 32 slots each) looked at to guess how near the choice is. */
const sampledWords = 128;
/** Standard deviations that a guess leaves for the sample's chance; where it fails all the same, everything is swept again. */
const margin = 3;

/** How many slots are chosen: first `weighed` by the signs of heavy dimensions, of them `wanted` by those of all. */
export interface Choice {
  readonly weighed: number;
  readonly wanted: number;
}

/** Farthest slots that are kept; `weighted` null where only the signs of heavy dimensions count. */
interface Limits {
  readonly heavy: number;
  readonly weighted: number | null;
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

  /** The `wanted` slots of `eligible` nearest by weighted distance of those nearest by heavy dimensions; all if fewer. */
  nearest(eligible: Bitset, { weighed, wanted }: Choice): Bitset {
    const { found } = this;
    this.lookAtQuery();
    const dimensions = this.layout.sketchBytes * 8;
    const largest = dimensions * largestWeight;
    const { sample, share } = sampleOf(eligible);
    for (let factor = 1; ; factor *= 4) {
      // Samples tell how near is near enough; else nearly every slot of the first blocks would be kept for a while.
      this.find(sample, { heavy: dimensions, weighted: null });
      const heavy = found.distanceOf(sampled(weighed * factor, share));
      this.find(sample, { heavy, weighted: largest });
      const weighted = found.distanceOf(sampled(wanted * factor, share));
      this.find(eligible, { heavy, weighted });
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

  /** Leaves in `found` the slots within the limits, with the last distance looked at. */
  private find(eligible: Bitset, { heavy, weighted }: Limits): void {
    const { found, kernel } = this;
    const { firstBlock, sketchBlockBytes, sketchBytes, slots } = this.layout;
    const at = kernel.resultsAddress() / 4;
    const pairs = new Uint32Array(kernel.memory.buffer);
    found.reset(sketchBytes * 8 * (weighted === null ? 1 : largestWeight));
    eachBlock(kernel, slots, eligible, (block) => {
      const base = firstBlock + block * sketchBlockBytes;
      let count = kernel.scanSketches(base, slots, heavy);
      if (weighted !== null) {
        count = kernel.weighSketches(base, count, weighted);
      }
      found.add(pairs, at, at + 2 * count, block * slots);
    });
  }

  private view(address: number, bytes: number): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, address, bytes);
  }
}

/** Slots of `sampledWords` words of the set, evenly spread over those that have any, and their share of the words. */
function sampleOf(eligible: Bitset): { sample: Bitset; share: number } {
  const { words } = eligible;
  let occupied = 0;
  for (let i = 0; i < words.length; i++) {
    occupied += words[i] === 0 ? 0 : 1;
  }
  const step = Math.max(1, Math.floor(occupied / sampledWords));
  const sample = new Bitset(eligible.capacity);
  const chosen = sample.words;
  let seen = 0;
  let next = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    if (word !== 0 && seen++ === next) {
      chosen[i] = word;
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
