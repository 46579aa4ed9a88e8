/** Whether the first of two slots with equal scores precedes the second. */
export type Precedence = (first: number, second: number) => boolean;

/** Lower slots first. */
export const byNumber: Precedence = (first, second) => first < second;

/** Keeps the best `capacity` slots by score, then by precedence. It is a binary heap with the worst slot on top. */
export class TopList {
  private readonly slots: Uint32Array;
  private readonly scores: Float64Array;
  private size = 0;

  /** By default lower slots come first. */
  constructor(
    private readonly capacity: number,
    private readonly precedes = byNumber,
  ) {
    this.slots = new Uint32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** The minimum score of a further slot. */
  get threshold(): number {
    return this.size < this.capacity ? Number.NEGATIVE_INFINITY : (this.scores[0] ?? Number.POSITIVE_INFINITY);
  }

  offer(slot: number, score: number): void {
    if (this.size < this.capacity) {
      this.rise(this.size++, slot, score);
    } else if (this.capacity > 0 && this.isWorse(this.slots[0] as number, this.scores[0] as number, slot, score)) {
      this.sink(slot, score);
    }
  }

  /** The slots in no order, because sorting many equal ones is expensive. */
  kept(): Uint32Array {
    return this.slots.subarray(0, this.size);
  }

  /** Slots and scores, best first. Empties the list: removing the worst one by one is faster than a sort. */
  takeSorted(): { slot: number; score: number }[] {
    const entries: { slot: number; score: number }[] = [];
    while (this.size > 0) {
      entries.push({ slot: this.slots[0] as number, score: this.scores[0] as number });
      this.size -= 1;
      this.sink(this.slots[this.size] as number, this.scores[this.size] as number);
    }
    return entries.reverse();
  }

  private rise(from: number, slot: number, score: number): void {
    const { slots, scores } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isWorse(slot, score, slots[parent] as number, scores[parent] as number)) {
        break;
      }
      slots[at] = slots[parent] as number;
      scores[at] = scores[parent] as number;
      at = parent;
    }
    slots[at] = slot;
    scores[at] = score;
  }

  private sink(slot: number, score: number): void {
    const { slots, scores, size } = this;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let childSlot = slots[child] as number;
      let childScore = scores[child] as number;
      if (
        child + 1 < size &&
        this.isWorse(slots[child + 1] as number, scores[child + 1] as number, childSlot, childScore)
      ) {
        child += 1;
        childSlot = slots[child] as number;
        childScore = scores[child] as number;
      }
      if (!this.isWorse(childSlot, childScore, slot, score)) {
        break;
      }
      slots[at] = childSlot;
      scores[at] = childScore;
      at = child;
    }
    slots[at] = slot;
    scores[at] = score;
  }

  private isWorse(slot: number, score: number, otherSlot: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && this.precedes(otherSlot, slot));
  }
}
