interface Dated {
  readonly externalId: string;
  readonly writtenMs: number;
}

/** Keeps the first `capacity` of the records offered: those written last, and of one date by id in code units. */
export class NewestList {
  private readonly kept: Dated[] = [];

  constructor(private readonly capacity: number) {}

  /** Ids, newest first. */
  get externalIds(): string[] {
    return this.kept.map(({ externalId }) => externalId);
  }

  /** The id is only asked for where the date does not tell. */
  offer(writtenMs: number, idOf: () => string): void {
    const last = this.kept.at(-1);
    const isFull = this.kept.length >= this.capacity;
    if (isFull && last !== undefined && writtenMs < last.writtenMs) {
      return;
    }
    const record = { externalId: idOf(), writtenMs };
    let at = this.kept.length;
    while (at > 0 && isBefore(record, this.kept[at - 1])) {
      at -= 1;
    }
    if (at < this.capacity) {
      this.kept.splice(at, 0, record);
      this.kept.length = Math.min(this.kept.length, this.capacity);
    }
  }
}

function isBefore(record: Dated, other: Dated | undefined): boolean {
  return (
    other !== undefined &&
    (record.writtenMs > other.writtenMs ||
      (record.writtenMs === other.writtenMs && record.externalId < other.externalId))
  );
}
