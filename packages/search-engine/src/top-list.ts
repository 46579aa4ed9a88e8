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

  /** Slots and scores, best first. */
  sorted(): { slot: number; score: number }[] {
    const entries: { slot: number; score: number }[] = [];
    for (let i = 0; i < this.size; i++) {
      entries.push({ slot: this.slots[i] as number, score: this.scores[i] as number });
    }
    return entries.sort((a, b) => b.score - a.score || (this.precedes(a.slot, b.slot) ? -1 : 1));
  }

  private rise(from: number, slot: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isWorse(slot, score, this.slots[parent] as number, this.scores[parent] as number)) {
        break;
      }
      this.setEntry(at, this.slots[parent] as number, this.scores[parent] as number);
      at = parent;
    }
    this.setEntry(at, slot, score);
  }

  private sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) {
        break;
      }
      child += child + 1 < this.size && this.isWorseAt(child + 1, child) ? 1 : 0;
      if (!this.isWorse(this.slots[child] as number, this.scores[child] as number, slot, score)) {
        break;
      }
      this.setEntry(at, this.slots[child] as number, this.scores[child] as number);
      at = child;
    }
    this.setEntry(at, slot, score);
  }

  private isWorseAt(at: number, than: number): boolean {
    const { slots, scores } = this;
    return this.isWorse(slots[at] as number, scores[at] as number, slots[than] as number, scores[than] as number);
  }

  private isWorse(slot: number, score: number, otherSlot: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && this.precedes(otherSlot, slot));
  }

  private setEntry(at: number, slot: number, score: number): void {
    this.slots[at] = slot;
    this.scores[at] = score;
  }
}
