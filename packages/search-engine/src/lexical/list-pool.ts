const noList = 0xffffffff;

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

/** Many growing lists of 32-bit entries in one array. Freed space is reused for lists of the same capacity. */
export class ListPool {
  /** The entries of all lists. This view becomes invalid when the pool grows. */
  data = new Uint32Array(1024);
  private used = 0;
  private starts = new Uint32Array(64).fill(noList);
  private lengths = new Uint32Array(64);
  // The capacity of list i is entriesIn(rooms[i]).
  private rooms = new Uint8Array(64);
  private readonly free: number[][] = Array.from({ length: capacitiesMax }, () => []);

  /** The state that `restored` reads. */
  stored() {
    const { used, starts, lengths, rooms, free } = this;
    return { data: this.data.subarray(0, used), used, starts, lengths, rooms, free };
  }

  /** Restores stored lists. */
  static restored(stored: ReturnType<ListPool['stored']>): ListPool {
    const pool = new ListPool();
    Object.assign(pool, stored);
    return pool;
  }

  get bytes(): number {
    return this.data.byteLength + this.starts.byteLength + this.lengths.byteLength + this.rooms.byteLength;
  }

  start(list: number): number {
    return this.starts[list] as number;
  }

  length(list: number): number {
    return this.lengths[list] ?? 0;
  }

  /** A view of one list. It becomes invalid when the pool changes. */
  view(list: number): Uint32Array {
    const length = this.length(list);
    const start = length === 0 ? 0 : this.start(list);
    return this.data.subarray(start, start + length);
  }

  /** The position of the first entry between `from` and `end` that is at least `wanted`. Entries must ascend. */
  firstAtLeast(wanted: number, from: number, end: number): number {
    const { data } = this;
    let low = from;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((data[middle] as number) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  push(list: number, entry: number): void {
    this.reserveLists(list + 1);
    const length = this.length(list);
    if (this.starts[list] === noList) {
      this.allocate(list, 0);
    } else if (length === entriesIn(this.rooms[list] as number)) {
      this.move(list, roomFor(2 * length));
    }
    this.data[this.start(list) + length] = entry;
    this.lengths[list] = length + 1;
  }

  /** Replaces the content of a list. */
  replace(list: number, entries: Uint32Array): void {
    this.reserveLists(list + 1);
    const room = roomFor(entries.length);
    if (this.starts[list] === noList || this.rooms[list] !== room) {
      this.release(list);
      if (entries.length > 0) {
        this.allocate(list, room);
      }
    }
    if (entries.length > 0) {
      this.data.set(entries, this.start(list));
    }
    this.lengths[list] = entries.length;
  }

  /** Removes one entry, and moves the last one to its position. */
  removeEntry(list: number, entry: number): void {
    const view = this.view(list);
    const at = view.indexOf(entry);
    if (at >= 0) {
      view[at] = view[view.length - 1] as number;
      this.lengths[list] = view.length - 1;
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
    this.lengths[list] = kept;
  }

  private move(list: number, room: number): void {
    const length = this.length(list);
    const from = this.start(list);
    this.release(list);
    this.allocate(list, room);
    this.data.copyWithin(this.start(list), from, from + length);
    this.lengths[list] = length;
  }

  private release(list: number): void {
    const start = this.starts[list] as number;
    if (start !== noList) {
      this.free[this.rooms[list] as number]?.push(start);
      this.starts[list] = noList;
      this.lengths[list] = 0;
    }
  }

  private allocate(list: number, room: number): void {
    this.rooms[list] = room;
    const reused = this.free[room]?.pop();
    if (reused !== undefined) {
      this.starts[list] = reused;
      return;
    }
    const size = entriesIn(room);
    if (this.used + size > this.data.length) {
      const larger = new Uint32Array(Math.max(this.used + size, Math.ceil(this.data.length * 1.4)));
      larger.set(this.data);
      this.data = larger;
    }
    this.starts[list] = this.used;
    this.used += size;
  }

  private reserveLists(lists: number): void {
    if (lists <= this.starts.length) {
      return;
    }
    const size = Math.max(lists, Math.ceil(this.starts.length * 1.5));
    const starts = new Uint32Array(size).fill(noList);
    starts.set(this.starts);
    this.starts = starts;
    const lengths = new Uint32Array(size);
    lengths.set(this.lengths);
    this.lengths = lengths;
    const rooms = new Uint8Array(size);
    rooms.set(this.rooms);
    this.rooms = rooms;
  }
}
