/** Keeps the best `capacity` slots seen, by score; a binary heap with the worst on top. */
export class TopList {
  private readonly slots: Uint32Array;
  private readonly scores: Float64Array;
  private size = 0;

  constructor(private readonly capacity: number) {
    this.slots = new Uint32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** The score a further slot has to exceed. */
  get threshold(): number {
    return this.size < this.capacity ? Number.NEGATIVE_INFINITY : (this.scores[0] ?? Number.POSITIVE_INFINITY);
  }

  offer(slot: number, score: number): void {
    if (score <= this.threshold) {
      return;
    }
    if (this.size < this.capacity) {
      this.rise(this.size++, slot, score);
    } else {
      this.sink(slot, score);
    }
  }

  /** Slots and scores, best first; equal scores by ascending slot. */
  sorted(): { slot: number; score: number }[] {
    const entries: { slot: number; score: number }[] = [];
    for (let i = 0; i < this.size; i++) {
      entries.push({ slot: this.slots[i] as number, score: this.scores[i] as number });
    }
    return entries.sort((a, b) => b.score - a.score || a.slot - b.slot);
  }

  private rise(from: number, slot: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.scores[parent] as number) <= score) {
        break;
      }
      this.place(at, this.slots[parent] as number, this.scores[parent] as number);
      at = parent;
    }
    this.place(at, slot, score);
  }

  private sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) {
        break;
      }
      if (child + 1 < this.size && (this.scores[child + 1] as number) < (this.scores[child] as number)) {
        child++;
      }
      if ((this.scores[child] as number) >= score) {
        break;
      }
      this.place(at, this.slots[child] as number, this.scores[child] as number);
      at = child;
    }
    this.place(at, slot, score);
  }

  private place(at: number, slot: number, score: number): void {
    this.slots[at] = slot;
    this.scores[at] = score;
  }
}
