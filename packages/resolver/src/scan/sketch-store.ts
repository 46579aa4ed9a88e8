import { Bitset } from '../bitset.js';
import { byNumber } from '../ranking/top-list.js';
import { FoundSlots } from './found-slots.js';
import type { Kernel } from './kernel.js';
import { reserveMemory } from './kernel.js';
import type { Layout } from './layout.js';
import { eachBlock } from './layout.js';
import { heavyFrom, largestWeight, signBits, signWeights, weightBits } from './reference.js';

/** Slots looked at, or up to twice as many, to guess how near the choice is. */
const sampledMin = 1024;
/** Samples kept, each of half as many slots as the one before. */
const samplesMax = 14;
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
  /**
   * The n-th holds one slot in 2 ** n, by a hash of its values: what is chosen then depends on the vectors alone, not on
   * where they lie nor on those that are not eligible.
   */
  private samples = Array.from({ length: samplesMax }, () => new Bitset());
  private query: Int8Array = new Int8Array();
  private isQueryNew = false;

  /** `kernel` must have been told the layout. */
  constructor(
    private readonly kernel: Kernel,
    private readonly layout: Layout,
  ) {}

  get bytes(): number {
    return this.samples.reduce((sum, { words }) => sum + words.byteLength, this.kernel.memory.buffer.byteLength);
  }

  /** All that `restore` needs. */
  stored(blocks: number) {
    const { firstBlock, sketchBlockBytes } = this.layout;
    return {
      sketches: this.view(firstBlock, blocks * sketchBlockBytes),
      samples: this.samples.map(({ words }) => words),
    };
  }

  /** Takes in what was stored, in place of what there is; there must be room for it. */
  restore({ sketches, samples }: ReturnType<SketchStore['stored']>): void {
    this.view(this.layout.firstBlock, sketches.length).set(sketches);
    this.samples = samples.map((words) => Bitset.ofWords(words));
  }

  /** Makes room for so many blocks of slots. */
  reserve(blocks: number): void {
    reserveMemory(this.kernel.memory, this.layout.firstBlock + blocks * this.layout.sketchBlockBytes);
  }

  /** Stores the signs of a vector's values in a slot that there is room for. */
  set(slot: number, values: Int8Array): void {
    const { firstBlock, sketchBytes } = this.layout;
    this.view(firstBlock + slot * sketchBytes, sketchBytes).set(signBits(values, sketchBytes));
    const hash = hashOf(values);
    this.samples.forEach((sample, n) => {
      if (hash % 2 ** n === 0) {
        sample.set(slot);
      } else {
        sample.clear(slot);
      }
    });
  }

  /** Sets the query that `nearest` compares with. */
  prepare(values: Int8Array): void {
    this.query = values;
    this.isQueryNew = true;
  }

  /** The `wanted` slots of `eligible` nearest by weighted distance of those nearest by heavy dimensions, ascending. */
  nearest(eligible: Bitset, { weighed, wanted }: Choice, precedes = byNumber): Uint32Array {
    const { found } = this;
    this.lookAtQuery();
    const dimensions = this.layout.sketchBytes * 8;
    const largest = dimensions * largestWeight;
    const { sample, share } = this.sampleOf(eligible);
    for (let factor = 1; ; factor *= 4) {
      // Samples tell how near is near enough; else nearly every slot of the first blocks would be kept for a while.
      this.measure(sample);
      const heavy = found.distanceOf(sampled(weighed * factor, share));
      this.sweep(found.within(heavy), heavy, largest);
      const weighted = found.distanceOf(sampled(wanted * factor, share));
      this.sweep(eligible, heavy, weighted);
      if (found.count >= wanted || (heavy === dimensions && weighted === largest)) {
        return found.nearest(wanted, precedes);
      }
    }
  }

  private sampleOf(eligible: Bitset): { sample: Bitset; share: number } {
    const count = eligible.count();
    const n = Math.max(0, Math.min(samplesMax - 1, Math.floor(Math.log2(count / sampledMin))));
    const sample = eligible.clone().and(this.samples[n] as Bitset);
    return { sample, share: sample.count() / Math.max(1, count) };
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

  /** Finds what the limits let through. */
  private sweep(eligible: Bitset, heavy: number, weighted: number): void {
    const { kernel } = this;
    const { slots, sketchBytes } = this.layout;
    this.find(eligible, sketchBytes * 8 * largestWeight, (address) =>
      kernel.scanSketches(address, slots, heavy, weighted),
    );
  }

  /** Finds all, with their distances by heavy dimensions. */
  private measure(eligible: Bitset): void {
    const { kernel } = this;
    const { slots, sketchBytes } = this.layout;
    this.find(eligible, sketchBytes * 8, (address) => kernel.measureSketches(address, slots));
  }

  /** Fills `found` with what a scan of each block finds, `largest` away at most. */
  private find(eligible: Bitset, largest: number, scan: (address: number) => number): void {
    const { found, kernel } = this;
    const { firstBlock, sketchBlockBytes, slots } = this.layout;
    const at = kernel.resultsAddress() / 4;
    const pairs = new Uint32Array(kernel.memory.buffer);
    found.reset(largest);
    eachBlock(kernel, slots, eligible, (block) => {
      const count = scan(firstBlock + block * sketchBlockBytes);
      found.add(pairs, at, at + 2 * count, block * slots);
    });
  }

  private view(address: number, bytes: number): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, address, bytes);
  }
}

/** A 32-bit hash (FNV-1a) of a vector's values. */
function hashOf(values: Int8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < values.length; i++) {
    hash = Math.imul(hash ^ ((values[i] as number) & 0xff), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** So many slots of all as a sample of this share will hardly miss. */
function sampled(wanted: number, share: number): number {
  const expected = wanted * share;
  return share === 1 ? expected : expected + margin * Math.sqrt(expected);
}
