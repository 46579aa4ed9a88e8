import type { Bitset } from '../bitset.js';
import { type Cell, type CompiledCondition, passes, type Test } from './compile.js';
import { keepSlots } from './keep-slots.js';

const cellOverheadBytes = 200;

/** How a slot's value is kept: the states of a cell, a single number, or a cell of its own. */
const kinds = { null: 0, false: 1, empty: 2, unreadable: 3, number: 4, several: 5 } as const;

/**
 * Numbers or dates of one field: a double per slot, NaN unless the value reads as exactly one number. Values that offer
 * several (lists, relational pairs) are kept beside it.
 */
export class NumericColumn {
  private values = new Float64Array(0);
  private kinds = new Uint8Array(0);
  private readonly several = new Map<number, Cell>();

  set(slot: number, cell: Cell): void {
    if (slot >= this.values.length) {
      this.grow(slot + 1);
    }
    const kind = kindOf(cell);
    this.kinds[slot] = kind;
    this.values[slot] = kind === kinds.number ? Number(cell.equalities[0]) : Number.NaN;
    if (kind === kinds.several) {
      this.several.set(slot, cell);
    } else {
      this.several.delete(slot);
    }
  }

  matches(condition: CompiledCondition, candidates: Bitset): Bitset {
    const passingKinds = plainCells.map((cell) => condition.tests.every((test) => passes(cell, test)));
    const passesNumber = numberPredicate(condition.tests);
    return keepSlots(candidates, (slot) => {
      const kind = this.kinds[slot] ?? kinds.null;
      return kind === kinds.number
        ? passesNumber(this.values[slot] ?? Number.NaN)
        : (passingKinds[kind] ?? this.passesSeveral(slot, condition));
    });
  }

  get bytes(): number {
    return this.values.byteLength + this.kinds.byteLength + this.several.size * cellOverheadBytes;
  }

  private passesSeveral(slot: number, condition: CompiledCondition): boolean {
    const cell = this.several.get(slot);
    return cell !== undefined && condition.tests.every((test) => passes(cell, test));
  }

  private grow(slots: number): void {
    const capacity = Math.max(slots, this.values.length * 2, 64);
    const values = new Float64Array(capacity).fill(Number.NaN);
    values.set(this.values);
    this.values = values;
    const grown = new Uint8Array(capacity);
    grown.set(this.kinds);
    this.kinds = grown;
  }
}

/** The cells without a number, by kind. */
const plainCells: readonly Cell[] = (['null', 'false', 'empty', 'value'] as const).map((state) => ({
  state,
  equalities: [],
  ranges: [],
}));

function kindOf(cell: Cell): number {
  if (cell.equalities.length === 0 && cell.ranges.length === 0) {
    return cell.state === 'value' ? kinds.unreadable : kinds[cell.state];
  }
  const isOne = cell.equalities.length === 1 && cell.ranges.length === 1 && cell.equalities[0] === cell.ranges[0];
  return isOne && cell.state === 'value' ? kinds.number : kinds.several;
}

/** `passes` for a cell that offers one number, without making the cell. */
function numberPredicate(tests: readonly Test[]): (value: number) => boolean {
  const [only, ...others] = tests.map(testNumber);
  if (only !== undefined && others.length === 0) {
    return only;
  }
  const predicates = only === undefined ? [] : [only, ...others];
  return (value) => predicates.every((predicate) => predicate(value));
}

function testNumber(test: Test): (value: number) => boolean {
  switch (test.kind) {
    case 'exists':
      return () => test.expected;
    case 'equals': {
      const operands = new Set(test.operands);
      return (value) => operands.has(value) !== test.negated;
    }
    case 'order':
      return comparisons[test.operator](Number(test.operand));
  }
}

const comparisons = {
  lt: (operand: number) => (value: number) => value < operand,
  lte: (operand: number) => (value: number) => value <= operand,
  gt: (operand: number) => (value: number) => value > operand,
  gte: (operand: number) => (value: number) => value >= operand,
};
