import type { CollectionIndex } from '@tessera/resolver';
import {
  type Bitset,
  type ColumnStore,
  compareCodePoints,
  type Precedence,
  selectOrdered,
  TopList,
} from '@tessera/search-engine';
import { comparePositions, orderedValue, type SortKey, type SortPosition, valueComparison } from '../order.js';
import type { IndexSelection, PageQuery } from './index-messages.js';
import type { RecordNumbers } from './record-numbers.js';

/** The parts of an index that orders depend on. */
interface OrderedParts {
  readonly index: CollectionIndex;
  readonly columns: ColumnStore;
  readonly numbers: RecordNumbers;
}

/** The ids of selected records, newest first. Equal ones are sorted by id. */
export function newestOf({ index, numbers }: OrderedParts, selected: Bitset, limit: number): string[] {
  const byId = idOrder(index, 1);
  const first = new TopList(limit, (slot, other) => {
    const later = numbers.writtenMicroseconds(slot) - numbers.writtenMicroseconds(other);
    return later === 0 ? byId(slot, other) : later > 0;
  });
  selected.forEach((slot) => {
    first.offer(slot, numbers.writtenMs(slot));
  });
  return first.takeSorted().map(({ slot }) => index.externalIdOf(slot));
}

/** A page of selected records in an order. It starts after a position. */
export function pageOf(
  parts: OrderedParts,
  selected: Bitset,
  { after, offset, limit, order }: Omit<PageQuery, keyof IndexSelection>,
): SortPosition[] {
  const { index } = parts;
  const readValue = valuesBy(parts, order.by);
  const values: SortPosition['value'][] = [];
  const positionOf = (slot: number): SortPosition => ({ value: values[slot], id: index.externalIdOf(slot) });
  const compareValues = valueComparison(order);
  const byId = idOrder(index, order.by === 'id' && order.direction === 'desc' ? -1 : 1);
  const precedes: Precedence = (slot, other) => {
    const compared = compareValues(values[slot], values[other]);
    return compared === 0 ? byId(slot, other) : compared < 0;
  };
  const slots: number[] = [];
  selected.forEach((slot) => {
    values[slot] = readValue(slot);
    if (after === null || comparePositions(positionOf(slot), after, order) > 0) {
      slots.push(slot);
    }
  });
  return Array.from(selectOrdered(Uint32Array.from(slots), precedes, [offset, offset + limit]), positionOf);
}

/** Returns a function that reads the sort value of a slot. */
function valuesBy({ columns, numbers }: OrderedParts, by: SortKey): (slot: number) => SortPosition['value'] {
  if (typeof by === 'object') {
    const least = columns.leastOf(by);
    return (slot) => orderedValue(least(slot), by.type);
  }
  const timeOf = (ms: number) => (Number.isFinite(ms) ? ms : undefined);
  switch (by) {
    case 'clock':
      return (slot) => timeOf(numbers.writtenMs(slot) + numbers.writtenMicroseconds(slot) / 1_000);
    case 'change':
      return (slot) => timeOf(numbers.updatedMs(slot));
    case 'id':
      return () => undefined;
  }
}

function idOrder(index: CollectionIndex, sign: 1 | -1): Precedence {
  return (slot, other) => sign * compareCodePoints(index.externalIdOf(slot), index.externalIdOf(other)) < 0;
}
