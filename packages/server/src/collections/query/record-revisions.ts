import { SlotNumbers } from './slot-numbers.js';

/** At least so many removed records are remembered: enough for any rows still on their way from an older snapshot. */
const goneKept = 10_000;

/**
 * The revision of each record of an index, by its slot; of removed records by their id. Numbers, because as many changes as
 * pass 2^53 no database sees.
 */
export class RecordRevisions {
  private readonly bySlot = new SlotNumbers();
  private gone = new Map<string, number>();
  /** Those that came before: all are forgotten at once, as one by one would take longer the more there are. */
  private goneBefore = new Map<string, number>();

  /**
   * Memory in bytes without that of removed records, which is two megabytes at most with ids of usual lengths: most were
   * never in a slice, and which indexes there is room for must not tell how many.
   */
  get bytes(): number {
    return this.bySlot.bytes;
  }

  /** The revision of a record, live in `slot` or removed; 0 for one that was never seen. */
  get(externalId: string, slot: number | undefined): number {
    return slot === undefined
      ? (this.gone.get(externalId) ?? this.goneBefore.get(externalId) ?? 0)
      : this.bySlot.get(slot);
  }

  /** Notes the revision of the record in a slot. */
  set(slot: number, revision: number): void {
    this.bySlot.set(slot, revision);
  }

  /** Notes the revision in which a record was removed. */
  setGone(externalId: string, revision: number): void {
    this.gone.set(externalId, revision);
    if (this.gone.size >= goneKept) {
      this.goneBefore = this.gone;
      this.gone = new Map();
    }
  }
}
