import { createHash } from 'node:crypto';
import { type ColumnKey, comparisonType, isMeasure, type Operand } from '@tessera/search-engine';
import { errors } from '../../platform/errors.js';
import { decodeCursor } from '../../platform/paging.js';
import { type CollectionView, mayQuery } from '../access/view.js';
import type { RecordOrder, SortKey, SortPosition } from './index/index-messages.js';

/** Maximum field names that an error message suggests. */
const offered = 20;

/**
 * Reads the parameter `order`. Throws `invalid_request` for a field that the caller cannot sort by. A hidden field is
 * reported as unknown.
 */
export function readOrder(sent: string, view: CollectionView): RecordOrder {
  const order = findOrder(sent, view);
  if (order === undefined) {
    const { id_field, field_types } = view.config;
    const typed = [...field_types].filter(([field, type]) => type !== 'string' && mayQuery(field, view));
    const names = [id_field, 'updated_at', ...typed.slice(0, offered).map(([field]) => field)].join(', ');
    const name = sent.replace(/:(?:asc|desc)$/u, '');
    const message = `cannot sort by "${name}", which is not declared as number, date or enum: sort by one of ${names}`;
    throw errors.invalidRequest([{ path: 'order', message }]);
  }
  return order;
}

/** Reads an order; undefined for a field that the caller cannot sort by. */
export function findOrder(sent: string, view: CollectionView): RecordOrder | undefined {
  if (sent === 'asc' || sent === 'desc') {
    return { by: 'id', direction: sent, sent };
  }
  const [, name = sent, direction = 'asc'] = /^(.*?)(?::(asc|desc))?$/su.exec(sent) ?? [];
  const by = sortKeyOf(name, view);
  return by && { by, direction: direction as RecordOrder['direction'], sent };
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
