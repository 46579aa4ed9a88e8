import type { CollectionIndex } from '@tessera/resolver';
import {
  type Bitset,
  type ColumnKey,
  type ColumnStore,
  compareCodePoints,
  compareMeasures,
  type Operand,
  type Precedence,
  selectOrdered,
  TopList,
} from '@tessera/search-engine';
import type { IndexSelection, PageQuery, RecordOrder, SortKey, SortPosition } from './index-messages.js';
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
  { after, offset, limit, order, characters }: Omit<PageQuery, keyof IndexSelection>,
): SortPosition[] {
  const { index } = parts;
  const readValue = valuesBy(parts, order.by, characters);
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
function valuesBy(
  { columns, numbers }: OrderedParts,
  by: SortKey,
  characters: number,
): (slot: number) => SortPosition['value'] {
  if (typeof by === 'object') {
    const least = columns.leastOf(by);
    return (slot) => orderedValue(least(slot), by.type, characters);
  }
  const timeOf = (ms: number) => (Number.isFinite(ms) ? ms : undefined);
  switch (by) {
    case 'clock':
      return (slot) => timeOf(numbers.writtenMs(slot) + numbers.writtenMicroseconds(slot) / 1_000);
    case 'change':
      return (slot) => timeOf(numbers.updatedMs(slot));
    case 'mark':
      return (slot) => numbers.sequenceNumber(slot);
    case 'id':
      return () => undefined;
  }
}

/**
 * Shortens a value for sorting: the start of a long text, or the double that is nearest to a number with many digits.
 */
function orderedValue(value: Operand | undefined, type: ColumnKey['type'], characters: number): Operand | undefined {
  if (typeof value !== 'string' || value.length <= characters) {
    return value;
  }
  // Half of a surrogate pair is removed, because a cursor cannot contain it.
  return type === 'text' ? value.slice(0, characters).replace(/[\ud800-\udbff]$/u, '') : Number(value);
}

/** Returns a comparison of values: negative if the first precedes, zero if the ids decide. */
function valueComparison({ by, direction }: Omit<RecordOrder, 'sent'>) {
  const sign = direction === 'asc' ? 1 : -1;
  const isText = typeof by === 'object' && by.type === 'text';
  return (first: Operand | undefined, second: Operand | undefined): number => {
    if (first === second) {
      return 0;
    }
    if (first === undefined || second === undefined) {
      return first === undefined ? 1 : -1;
    }
    return sign * (isText ? compareCodePoints(String(first), String(second)) : compareMeasures(first, second));
  };
}

/** Compares positions in an order: negative if the first one precedes. */
function comparePositions(first: SortPosition, second: SortPosition, order: Omit<RecordOrder, 'sent'>): number {
  const sign = order.by === 'id' && order.direction === 'desc' ? -1 : 1;
  return valueComparison(order)(first.value, second.value) || sign * compareCodePoints(first.id, second.id);
}

function idOrder(index: CollectionIndex, sign: 1 | -1): Precedence {
  return (slot, other) => sign * compareCodePoints(index.externalIdOf(slot), index.externalIdOf(other)) < 0;
}
