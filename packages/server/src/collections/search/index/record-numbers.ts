import { enlarged } from '@tessera/search-engine';
import type { IndexRow } from './index-queries.js';

/** The numbers of a row, in the order in which they are stored. */
const names = ['change_mark', 'written_ms', 'written_us', 'updated_ms'] as const;
type Numbers = Pick<IndexRow, (typeof names)[number]>;

/** The numbers of all slots as they are stored, followed by unused capacity. */
export type StoredNumbers = readonly Float64Array[];

/** Numbers of each record by slot: its sequence number, its update clock and the time of its last change. Default: 0. */
export class RecordNumbers {
  private readonly columns: Record<(typeof names)[number], Float64Array>;

  /** Uses stored numbers without a copy. */
  constructor(stored: StoredNumbers = []) {
    const column = (index: number) => stored[index] ?? new Float64Array(64);
    this.columns = { change_mark: column(0), written_ms: column(1), written_us: column(2), updated_ms: column(3) };
  }

  /** The numbers to store. */
  get stored(): StoredNumbers {
    return names.map((name) => this.columns[name]);
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.stored.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Sets the numbers of a slot. */
  set(slot: number, numbers: Numbers): void {
    for (const name of names) {
      if (slot >= this.columns[name].length) {
        this.columns[name] = enlarged(this.columns[name], slot + 1);
      }
      this.columns[name][slot] = numbers[name];
    }
  }

  /** The sequence number of the last write that changed a record. */
  sequenceNumber(slot: number): number {
    return this.columns.change_mark[slot] ?? 0;
  }

  /** The update clock in milliseconds; before any date for a record without one. */
  writtenMs(slot: number): number {
    return this.columns.written_ms[slot] ?? 0;
  }

  /** The microseconds of the update clock. They are apart, because a double cannot represent every time with them. */
  writtenMicroseconds(slot: number): number {
    return this.columns.written_us[slot] ?? 0;
  }

  /** The time of the last change in milliseconds. */
  updatedMs(slot: number): number {
    return this.columns.updated_ms[slot] ?? 0;
  }
}
