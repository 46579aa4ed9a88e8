type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** By how much an array grows. Its unused space counts as used memory, and copying it is fast. */
const growth = 1.125;

/** Copies an array to a larger one of at least `length`. */
export function enlarged<Kind extends Numbers>(array: Kind, length: number): Kind {
  const type = array.constructor as new (length: number) => Kind;
  const larger = new type(Math.max(length, Math.ceil(array.length * growth)));
  larger.set(array);
  return larger;
}

/** The greatest count that is stored in a byte. */
const smallMax = 254;
const isLarge = smallMax + 1;

/** Counts by index, 0 by default. Most are small and take a byte; larger ones are in a map. */
export class Counts {
  private small = new Uint8Array(64);
  private large = new Map<number, number>();

  /** The state that `restored` reads. */
  stored() {
    const { small, large } = this;
    return { small, large };
  }

  /** Restores stored counts. */
  static restored(stored: ReturnType<Counts['stored']>): Counts {
    return Object.assign(new Counts(), stored);
  }

  get bytes(): number {
    return this.small.byteLength;
  }

  get(index: number): number {
    const count = this.small[index] ?? 0;
    return count === isLarge ? (this.large.get(index) as number) : count;
  }

  set(index: number, count: number): void {
    if (index >= this.small.length) {
      this.small = enlarged(this.small, index + 1);
    }
    if (count > smallMax) {
      this.large.set(index, count);
    } else if (this.small[index] === isLarge) {
      this.large.delete(index);
    }
    this.small[index] = Math.min(count, isLarge);
  }
}
