import { Counts, enlarged } from './growing.js';

/**
 * Capacities are numbered from 0: each number of entries up to 8, then four between each power of two and the next, so
 * that at most a fifth of a list is unused.
 */
const capacitiesMax = 128;

/** The number of the smallest capacity for `length` entries. */
function roomFor(length: number): number {
  const last = Math.max(0, length - 1);
  const shift = Math.max(0, 29 - Math.clz32(last));
  return 4 * shift + (last >>> shift);
}

/** The capacity with a number, in entries. */
function entriesIn(room: number): number {
  const shift = Math.max(0, (room >>> 2) - 1);
  return (room - 4 * shift + 1) * 2 ** shift;
}

/**
 * Many growing lists of 32-bit entries in one array. Freed space is reused for lists of the same capacity. A list with
 * capacity 1 is stored as its own start, because most terms occur in one record.
 */
export class ListPool {
  private data = new Uint32Array(1024);
  private used = 0;
  private starts = new Uint32Array(64);
  private lengths = new Counts();
  // The capacity of list i is entriesIn(rooms[i]).
  private rooms = new Uint8Array(64);
  private readonly free: number[][] = Array.from({ length: capacitiesMax }, () => []);

  /** The state that `restored` reads. */
  stored() {
    const { used, starts, rooms, free } = this;
    return { data: this.data.subarray(0, used), used, starts, lengths: this.lengths.stored(), rooms, free };
  }

  /** Restores stored lists. */
  static restored({ lengths, ...stored }: ReturnType<ListPool['stored']>): ListPool {
    return Object.assign(new ListPool(), stored, { lengths: Counts.restored(lengths) });
  }

  get bytes(): number {
    return this.data.byteLength + this.starts.byteLength + this.lengths.bytes + this.rooms.byteLength;
  }

  /** The array that contains the entries of a list, from `start`. It becomes invalid when the pool changes. */
  entriesOf(list: number): Uint32Array {
    return this.rooms[list] === 0 ? this.starts : this.data;
  }

  start(list: number): number {
    return this.rooms[list] === 0 ? list : (this.starts[list] ?? 0);
  }

  length(list: number): number {
    return this.lengths.get(list);
  }

  /** A view of one list. It becomes invalid when the pool changes. */
  view(list: number): Uint32Array {
    const start = this.start(list);
    return this.entriesOf(list).subarray(start, start + this.length(list));
  }

  push(list: number, entry: number): void {
    this.reserveLists(list + 1);
    const length = this.length(list);
    if (length === entriesIn(this.rooms[list] as number)) {
      const entries = this.view(list).slice();
      this.allocate(list, roomFor(Math.ceil(1.5 * length)));
      this.entriesOf(list).set(entries, this.start(list));
    }
    this.entriesOf(list)[this.start(list) + length] = entry;
    this.lengths.set(list, length + 1);
  }

  /** Replaces the content of a list. */
  replace(list: number, entries: Uint32Array): void {
    this.reserveLists(list + 1);
    const room = roomFor(entries.length);
    if (this.rooms[list] !== room) {
      this.allocate(list, room);
    }
    this.entriesOf(list).set(entries, this.start(list));
    this.lengths.set(list, entries.length);
  }

  /** Removes one entry, and moves the last one to its position. */
  removeEntry(list: number, entry: number): void {
    const view = this.view(list);
    const at = view.indexOf(entry);
    if (at >= 0) {
      view[at] = view[view.length - 1] as number;
      this.lengths.set(list, view.length - 1);
    }
  }

  /** Keeps the entries that pass, in order. */
  filter(list: number, keep: (entry: number) => boolean): void {
    const view = this.view(list);
    let kept = 0;
    for (const entry of view) {
      if (keep(entry)) {
        view[kept++] = entry;
      }
    }
    this.lengths.set(list, kept);
  }

  /** Releases the space of a list, and allocates another one. */
  private allocate(list: number, room: number): void {
    const before = this.rooms[list] as number;
    if (before > 0) {
      this.free[before]?.push(this.starts[list] as number);
    }
    this.rooms[list] = room;
    if (room === 0) {
      return;
    }
    const reused = this.free[room]?.pop();
    if (reused !== undefined) {
      this.starts[list] = reused;
      return;
    }
    const size = entriesIn(room);
    if (this.used + size > this.data.length) {
      this.data = enlarged(this.data, this.used + size);
    }
    this.starts[list] = this.used;
    this.used += size;
  }

  private reserveLists(lists: number): void {
    if (lists > this.starts.length) {
      this.starts = enlarged(this.starts, lists);
      this.rooms = enlarged(this.rooms, this.starts.length);
    }
  }
}

/** The position of the first entry between `from` and `end` that is at least `wanted`. Entries must ascend. */
export function firstAtLeast(entries: Uint32Array, wanted: number, from: number, end: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] as number) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
