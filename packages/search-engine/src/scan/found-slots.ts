/** The slots that a scan of sketches found, by distance. Reused between queries to avoid garbage. */
export class FoundSlots {
  private slots = new Uint32Array();
  private distances = new Uint32Array();
  private histogram = new Uint32Array();
  private largest = 0;
  private size = 0;

  /** Number of found slots. */
  get count(): number {
    return this.size;
  }

  /** Removes all slots. Distances that are added later must be at most `largest`. */
  reset(largest: number): void {
    this.size = 0;
    this.largest = largest;
    if (this.histogram.length <= largest) {
      this.histogram = new Uint32Array(largest + 1);
    } else {
      this.histogram.fill(0, 0, largest + 1);
    }
  }

  /** Adds pairs of a slot (relative to `base`) and its distance. Slots must ascend from call to call. */
  add(pairs: Uint32Array, from: number, to: number, base: number): void {
    this.reserve((to - from) / 2);
    const { slots, distances, histogram } = this;
    let size = this.size;
    for (let i = from; i < to; i += 2) {
      const distance = pairs[i + 1] as number;
      slots[size] = base + (pairs[i] as number);
      distances[size] = distance;
      size += 1;
      histogram[distance] = (histogram[distance] as number) + 1;
    }
    this.size = size;
  }

  /** The smallest distance up to which there are `wanted` slots. The largest distance if there are fewer. */
  distanceOf(wanted: number): number {
    let counted = 0;
    for (let distance = 0; distance < this.largest; distance++) {
      counted += this.histogram[distance] as number;
      if (counted >= wanted) {
        return distance;
      }
    }
    return this.largest;
  }

  /** The slots up to a distance, in ascending order. */
  within(limit: number): Uint32Array {
    const { slots, distances, size } = this;
    let count = 0;
    const near = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      if ((distances[i] as number) <= limit) {
        near[count++] = slots[i] as number;
      }
    }
    return near.subarray(0, count);
  }

  private reserve(more: number): void {
    const needed = this.size + more;
    if (needed > this.slots.length) {
      const { slots, distances } = this;
      this.slots = new Uint32Array(needed * 2);
      this.slots.set(slots);
      this.distances = new Uint32Array(needed * 2);
      this.distances.set(distances);
    }
  }
}
