/** A number for each position of an index. Default: 0. */
export class SlotNumbers {
  private numbers: Float64Array = new Float64Array(64);

  /** Uses these numbers without a copy. */
  static of(numbers: Float64Array): SlotNumbers {
    const slots = new SlotNumbers();
    slots.numbers = numbers;
    return slots;
  }

  /** The numbers by position, followed by unused capacity. */
  get all(): Float64Array {
    return this.numbers;
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.numbers.byteLength;
  }

  get(slot: number): number {
    return this.numbers[slot] ?? 0;
  }

  set(slot: number, value: number): void {
    if (slot >= this.numbers.length) {
      const larger = new Float64Array(Math.max(slot + 1, this.numbers.length * 2));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[slot] = value;
  }
}
