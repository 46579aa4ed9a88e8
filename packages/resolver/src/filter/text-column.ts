import type { Bitset } from '../bitset.js';
import { type Cell, type CompiledCondition, passes, readCell } from './compile.js';
import { keepSlots } from './keep-slots.js';

const cellOverheadBytes = 160;

/**
 * Text of one field, coded by a dictionary of the distinct values: a condition is tested once per distinct value.
 * Code 0 is an absent value; a list or relational value is one entry with all its texts.
 */
export class TextColumn {
  private codes = new Uint32Array(0);
  private readonly cells: Cell[] = [];
  private readonly uses: number[] = [];
  private readonly codeByKey = new Map<string, number>();
  private readonly freeCodes: number[] = [];
  private keyCharacters = 0;

  constructor() {
    this.codeOf(readCell(undefined, 'text'));
  }

  set(slot: number, cell: Cell): void {
    if (slot >= this.codes.length) {
      this.grow(slot + 1);
    }
    const previous = this.codes[slot] ?? 0;
    const code = this.codeOf(cell);
    this.codes[slot] = code;
    this.uses[code] = (this.uses[code] ?? 0) + 1;
    this.release(previous);
  }

  matches(condition: CompiledCondition, candidates: Bitset): Bitset {
    const passing = new Uint8Array(this.cells.length);
    this.cells.forEach((cell, code) => {
      passing[code] = condition.tests.every((test) => passes(cell, test)) ? 1 : 0;
    });
    return keepSlots(candidates, (slot) => passing[this.codes[slot] ?? 0] === 1);
  }

  get bytes(): number {
    // Keys and texts: two UTF-16 copies at most.
    return this.codes.byteLength + this.cells.length * cellOverheadBytes + this.keyCharacters * 4;
  }

  private codeOf(cell: Cell): number {
    const key = keyOf(cell);
    const known = this.codeByKey.get(key);
    if (known !== undefined) {
      return known;
    }
    const code = this.freeCodes.pop() ?? this.cells.length;
    this.cells[code] = cell;
    this.uses[code] = 0;
    this.codeByKey.set(key, code);
    this.keyCharacters += key.length;
    return code;
  }

  /** Drops a dictionary entry that no slot uses any more, so that changing values do not grow it for ever. */
  private release(code: number): void {
    const uses = Math.max((this.uses[code] ?? 0) - 1, 0);
    this.uses[code] = uses;
    const cell = this.cells[code];
    if (code !== 0 && uses === 0 && cell !== undefined) {
      const key = keyOf(cell);
      this.codeByKey.delete(key);
      this.keyCharacters -= key.length;
      this.freeCodes.push(code);
    }
  }

  private grow(slots: number): void {
    const larger = new Uint32Array(Math.max(slots, this.codes.length * 2, 64));
    larger.set(this.codes);
    this.codes = larger;
  }
}

/** Cells with the same key pass the same tests. */
function keyOf(cell: Cell): string {
  const [only] = cell.equalities;
  if (cell.equalities.length === 1 && cell.ranges.length === 1 && only === cell.ranges[0] && cell.state === 'value') {
    return `=${only}`;
  }
  return JSON.stringify([cell.state, cell.equalities, cell.ranges]);
}
