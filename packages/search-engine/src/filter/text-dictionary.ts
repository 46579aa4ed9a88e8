import { type Cell, inOrder, type OrderTest, passes, readCell, type Test } from './compile.js';
import { compareCodePoints } from './scalars.js';

const entryOverheadBytes = 90;
const cellOverheadBytes = 180;
const textOverheadBytes = 60;
const holderOverheadBytes = 40;

/** The entry of a code. It is a string if the cell has only that value, which is the usual case. */
type Entry = string | Cell;

/** The codes that match a condition. If `chosen` is false, the codes that do not match. */
export interface CodeSelection {
  readonly codes: readonly number[];
  readonly chosen: boolean;
}

/** The codes that a test selects, and whether these are the ones that match. */
interface Distinction {
  readonly codes: ReadonlySet<number>;
  readonly chosen: boolean;
}

/**
 * The distinct cells of a text column. Each has a code and a count of its uses. Code 0 means that the value is absent.
 * An equality looks its operands up; only order comparisons read every cell.
 */
export class TextDictionary {
  private readonly entries: Entry[] = [];
  private readonly useCounts: number[] = [];
  private readonly codeByText = new Map<string, number>();
  private readonly codeByCellKey = new Map<string, number>();
  private readonly holders = new CodesByText();
  private readonly codesWithoutValue = new Set<number>();
  private readonly freeCodes: number[] = [];
  private characters = 0;

  constructor() {
    this.take(readCell(undefined, { type: 'text' }));
  }

  /** One more than the highest code. */
  get size(): number {
    return this.entries.length;
  }

  /** The number of slots with a code. Unknown for code 0, which every slot has by default. */
  uses(code: number): number {
    return this.useCounts[code] ?? 0;
  }

  /** Returns the code of a cell, and counts one more use. */
  take(cell: Cell): number {
    const text = onlyTextOf(cell);
    const code = text === undefined ? this.codeOfCell(cell) : this.codeOfText(text);
    this.useCounts[code] = this.uses(code) + 1;
    return code;
  }

  /** Reduces the use count of a code. An unused cell is dropped, so that changing values do not accumulate. */
  release(code: number): void {
    const uses = Math.max(this.uses(code) - 1, 0);
    this.useCounts[code] = uses;
    if (code !== 0 && uses === 0) {
      this.drop(code);
    }
  }

  /**
   * The codes that match all tests, or those that do not, depending on which can be found without reading all cells.
   */
  select(tests: readonly Test[]): CodeSelection {
    const orders = tests.filter((test): test is OrderTest => test.kind === 'order');
    const distinctions = tests.flatMap((test) => (test.kind === 'order' ? [] : [this.distinguish(test)]));
    const [narrowest] = distinctions.filter(({ chosen }) => chosen).sort((a, b) => a.codes.size - b.codes.size);
    if (narrowest === undefined && orders.length === 0) {
      return { codes: [...new Set(distinctions.flatMap(({ codes }) => [...codes]))], chosen: false };
    }
    const codes: number[] = [];
    const consider = (code: number) => {
      const isOrdered = orders.every((test) => this.passesOrder(code, test));
      if (isOrdered && distinctions.every((distinction) => distinction.codes.has(code) === distinction.chosen)) {
        codes.push(code);
      }
    };
    if (narrowest === undefined) {
      for (let code = 0; code < this.entries.length; code += 1) {
        consider(code);
      }
    } else {
      narrowest.codes.forEach(consider);
    }
    return { codes, chosen: true };
  }

  /** The distinct strings of a code in equalities. With `ranged`, only labels that are not empty. */
  textsOf(code: number, ranged: boolean): readonly string[] {
    const entry = this.entries[code] ?? '';
    if (typeof entry === 'string') {
      return [entry];
    }
    return [...new Set((ranged ? entry.ranges : entry.equalities).map(String))];
  }

  /** The first string of a code, by code point, that a range can match. Undefined if there is none. */
  least(code: number): string | undefined {
    const entry = this.entries[code] ?? '';
    return typeof entry === 'string' ? entry : entry.ranges.map(String).sort(compareCodePoints)[0];
  }

  /** Memory in bytes; overheads of small objects are estimated. */
  get bytes(): number {
    const cells = this.codeByCellKey.size * cellOverheadBytes;
    return this.entries.length * entryOverheadBytes + cells + this.characters * 2 + this.holders.bytes;
  }

  private codeOfText(text: string): number {
    const known = this.codeByText.get(text);
    if (known !== undefined) {
      return known;
    }
    const code = this.add(text);
    this.codeByText.set(text, code);
    this.characters += text.length;
    return code;
  }

  private codeOfCell(cell: Cell): number {
    const key = keyOf(cell);
    const known = this.codeByCellKey.get(key);
    if (known !== undefined) {
      return known;
    }
    const code = this.add(compact(cell));
    this.codeByCellKey.set(key, code);
    this.characters += key.length;
    for (const text of cell.equalities) {
      this.holders.add(String(text), code);
    }
    if (cell.state !== 'value') {
      this.codesWithoutValue.add(code);
    }
    return code;
  }

  private add(entry: Entry): number {
    const code = this.freeCodes.pop() ?? this.entries.length;
    this.entries[code] = entry;
    this.useCounts[code] = 0;
    return code;
  }

  private drop(code: number): void {
    const entry = this.entries[code] ?? '';
    if (typeof entry === 'string') {
      this.codeByText.delete(entry);
      this.characters -= entry.length;
    } else {
      const key = keyOf(entry);
      this.codeByCellKey.delete(key);
      this.characters -= key.length;
      for (const text of entry.equalities) {
        this.holders.delete(String(text), code);
      }
      this.codesWithoutValue.delete(code);
    }
    this.entries[code] = '';
    this.freeCodes.push(code);
  }

  /** `passes` for a test that selects few cells. */
  private distinguish(test: Exclude<Test, OrderTest>): Distinction {
    if (test.kind === 'exists') {
      return { codes: this.codesWithoutValue, chosen: !test.expected };
    }
    const codes = new Set<number>();
    for (const operand of test.operands) {
      const code = this.codeByText.get(String(operand));
      if (code !== undefined) {
        codes.add(code);
      }
      this.holders.forEach(String(operand), (holder) => codes.add(holder));
    }
    for (const code of this.codesWithoutValue) {
      const state = (this.entries[code] as Cell).state;
      if ((test.matchesFalse && state === 'false') || (test.matchesNull && state === 'null')) {
        codes.add(code);
      }
    }
    return { codes, chosen: !test.negated };
  }

  private passesOrder(code: number, test: OrderTest): boolean {
    const entry = this.entries[code] ?? '';
    return typeof entry === 'string' ? inOrder(entry, test) : passes(entry, test);
  }
}

/** The string of a cell, if it is the only value of the cell in equalities and ranges. */
function onlyTextOf(cell: Cell): string | undefined {
  const [only] = cell.equalities;
  const isOne = cell.equalities.length === 1 && cell.ranges.length === 1 && only === cell.ranges[0];
  return isOne && cell.state === 'value' ? String(only) : undefined;
}

/** A key of a cell. Cells with the same key match the same tests. */
function keyOf(cell: Cell): string {
  return JSON.stringify([cell.state, cell.equalities, cell.ranges]);
}

/** Copies the lists of a cell to remove spare capacity, which filtered arrays have. */
function compact(cell: Cell): Cell {
  return { state: cell.state, equalities: [...cell.equalities], ranges: [...cell.ranges] };
}

/** The codes of cells that match a string in equalities. Most strings have only one cell, so they need no set. */
class CodesByText {
  private readonly codesByText = new Map<string, number | Set<number>>();
  private inSets = 0;

  add(text: string, code: number): void {
    const codes = this.codesByText.get(text);
    if (codes === undefined) {
      this.codesByText.set(text, code);
    } else if (codes instanceof Set) {
      this.inSets += codes.has(code) ? 0 : 1;
      codes.add(code);
    } else if (codes !== code) {
      this.codesByText.set(text, new Set([codes, code]));
      this.inSets += 2;
    }
  }

  delete(text: string, code: number): void {
    const codes = this.codesByText.get(text);
    if (codes instanceof Set) {
      this.inSets -= codes.delete(code) ? 1 : 0;
      if (codes.size === 0) {
        this.codesByText.delete(text);
      }
    } else if (codes === code) {
      this.codesByText.delete(text);
    }
  }

  /** Visits the codes of the cells that match a string. */
  forEach(text: string, visit: (code: number) => void): void {
    const codes = this.codesByText.get(text);
    if (codes instanceof Set) {
      codes.forEach(visit);
    } else if (codes !== undefined) {
      visit(codes);
    }
  }

  /** Memory in bytes, estimated. */
  get bytes(): number {
    return this.codesByText.size * textOverheadBytes + this.inSets * holderOverheadBytes;
  }
}
