import { SlotNumbers } from './slot-numbers.js';

/** Removed records that are remembered, newest last: enough for any rows still on their way from an older snapshot. */
const goneKept = 10_000;

/**
 * Which transaction last changed each record of an index, by its slot; removed records by their id. Numbers, because a
 * transaction id stays below 2^53 for longer than any database lives.
 */
export class RecordVersions {
  private readonly bySlot = new SlotNumbers();
  private readonly gone = new Map<string, number>();

  /** Memory in bytes, the overhead of map entries estimated. */
  get bytes(): number {
    const perEntry = 100;
    return this.bySlot.bytes + this.gone.size * perEntry;
  }

  /** The version of a record, live in `slot` or removed; 0 for one that was never seen. */
  get(externalId: string, slot: number | undefined): number {
    return slot === undefined ? (this.gone.get(externalId) ?? 0) : this.bySlot.get(slot);
  }

  /** Notes the version of the record in a slot. */
  set(slot: number, version: number): void {
    this.bySlot.set(slot, version);
  }

  /** Notes the version in which a record was removed. */
  setGone(externalId: string, version: number): void {
    this.gone.delete(externalId);
    this.gone.set(externalId, version);
    const [oldest] = this.gone.keys();
    if (this.gone.size > goneKept && oldest !== undefined) {
      this.gone.delete(oldest);
    }
  }
}
