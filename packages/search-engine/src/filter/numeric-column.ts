import { Bitset } from '../bitset.js';
import { type Cell, type CompiledCondition, passes, type Test } from './compile.js';
import { compareMeasures, dayOf, doubleTest, type Measure, type OrderOperator } from './scalars.js';

const cellOverheadBytes = 200;

/** What a slot contains: no number, a single double, or several values in a separate cell. */
const kinds = { null: 0, false: 1, empty: 2, unreadable: 3, number: 4, several: 5 } as const;

/**
 * The numbers or dates of one field. Each slot has a double, which is NaN unless the value is exactly one number that a
 * double can represent. Other numbers, and several values (lists, relational pairs), are stored separately.
 */
export class NumericColumn {
  private values = new Float64Array(0);
  private kinds = new Uint8Array(0);
  private readonly several = new Map<number, Cell>();

  set(slot: number, cell: Cell): void {
    const kind = kindOf(cell);
    if (slot >= this.values.length) {
      // An absent value needs no memory, as in a text column.
      if (kind === kinds.null) {
        return;
      }
      this.grow(slot + 1);
    }
    this.kinds[slot] = kind;
    this.values[slot] = kind === kinds.number ? Number(cell.equalities[0]) : Number.NaN;
    if (kind === kinds.several) {
      this.several.set(slot, cell);
    } else {
      this.several.delete(slot);
    }
  }

  matches(condition: CompiledCondition, candidates: Bitset): Bitset {
    const range = rangeOf(condition.tests);
    if (range !== undefined) {
      return this.within(range, condition, candidates);
    }
    const passingKinds = plainCells.map((cell) => condition.tests.every((test) => passes(cell, test)));
    const passesNumber = numberPredicate(condition.tests);
    return keepSlots(candidates, (slot) => {
      const kind = this.kinds[slot] ?? kinds.null;
      return kind === kinds.number
        ? passesNumber(this.values[slot] ?? Number.NaN)
        : (passingKinds[kind] ?? this.passesSeveral(slot, condition));
    });
  }

  /**
   * `matches` for a range, which is the most frequent filter. NaN is outside of every range, so one comparison per slot
   * is enough. That is several times faster than a function call.
   */
  private within(range: Range, condition: CompiledCondition, candidates: Bitset): Bitset {
    const { values } = this;
    const { least, most, above, below } = range;
    const source = candidates.words;
    const kept = new Bitset(candidates.capacity);
    const target = kept.words;
    const words = Math.min(source.length, Math.ceil(values.length / 32));
    for (let index = 0; index < words; index += 1) {
      let passing = 0;
      for (let bit = 0; bit < 32; bit += 1) {
        const value = values[index * 32 + bit] as number;
        passing |= Number(value >= least && value <= most && !(value <= above) && !(value >= below)) << bit;
      }
      target[index] = passing & (source[index] as number);
    }
    for (const slot of this.several.keys()) {
      if (candidates.has(slot) && this.passesSeveral(slot, condition)) {
        kept.set(slot);
      }
    }
    return kept;
  }

  least(slot: number): Measure | undefined {
    if (this.kinds[slot] === kinds.number) {
      return this.values[slot];
    }
    const [first, ...others] = (this.several.get(slot)?.ranges ?? []) as readonly Measure[];
    return others.reduce(
      (least, value) => (least !== undefined && compareMeasures(value, least) < 0 ? value : least),
      first,
    );
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

/**
 * The candidates that pass the test. It reads whole words of the set, which is several times faster than iterating over
 * it.
 */
function keepSlots(candidates: Bitset, passes: (slot: number) => boolean): Bitset {
  const source = candidates.words;
  const kept = new Bitset(candidates.capacity);
  const target = kept.words;
  for (let index = 0; index < source.length; index += 1) {
    let word = source[index] ?? 0;
    let passing = 0;
    while (word !== 0) {
      const bit = 31 - Math.clz32(word & -word);
      if (passes(index * 32 + bit)) {
        passing |= 1 << bit;
      }
      word &= word - 1;
    }
    target[index] = passing;
  }
  return kept;
}

/** The bounds of a range; NaN for a missing bound. */
interface Range {
  readonly least: number;
  readonly most: number;
  readonly above: number;
  readonly below: number;
}

/** The single range that all tests together describe. Undefined if one of them is not a range test. */
function rangeOf(tests: readonly Test[]): Range | undefined {
  const range = {
    least: Number.NEGATIVE_INFINITY,
    most: Number.POSITIVE_INFINITY,
    above: Number.NaN,
    below: Number.NaN,
  };
  for (const test of tests) {
    if (test.kind !== 'order') {
      return undefined;
    }
    const { operator, operand } = doubleTest(test.operator, test.operand);
    if (operator === 'gte') {
      range.least = Math.max(range.least, operand);
    } else if (operator === 'lte') {
      range.most = Math.min(range.most, operand);
    } else if (operator === 'gt') {
      range.above = range.above >= operand ? range.above : operand;
    } else {
      range.below = range.below <= operand ? range.below : operand;
    }
  }
  return tests.length > 0 ? range : undefined;
}

/** Cells without a number, by kind. */
const plainCells: readonly Cell[] = (['null', 'false', 'empty', 'value'] as const).map((state) => ({
  state,
  equalities: [],
  ranges: [],
}));

function kindOf(cell: Cell): number {
  if (cell.equalities.length === 0 && cell.ranges.length === 0) {
    return cell.state === 'value' ? kinds.unreadable : kinds[cell.state];
  }
  const [only] = cell.equalities;
  const isOne = cell.equalities.length === 1 && cell.ranges.length === 1 && only === cell.ranges[0];
  return isOne && typeof only === 'number' && cell.state === 'value' ? kinds.number : kinds.several;
}

/** `passes` for a cell with one number, without creating the cell. */
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
      const days = new Set(test.days);
      return days.size === 0
        ? (value) => operands.has(value) !== test.negated
        : (value) => (operands.has(value) || days.has(dayOf(value))) !== test.negated;
    }
    case 'order': {
      const { operator, operand } = doubleTest(test.operator, test.operand);
      return comparisons[operator](operand);
    }
  }
}

const comparisons: Record<OrderOperator, (operand: number) => (value: number) => boolean> = {
  lt: (operand) => (value) => value < operand,
  lte: (operand) => (value) => value <= operand,
  gt: (operand) => (value) => value > operand,
  gte: (operand) => (value) => value >= operand,
};
