import type { JsonObject, JsonValue } from '@tessera/json';
import { ownValue } from '@tessera/json';
import { Bitset } from '../bitset.js';
import { type Cell, type CompiledCondition, type CompiledFilter, type Operand, readCell } from './compile.js';
import { NumericColumn } from './numeric-column.js';
import { TextColumn } from './text-column.js';

/** One field's values of every slot, ready to be tested. A slot that was never set is absent. */
export interface Column {
  /** Stores what a slot's value offers to comparisons. */
  set(slot: number, cell: Cell): void;
  /** The slots among `candidates` that pass every test of the condition. */
  matches(condition: CompiledCondition, candidates: Bitset): Bitset;
  /** The least value of a slot that counts in a range; undefined without one. */
  least(slot: number): Operand | undefined;
  /** Memory in bytes, overheads of small objects estimated. */
  readonly bytes: number;
}

/** A field together with how it compares: what a column is built for. */
export type ColumnKey = Pick<CompiledCondition, 'field' | 'type' | 'byId'>;

/** What tells a column from the others of its records. */
export function columnName({ field, type, byId }: ColumnKey): string {
  return `${type}${byId ? ' by id' : ''}:${field}`;
}

/**
 * Typed columns over the slots of an index, built when a filter first needs them. Evaluates compiled filters as
 * `matchesFilter` does, for all slots at once.
 */
export class ColumnStore {
  private readonly columns = new Map<string, { readonly key: ColumnKey; readonly column: Column }>();

  /** Columns that a filter needs and that are not built yet. */
  missing(filter: CompiledFilter): ColumnKey[] {
    return columnsOf([filter]).filter((key) => !this.columns.has(columnName(key)));
  }

  /** Builds (or rebuilds) a column from the field's value of every live slot. */
  load(key: ColumnKey, entries: Iterable<readonly [slot: number, value: JsonValue | undefined]>): void {
    const column = key.type === 'text' ? new TextColumn() : new NumericColumn();
    this.columns.set(columnName(key), { key, column });
    this.extend(key, entries);
  }

  /** Adds the values of more slots to a column that is there, one page of many. Throws when it is not. */
  extend(key: ColumnKey, entries: Iterable<readonly [slot: number, value: JsonValue | undefined]>): void {
    const column = this.columnOf(key);
    for (const [slot, value] of entries) {
      column.set(slot, readCell(value, key));
    }
  }

  /** Brings every built column up to date with a slot's new attributes. */
  set(slot: number, attributes: JsonObject): void {
    for (const { key, column } of this.columns.values()) {
      column.set(slot, readCell(ownValue(attributes, key.field), key));
    }
  }

  /** Forgets a slot in every built column. */
  clear(slot: number): void {
    this.set(slot, {});
  }

  /** The slots among `candidates` that match the filter. Throws when a column it needs is missing. */
  mask(filter: CompiledFilter, candidates: Bitset): Bitset {
    let matching = candidates.clone();
    for (const condition of filter.conditions) {
      matching = this.columnOf(condition).matches(condition, matching);
    }
    return matching;
  }

  /** Reads the least value of slots in a column, by which records are sorted. Throws when the column is missing. */
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

  /** How many of the candidates have each text of a field, whose text column must be built; see `TextColumn`. */
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
