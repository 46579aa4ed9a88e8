import { Bitset } from '../bitset.js';
import type { JsonObject, JsonValue } from '../json.js';
import { type Cell, type ComparisonType, type CompiledCondition, type CompiledFilter, readCell } from './compile.js';
import { NumericColumn } from './numeric-column.js';
import { TextColumn } from './text-column.js';
import { ownValue } from './values.js';

/** One field's values of every slot, ready to be tested. A slot that was never set is absent. */
export interface Column {
  /** Stores what a slot's value offers to comparisons. */
  set(slot: number, cell: Cell): void;
  /** The slots among `candidates` that pass every test of the condition. */
  matches(condition: CompiledCondition, candidates: Bitset): Bitset;
  /** Memory in bytes, overheads of small objects estimated. */
  readonly bytes: number;
}

/** A field together with how it compares: what a column is built for. */
export interface ColumnKey {
  readonly field: string;
  readonly type: ComparisonType;
}

/**
 * Typed columns over the slots of an index, built when a filter first needs them. Evaluates compiled filters as
 * `matchesFilter` does, for all slots at once.
 */
export class ColumnStore {
  private readonly columns: Readonly<Record<ComparisonType, Map<string, Column>>> = {
    text: new Map(),
    number: new Map(),
    date: new Map(),
  };

  /** Whether the column of a field and type is built. */
  has(field: string, type: ComparisonType): boolean {
    return this.columns[type].has(field);
  }

  /** Columns that a filter needs and that are not built yet. */
  missing(filter: CompiledFilter): ColumnKey[] {
    const needed = filter.conditions.map(({ field, type }) => ({ field, type }));
    return needed.filter(({ field, type }) => !this.has(field, type));
  }

  /** Builds (or rebuilds) a column from the field's value of every live slot. */
  load(
    field: string,
    type: ComparisonType,
    entries: Iterable<readonly [slot: number, value: JsonValue | undefined]>,
  ): void {
    this.columns[type].set(field, type === 'text' ? new TextColumn() : new NumericColumn());
    this.extend(field, type, entries);
  }

  /** Adds the values of more slots to a column that is there, one page of many. Throws when it is not. */
  extend(
    field: string,
    type: ComparisonType,
    entries: Iterable<readonly [slot: number, value: JsonValue | undefined]>,
  ): void {
    const column = this.columnOf(field, type);
    for (const [slot, value] of entries) {
      column.set(slot, readCell(value, type));
    }
  }

  /** Brings every built column up to date with a slot's new attributes. */
  set(slot: number, attributes: JsonObject): void {
    for (const [type, columns] of Object.entries(this.columns) as [ComparisonType, Map<string, Column>][]) {
      for (const [field, column] of columns) {
        column.set(slot, readCell(ownValue(attributes, field), type));
      }
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
      matching = this.columnOf(condition.field, condition.type).matches(condition, matching);
    }
    return matching;
  }

  private columnOf(field: string, type: ComparisonType): Column {
    const column = this.columns[type].get(field);
    if (column === undefined) {
      throw new Error(`The ${type} column of field "${field}" is not built.`);
    }
    return column;
  }

  /** The slots among `candidates` that match at least one filter of a slice. */
  sliceMask(slice: readonly CompiledFilter[], candidates: Bitset): Bitset {
    return slice.reduce((union, filter) => union.or(this.mask(filter, candidates)), new Bitset());
  }

  /** Memory of all built columns in bytes. */
  get bytes(): number {
    const columns = Object.values(this.columns).flatMap((byField) => [...byField.values()]);
    return columns.reduce((total, column) => total + column.bytes, 0);
  }
}
