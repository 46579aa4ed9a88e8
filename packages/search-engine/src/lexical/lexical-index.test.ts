import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { Bitset } from '../bitset.js';
import { type PackedTerms, packTerms } from './entries.js';
import { LexicalIndex } from './lexical-index.js';
import { LexicalView, postingsBudget } from './lexical-view.js';
import { ListPool } from './list-pool.js';
import { TermTable } from './term-table.js';

const words = ['red', 'green', 'lamp', 'chair', 'desk', 'the', 'walnut', 'for', 'a', 'one', 'two'];
const keyOf = (word: string) => words.indexOf(word) + 1;

/** The terms of text with these words. Its first line is the title. */
function termsOf(text: string): PackedTerms {
  const counts = new Map<number, number>();
  const count = (line: string) => {
    const words = line.split(' ').filter((word) => word !== '');
    for (const key of words.map(keyOf)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return words.length;
  };
  const [title = '', ...others] = text.split('\n');
  const titleLength = count(title);
  const titleTerms = counts.size;
  return packTerms({ counts, titleTerms, length: others.reduce((length, line) => length + count(line), titleLength) });
}

/** A term of a query, and its share in the score of each record that contains it. */
interface Scored {
  readonly slots: readonly number[];
  readonly shareOf: (slot: number) => number;
}

/** What `LexicalView.candidates` promises, in ascending order. The terms are sorted, the rarest first. */
function bestWithinBudget(terms: readonly Scored[], mask: Bitset, limit: number): number[] {
  const scores = new Map<number, number>();
  const found = new Set<number>();
  let read = 0;
  for (const { slots, shareOf } of terms) {
    read += slots.length;
    const finds = read <= postingsBudget || found.size < limit;
    for (const slot of slots.filter((each) => mask.has(each))) {
      scores.set(slot, Math.fround((scores.get(slot) ?? 0) + shareOf(slot)));
      if (finds) {
        found.add(slot);
      }
    }
  }
  const scoreOf = (slot: number) => scores.get(slot) as number;
  const best = [...found].sort((a, b) => scoreOf(b) - scoreOf(a) || a - b).slice(0, limit);
  return best.sort((a, b) => a - b);
}

describe('ListPool', () => {
  test('has the same content as separate arrays', () => {
    const list = fc.nat(5);
    const entry = fc.nat(20);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('push' as const), list, entry }),
      fc.record({ kind: fc.constant('remove' as const), list, entry }),
      fc.record({ kind: fc.constant('filter' as const), list, entry }),
      fc.record({ kind: fc.constant('replace' as const), list, entries: fc.array(entry, { maxLength: 40 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const pool = new ListPool();
        const model = Array.from({ length: 6 }, (): number[] => []);
        for (const change of steps) {
          const expected = model[change.list] as number[];
          if (change.kind === 'push') {
            pool.push(change.list, change.entry);
            expected.push(change.entry);
          } else if (change.kind === 'remove') {
            pool.removeEntry(change.list, change.entry);
            const at = expected.indexOf(change.entry);
            if (at >= 0) {
              expected[at] = expected.at(-1) as number;
              expected.pop();
            }
          } else if (change.kind === 'filter') {
            pool.filter(change.list, (value) => value !== change.entry);
            model[change.list] = expected.filter((value) => value !== change.entry);
          } else {
            pool.replace(change.list, Uint32Array.from(change.entries));
            model[change.list] = [...change.entries];
          }
          model.forEach((values, i) => {
            expect([...pool.view(i)]).toEqual(values);
          });
        }
      }),
    );
  });
});

describe('TermTable', () => {
  test('assigns every key one number, in the order of first use', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 40)), (keys) => {
        const table = new TermTable();
        const numbers = keys.map((key) => table.add(key));
        const distinct = [...new Set(keys)];
        expect(numbers).toEqual(keys.map((key) => distinct.indexOf(key)));
        expect(keys.map((key) => table.find(key))).toEqual(numbers);
        expect(table.find(2 ** 41)).toBe(-1);
        expect(table.size).toBe(distinct.length);
      }),
    );
  });
});

describe('LexicalIndex', () => {
  const word = fc.constantFrom('red', 'green', 'lamp', 'chair', 'desk');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const step = fc.record({ slot: fc.nat(12), text: fc.option(text), isSwept: fc.boolean() });

  test('returns the same as an index that is built at once, after any updates, removals and sweeps', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new LexicalIndex();
        const state = new Map<number, string>();
        const removed = new Set<number>();
        for (const { slot, text: content, isSwept } of steps) {
          if (isSwept || removed.has(slot)) {
            index.sweep(Bitset.of(removed));
            removed.clear();
          }
          if (content !== null) {
            index.set(slot, termsOf(content), state.has(slot));
            state.set(slot, content);
          } else if (state.delete(slot)) {
            index.remove(slot);
            removed.add(slot);
          }
        }
        const fresh = new LexicalIndex();
        for (const [slot, content] of state) {
          fresh.set(slot, termsOf(content), false);
        }
        const live = Bitset.of(state.keys());
        for (const name of ['red', 'green', 'lamp', 'chair', 'desk']) {
          const term = index.find(keyOf(name));
          const other = fresh.find(keyOf(name));
          expect(index.frequency(term)).toBe(fresh.frequency(other));
          expect(index.titleFrequency(term)).toBe(fresh.titleFrequency(other));
          expect(index.titleFrequency(term, live)).toBe(fresh.titleFrequency(other));
          const found = new LexicalView(index).candidates([{ term, weight: 1 }], live, 100);
          expect(new Set(found)).toEqual(
            new Set(new LexicalView(fresh).candidates([{ term: other, weight: 1 }], live, 100)),
          );
          expect(found).toHaveLength(index.frequency(term));
        }
      }),
    );
  });

  test('finds the highest scores over several terms, even though it skips postings', () => {
    const ordered = ['the', 'red', 'green', 'lamp', 'chair', 'desk', 'walnut'];
    // The n-th word is n times less frequent than the first.
    const content = fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
      .map((shares) => shares.map((share) => ordered[Math.floor(ordered.length ** share) - 1] ?? 'the').join(' '));
    const weights = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: ordered.length, maxLength: ordered.length });
    const contents = fc.array(content, { minLength: 20, maxLength: 150 });
    fc.assert(
      fc.property(contents, weights, fc.integer({ min: 1, max: 8 }), (texts, wanted, limit) => {
        const index = new LexicalIndex();
        texts.forEach((text, slot) => {
          index.set(slot, termsOf(text), false);
        });
        const view = new LexicalView(index);
        const terms = ordered
          .map((word, i) => ({ term: index.find(keyOf(word)), weight: (wanted[i] as number) / 10 }))
          .filter(({ term }) => term >= 0)
          .sort((a, b) => a.term - b.term);
        const occurrences = { strengths: new Float32Array(terms.length), inTitle: new Uint8Array(terms.length) };
        const numbers = Uint32Array.from(terms, ({ term }) => term);
        const scoreOf = (slot: number) => {
          view.readOccurrences(slot, numbers, occurrences);
          return terms.reduce(
            (sum, { weight }, i) => sum + weight * Math.max(0, occurrences.strengths[i] as number),
            0,
          );
        };
        const scores = texts.map((_, slot) => scoreOf(slot)).filter((score) => score > 0);
        const best = scores.sort((a, b) => b - a).slice(0, limit);
        const found = Array.from(view.candidates(terms, Bitset.range(texts.length), limit), scoreOf).sort(
          (a, b) => b - a,
        );
        expect(found).toHaveLength(best.length);
        found.forEach((score, i) => {
          expect(score).toBeCloseTo(best[i] as number, 4);
        });
      }),
    );
  });

  test('finds records by the rarest terms within the budget of postings, and ranks them by all terms', () => {
    const records = 40_000;
    const all = Array.from({ length: records }, (_, slot) => slot);
    const perMille = fc.array(fc.constantFrom(1, 700, 800, 900, 1_000), { minLength: 9, maxLength: 9 });
    const queries = fc.array(
      fc.record({
        weights: fc.array(fc.constantFrom(0, 1, 2, 4, 4, 4), { minLength: 9, maxLength: 9 }),
        limit: fc.constantFrom(1, 8, 60),
        every: fc.constantFrom(1, 3, 1_009),
      }),
      { minLength: 6, maxLength: 6 },
    );
    fc.assert(
      fc.property(perMille, fc.nat(), queries, (shares, seed, wanted) => {
        const isWith = (slot: number, at: number) =>
          (Math.imul((slot * 16 + at + 1) ^ seed, 2_654_435_761) >>> 16) % 1_000 < (shares[at] as number);
        const slots = shares.map((_, at) => all.filter((slot) => isWith(slot, at)));
        const lengthOf = (slot: number) => 4 + (slot % 7);
        const average = all.reduce((sum, slot) => sum + lengthOf(slot), 0) / records;
        const index = new LexicalIndex();
        for (const slot of all) {
          const counts = new Map(shares.flatMap((_, at) => (isWith(slot, at) ? [[at + 1, 1] as const] : [])));
          index.set(slot, packTerms({ counts, titleTerms: 0, length: lengthOf(slot) }), false);
        }
        for (const { weights, limit, every } of wanted) {
          const terms = slots
            .map((having, at) => ({ slots: having, key: at + 1, weight: weights[at] as number }))
            .filter((term) => term.weight > 0 && term.slots.length > 0)
            .sort((a, b) => a.slots.length - b.slots.length || a.key - b.key);
          const scored = terms.map(({ weight, ...term }) => ({
            ...term,
            shareOf: (slot: number) => weight / (1 + 0.6 + (0.6 / average) * lengthOf(slot)),
          }));
          const mask = Bitset.of(all.filter((slot) => slot % every === 0));
          const found = new LexicalView(index).candidates(
            terms.map(({ key, weight }) => ({ term: index.find(key), weight })),
            mask,
            limit,
          );
          expect([...found].sort((a, b) => a - b)).toEqual(bestWithinBudget(scored, mask, limit));
        }
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  test('prefers records that contain a term more often, and in fewer words', () => {
    const index = new LexicalIndex();
    const texts = ['lamp one two red green a desk', 'lamp lamp', 'lamp one', 'one two'];
    texts.forEach((content, slot) => {
      index.set(slot, termsOf(content), false);
    });
    const term = index.find(keyOf('lamp'));
    const best = (limit: number) =>
      [...new LexicalView(index).candidates([{ term, weight: 1 }], Bitset.range(4), limit)].sort();
    expect([1, 2, 3, 4].map(best)).toEqual([[1], [1, 2], [0, 1, 2], [0, 1, 2]]);
  });

  test('distinguishes terms in the title from terms in other lines', () => {
    const index = new LexicalIndex();
    index.set(0, termsOf('green lamp\nfor a desk green'), false);
    const terms = ['green', 'lamp', 'desk', 'chair'].map((name) => index.find(keyOf(name)));
    const [green = 0, lamp = 0, desk = 0] = terms;
    expect(index.titleTerms(0).sort()).toEqual([green, lamp].sort());

    const wanted = Uint32Array.of(green, lamp, desk).sort();
    const occurrences = { strengths: new Float32Array(3), inTitle: new Uint8Array(3) };
    new LexicalView(index).readOccurrences(0, wanted, occurrences);
    const [ofGreen = 0, ofLamp = 0, ofDesk = 0] = [green, lamp, desk].map((term) => wanted.indexOf(term));
    expect([ofGreen, ofLamp, ofDesk].map((at) => occurrences.inTitle[at])).toEqual([1, 1, 0]);
    expect(occurrences.strengths[ofGreen]).toBeGreaterThan(occurrences.strengths[ofLamp] as number);
    expect(occurrences.strengths[ofLamp]).toBeGreaterThan(occurrences.strengths[ofDesk] as number);
    expect(occurrences.strengths[ofDesk]).toBeGreaterThan(0);
  });

  test('counts the titles that contain a term, of live records and in a slice', () => {
    const index = new LexicalIndex();
    ['red lamp', 'desk\nred', 'red chair', 'red'].forEach((content, slot) => {
      index.set(slot, termsOf(content), false);
    });
    index.remove(3);
    const red = index.find(keyOf('red'));
    expect(new LexicalView(index).titleFrequency(red)).toBe(2);
    expect(new LexicalView(index, Bitset.of([0, 1])).titleFrequency(red)).toBe(1);
    expect(new LexicalView(index).titleFrequency(-1)).toBe(0);
  });
});
