import { Bitset } from '../bitset.js';
import { TopList } from '../ranking/top-list.js';
import { dotInt8, quantise } from './reference.js';

/** A query vector as the store compares it. */
export interface PreparedVector {
  readonly values: Int8Array;
  readonly scale: number;
}

/** Quantised vectors by slot. */
export class VectorStore {
  /** Slots that hold a vector. */
  readonly present = new Bitset();
  private values = new Int8Array();
  private scales = new Float32Array();

  constructor(readonly dimensions: number) {}

  get bytes(): number {
    return this.values.byteLength + this.scales.byteLength + this.present.words.byteLength;
  }

  prepare(vector: Float32Array): PreparedVector {
    return quantise(vector, this.dimensions);
  }

  set(slot: number, vector: Float32Array): void {
    if (slot >= this.scales.length) {
      const size = Math.max(slot + 1, Math.ceil(this.scales.length * 1.5));
      const values = new Int8Array(size * this.dimensions);
      values.set(this.values);
      this.values = values;
      const scales = new Float32Array(size);
      scales.set(this.scales);
      this.scales = scales;
    }
    const { values, scale } = quantise(vector, this.dimensions);
    this.values.set(values, slot * this.dimensions);
    this.scales[slot] = scale;
    this.present.set(slot);
  }

  clear(slot: number): void {
    this.present.clear(slot);
  }

  /** Approximate cosine of a slot's vector with the query. */
  similarity(slot: number, query: PreparedVector): number {
    const values = this.values.subarray(slot * this.dimensions, (slot + 1) * this.dimensions);
    return dotInt8(values, query.values) * query.scale * (this.scales[slot] as number);
  }

  /** The slots of `mask` nearest to the query, nearest first. */
  nearest(query: PreparedVector, mask: Bitset, limit: number): { slot: number; score: number }[] {
    const best = new TopList(limit);
    for (const slot of mask.clone().and(this.present)) {
      best.offer(slot, this.similarity(slot, query));
    }
    return best.sorted();
  }
}
