import type { JsonObject, JsonValue } from '@tessera/json';
import { ownValue } from '@tessera/json';
import { Bitset } from '../bitset.js';
import { type Cell, type CompiledCondition, type CompiledFilter, type Operand, readCell } from './compile.js';
import { NumericColumn } from './numeric-column.js';
import { TextColumn } from './text-column.js';

/** The values of one field by slot. A slot that was never set has no value. */
export interface Column {
  /** Stores the comparable values of a slot. */
  set(slot: number, cell: Cell): void;
  /** The slots among `candidates` that match every test of the condition. */
  matches(condition: CompiledCondition, candidates: Bitset): Bitset;
  /** The lowest value of a slot for range comparisons. Undefined if there is none. */
  least(slot: number): Operand | undefined;
  /** Memory in bytes. Estimated for small objects. */
  readonly bytes: number;
}

/** A field and how it is compared, which identify a column. */
export type ColumnKey = Pick<CompiledCondition, 'field' | 'type' | 'byId'>;

/** The unique name of a column. */
export function columnName({ field, type, byId }: ColumnKey): string {
  return `${type}${byId ? ' by id' : ''}:${field}`;
}

/**
 * Typed columns over the slots of an index. A column is built when a filter first needs it. Evaluates a compiled filter
 * for all slots at once, with the same result as `matchesFilter`.
 */
export class ColumnStore {
  private readonly columns = new Map<string, { readonly key: ColumnKey; readonly column: Column }>();

  /** The columns that a filter needs and that have not been built yet. */
  missing(filter: CompiledFilter): ColumnKey[] {
    return columnsOf([filter]).filter((key) => !this.columns.has(columnName(key)));
  }

  /** Builds a column from the field's value of every live slot, or builds it again. */
  load(key: ColumnKey, entries: Iterable<readonly [slot: number, value: JsonValue | undefined]>): void {
    const column = key.type === 'text' ? new TextColumn() : new NumericColumn();
    this.columns.set(columnName(key), { key, column });
    this.extend(key, entries);
  }

  /** Adds the values of another page of slots to a column. Throws if the column does not exist. */
  extend(key: ColumnKey, entries: Iterable<readonly [slot: number, value: JsonValue | undefined]>): void {
    const column = this.columnOf(key);
    for (const [slot, value] of entries) {
      column.set(slot, readCell(value, key));
    }
  }

  /** Updates all built columns with a slot's new attributes. */
  set(slot: number, attributes: JsonObject): void {
    for (const { key, column } of this.columns.values()) {
      column.set(slot, readCell(ownValue(attributes, key.field), key));
    }
  }

  /** Removes a slot from all built columns. */
  clear(slot: number): void {
    this.set(slot, {});
  }

  /** The slots among `candidates` that match the filter. Throws if a column is missing. */
  mask(filter: CompiledFilter, candidates: Bitset): Bitset {
    let matching = candidates.clone();
    for (const condition of filter.conditions) {
      matching = this.columnOf(condition).matches(condition, matching);
    }
    return matching;
  }

  /** Returns a function that reads the lowest value of a slot, for sorting. Throws if the column is missing. */
  leastOf(key: ColumnKey): (slot: number) => Operand | undefined {
    const column = this.columnOf(key);
    return (slot) => column.least(slot);
  }

  private columnOf(key: ColumnKey): Column {
    const built = this.columns.get(columnName(key));
    if (built === undefined) {
      throw new Error(`The ${key.type} column of field "${key.field}" is not built.`);
    }
    return built.column;
  }

  /** The slots among `candidates` that match at least one filter of a slice. */
  sliceMask(slice: readonly CompiledFilter[], candidates: Bitset): Bitset {
    return slice.reduce((union, filter) => union.or(this.mask(filter, candidates)), new Bitset());
  }

  /** Counts the candidates for each string of a field. The text column must have been built; see `TextColumn`. */
  textCounts(field: string, candidates: Bitset, ranged: boolean): Map<string, number> {
    const column = this.columnOf({ field, type: 'text' });
    return column instanceof TextColumn ? column.counts(candidates, ranged) : new Map();
  }

  /** Memory of all built columns in bytes. */
  get bytes(): number {
    return [...this.columns.values()].reduce((total, { column }) => total + column.bytes, 0);
  }
}

/** The columns that filters need. */
export function columnsOf(filters: readonly CompiledFilter[]): ColumnKey[] {
  return filters.flatMap(({ conditions }) =>
    conditions.map(({ field, type, byId }) => ({ field, type, ...(byId && { byId }) })),
  );
}
