/** Keeps the first `capacity` of the items offered, in order. */
export class FirstFew<Item> {
  /** In order, at most `capacity`. */
  readonly items: Item[] = [];

  constructor(
    private readonly capacity: number,
    private readonly isBefore: (item: Item, other: Item) => boolean,
  ) {}

  /** What a further item has to come before; undefined while any is taken. */
  get last(): Item | undefined {
    return this.items.length < this.capacity ? undefined : this.items.at(-1);
  }

  offer(item: Item): void {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(item, this.items[middle] as Item)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < this.capacity) {
      this.items.splice(low, 0, item);
      this.items.length = Math.min(this.items.length, this.capacity);
    }
  }
}
