import { createHash } from 'node:crypto';
import { limits } from '@tessera/contract';
import {
  type ColumnKey,
  compareCodePoints,
  compareMeasures,
  comparisonType,
  isMeasure,
  type Operand,
} from '@tessera/search-engine';
import { errors } from '../../platform/errors.js';
import { decodeCursor } from '../../platform/paging.js';
import { type CollectionView, mayQuery } from '../access/view.js';

/** A sort key: the id, the update clock, the last change, or the column of a declared field. */
export type SortKey = 'id' | 'clock' | 'change' | ColumnKey;

/** A sort order. Records without a value come last in both directions. Equal ones are sorted by id. */
export interface RecordOrder {
  readonly by: SortKey;
  readonly direction: 'asc' | 'desc';
  /** The order as the caller sent it. */
  readonly sent: string;
}

/** A record's position in an order: its value, if any, and its id. */
export interface SortPosition {
  readonly value: Operand | undefined;
  readonly id: string;
}

/** Maximum field names that an error message suggests. */
const offered = 20;

/**
 * Reads the parameter `order`. Throws `invalid_request` for a field that the caller cannot sort by. A hidden field is
 * reported as unknown.
 */
export function readOrder(sent: string, view: CollectionView): RecordOrder {
  if (sent === 'asc' || sent === 'desc') {
    return { by: 'id', direction: sent, sent };
  }
  const [, name = sent, direction = 'asc'] = /^(.*?)(?::(asc|desc))?$/su.exec(sent) ?? [];
  const by = sortKeyOf(name, view);
  if (by === undefined) {
    const { id_field, field_types } = view.config;
    const typed = [...field_types].filter(([field, type]) => type !== 'string' && mayQuery(field, view));
    const names = [id_field, 'updated_at', ...typed.slice(0, offered).map(([field]) => field)].join(', ');
    const message = `cannot sort by "${name}", which is not declared as number, date or enum: sort by one of ${names}`;
    throw errors.invalidRequest([{ path: 'order', message }]);
  }
  return { by, direction: direction as RecordOrder['direction'], sent };
}

function sortKeyOf(field: string, view: CollectionView): SortKey | undefined {
  const { id_field, write_date_field, field_types } = view.config;
  if (field === id_field || field === write_date_field) {
    return field === id_field ? 'id' : 'clock';
  }
  const type = mayQuery(field, view) ? field_types.get(field) : undefined;
  if (type !== undefined && type !== 'string') {
    return { field, type: comparisonType(type) };
  }
  return field === 'external_id' ? 'id' : field === 'updated_at' ? 'change' : undefined;
}

/**
 * Shortens a value for sorting: the start of a long text, or the double that is nearest to a number with many digits.
 */
export function orderedValue(value: Operand | undefined, type: ColumnKey['type']): Operand | undefined {
  if (typeof value !== 'string' || value.length <= limits.orderCharacters) {
    return value;
  }
  // Half of a surrogate pair is removed, because a cursor cannot contain it.
  return type === 'text' ? value.slice(0, limits.orderCharacters).replace(/[\ud800-\udbff]$/u, '') : Number(value);
}

/** Returns a comparison of values: negative if the first precedes, zero if the ids decide. */
export function valueComparison({ by, direction }: Omit<RecordOrder, 'sent'>) {
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
export function comparePositions(first: SortPosition, second: SortPosition, order: Omit<RecordOrder, 'sent'>): number {
  const sign = order.by === 'id' && order.direction === 'desc' ? -1 : 1;
  return valueComparison(order)(first.value, second.value) || sign * compareCodePoints(first.id, second.id);
}

/** The values of a cursor that continues after a position. */
export function cursorKey({ value, id }: SortPosition, { by, sent }: RecordOrder): string[] {
  if (by === 'id') {
    return [id];
  }
  return [orderMark(sent), value === undefined ? '' : `${typeof value === 'number' ? 'n' : 't'}${value}`, id];
}

/**
 * The position of a cursor. A cursor by id is accepted in every order, because pages are sorted by id while an index is
 * being built. Throws `invalid_request` for a cursor of any other order.
 */
export function positionOf(cursor: string, order: RecordOrder): SortPosition & { readonly isById: boolean } {
  const sent = order.by === 'id' ? undefined : attempt(() => decodeCursor(cursor, ['text', 'text', 'text']));
  if (sent === undefined) {
    return { value: undefined, id: decodeCursor(cursor, ['text'])[0], isById: true };
  }
  const [mark, value, id] = sent;
  const read = readValue(value, typeof order.by === 'object' ? order.by.type : 'date');
  if (mark !== orderMark(order.sent) || (read === undefined && value !== '')) {
    throw errors.invalidRequest([{ path: 'cursor', message: 'is not a next_cursor of this list' }]);
  }
  return { value: read, id, isById: false };
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readValue(text: string, type: ColumnKey['type']): Operand | undefined {
  const value = text.slice(1);
  if (type === 'text') {
    return text.startsWith('t') ? value : undefined;
  }
  if (text.startsWith('n')) {
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;
  }
  return text.startsWith('t') && type === 'number' && isMeasure(value) ? value : undefined;
}

/** A short text that distinguishes the cursors of different orders. */
function orderMark(sent: string): string {
  return createHash('sha256').update(sent).digest('base64url').slice(0, 8);
}
