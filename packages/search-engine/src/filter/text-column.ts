import { Bitset } from '../bitset.js';
import type { Cell, CompiledCondition } from './compile.js';
import { TextDictionary } from './text-dictionary.js';

// Up to this many codes are searched one by one. If a code has few matches, that is about eight times faster than
// testing every slot.
const mostCodesSearched = 6;
const slotsPerSlotFound = 64;

/**
 * The strings of one field, as codes of a dictionary of distinct values. A list or a relational value has one code.
 * Code 0 means that the value is absent.
 */
export class TextColumn {
  private codes = new Uint32Array(0);
  private readonly dictionary = new TextDictionary();

  set(slot: number, cell: Cell): void {
    if (slot >= this.codes.length) {
      // Slots beyond the end are absent anyway, so a filter on a field that no record has uses no memory.
      if (cell.state === 'null') {
        return;
      }
      this.grow(slot + 1);
    }
    const previous = this.codes[slot] ?? 0;
    this.codes[slot] = this.dictionary.take(cell);
    this.dictionary.release(previous);
  }

  matches(condition: CompiledCondition, candidates: Bitset): Bitset {
    const { codes, chosen } = this.dictionary.select(condition.tests);
    const slots = this.canSearch(codes) ? this.search(codes, candidates) : this.scan(codes, candidates);
    return chosen ? slots : candidates.clone().andNot(slots);
  }

  /** Counts the candidates for each string. With `ranged`, only labels that are not empty count. */
  counts(candidates: Bitset, ranged: boolean): Map<string, number> {
    const uses = new Uint32Array(this.dictionary.size);
    candidates.forEach((slot) => {
      const code = this.codes[slot] ?? 0;
      uses[code] = (uses[code] as number) + 1;
    });
    const counts = new Map<string, number>();
    uses.forEach((count, code) => {
      for (const text of count === 0 ? [] : this.dictionary.textsOf(code, ranged)) {
        counts.set(text, (counts.get(text) ?? 0) + count);
      }
    });
    return counts;
  }

  least(slot: number): string | undefined {
    return this.dictionary.least(this.codes[slot] ?? 0);
  }

  get bytes(): number {
    return this.codes.byteLength + this.dictionary.bytes;
  }

  private canSearch(codes: readonly number[]): boolean {
    if (codes.length > mostCodesSearched || codes.includes(0)) {
      return false;
    }
    const found = codes.reduce((sum, code) => sum + this.dictionary.uses(code), 0);
    return found * slotsPerSlotFound <= this.codes.length;
  }

  /**
   * The candidates that have one of a few codes, each of which few slots have. Cannot be used for the code of absent
   * values.
   */
  private search(codes: readonly number[], candidates: Bitset): Bitset {
    const found = new Bitset(candidates.capacity);
    for (const code of codes) {
      let slot = -1;
      for (let left = this.dictionary.uses(code); left > 0; left -= 1) {
        slot = this.codes.indexOf(code, slot + 1);
        if (candidates.has(slot)) {
          found.set(slot);
        }
      }
    }
    return found;
  }

  /** The candidates that have any of the codes. Reads the code of every candidate. */
  private scan(codes: readonly number[], candidates: Bitset): Bitset {
    const passing = new Uint8Array(this.dictionary.size);
    for (const code of codes) {
      passing[code] = 1;
    }
    const slotCodes = this.codes;
    const source = candidates.words;
    const kept = new Bitset(candidates.capacity);
    const target = kept.words;
    for (let index = 0; index < source.length; index += 1) {
      let word = source[index] as number;
      let bits = 0;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        bits |= (passing[slotCodes[index * 32 + bit] ?? 0] as number) << bit;
        word &= word - 1;
      }
      target[index] = bits;
    }
    return kept;
  }

  private grow(slots: number): void {
    const larger = new Uint32Array(Math.max(slots, this.codes.length * 2, 64));
    larger.set(this.codes);
    this.codes = larger;
  }
}
