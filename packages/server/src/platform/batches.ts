/** The most that a batch contains: items, and the sum of their sizes. */
export interface BatchLimits<Item> {
  readonly items?: number;
  readonly size: number;
  readonly sizeOf: (item: Item) => number;
}

/** Splits items into batches. An item that is larger than the limit forms its own batch. */
export function* batchesOf<Item>(
  all: Iterable<Item>,
  { items = Number.POSITIVE_INFINITY, size: most, sizeOf }: BatchLimits<Item>,
): Generator<Item[]> {
  let batch: Item[] = [];
  let filled = 0;
  for (const item of all) {
    const size = sizeOf(item);
    if (batch.length === items || (batch.length > 0 && filled + size > most)) {
      yield batch;
      batch = [];
      filled = 0;
    }
    batch.push(item);
    filled += size;
  }
  if (batch.length > 0) {
    yield batch;
  }
}
