import { Bitset } from '../bitset.js';

/** Slots that a sweep of sketches found, by distance. Kept from query to query: made anew it would be most of its garbage. */
export class FoundSlots {
  private slots = new Uint32Array();
  private distances = new Uint16Array();
  private histogram = new Uint32Array();
  private size = 0;

  /** Slots found. */
  get count(): number {
    return this.size;
  }

  /** Forgets everything; distances from now on are at most `largest`. */
  reset(largest: number): void {
    this.size = 0;
    this.histogram = new Uint32Array(largest + 1);
  }

  /** Makes room for `more` slots. */
  reserve(more: number): void {
    const needed = this.size + more;
    if (needed > this.slots.length) {
      const { slots, distances } = this;
      this.slots = new Uint32Array(needed * 2);
      this.slots.set(slots);
      this.distances = new Uint16Array(needed * 2);
      this.distances.set(distances);
    }
  }

  /** Adds a slot, for which there must be room. */
  add(slot: number, distance: number): void {
    this.slots[this.size] = slot;
    this.distances[this.size] = distance;
    this.size += 1;
    this.histogram[distance] = (this.histogram[distance] as number) + 1;
  }

  /** The smallest distance within which there are `wanted` slots; the largest one when there are not. */
  distanceOf(wanted: number): number {
    let counted = 0;
    for (let distance = 0; distance < this.histogram.length; distance++) {
      counted += this.histogram[distance] as number;
      if (counted >= wanted) {
        return distance;
      }
    }
    return this.histogram.length - 1;
  }

  /** The slots at most so far away. */
  within(distance: number): Bitset {
    const chosen = new Bitset();
    for (let i = 0; i < this.size; i++) {
      if ((this.distances[i] as number) <= distance) {
        chosen.set(this.slots[i] as number);
      }
    }
    return chosen;
  }
}
