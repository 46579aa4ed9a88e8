import { type Precedence, TopList } from './top-list.js';

// If fewer than one slot in this many is kept, it is faster to compare each slot with the kept ones than to partition.
const slotsPerSlotKept = 64;

/**
 * The slots at the positions `from` to `to` (exclusive) of a total order. Sorts only these and partitions the others,
 * in linear time. Changes the order of `slots`.
 */
export function selectOrdered(
  slots: Uint32Array,
  precedes: Precedence,
  [from, to]: readonly [number, number],
): Uint32Array {
  const end = Math.min(to, slots.length);
  if (from >= end) {
    return new Uint32Array(0);
  }
  if (end * slotsPerSlotKept <= slots.length) {
    const first = new TopList(end, precedes);
    for (const slot of slots) {
      first.offer(slot, 0);
    }
    return Uint32Array.from(first.takeSorted().slice(from), ({ slot }) => slot);
  }
  settle(slots, precedes, from);
  const rest = slots.subarray(from);
  settle(rest, precedes, end - from);
  return rest.slice(0, end - from).sort((first, second) => (precedes(first, second) ? -1 : 1));
}

/** Moves the first `count` slots of the order before all others. */
function settle(slots: Uint32Array, precedes: Precedence, count: number): void {
  let low = 0;
  let high = slots.length - 1;
  while (low < high && count > low && count <= high) {
    const middle = partition(slots, precedes, [low, high]);
    if (middle < count) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
}

/** Partitions a range by one of its slots. Returns the final position of that slot. */
function partition(slots: Uint32Array, precedes: Precedence, [low, high]: readonly [number, number]): number {
  swap(slots, someMedian(slots, precedes, [low, high]), high);
  const pivot = slots[high] as number;
  let boundary = low;
  for (let index = low; index < high; index += 1) {
    if (precedes(slots[index] as number, pivot)) {
      swap(slots, index, boundary);
      boundary += 1;
    }
  }
  swap(slots, boundary, high);
  return boundary;
}

/**
 * The index of the median of three random slots. They are random, so that no stored values can cause quadratic time.
 */
function someMedian(slots: Uint32Array, precedes: Precedence, [low, high]: readonly [number, number]): number {
  const candidates = Array.from({ length: 3 }, () => low + Math.floor(Math.random() * (high - low + 1)));
  return candidates.sort((a, b) => (precedes(slots[a] as number, slots[b] as number) ? -1 : 1))[1] as number;
}

function swap(slots: Uint32Array, first: number, second: number): void {
  const moved = slots[first] as number;
  slots[first] = slots[second] as number;
  slots[second] = moved;
}
