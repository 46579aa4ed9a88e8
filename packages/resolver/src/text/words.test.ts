import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedWords } from './words.js';

const word = fc.oneof(
  fc.stringMatching(/^[a-zäöüéßøλжя]{1,8}$/),
  fc.stringMatching(/^\d{1,4}$/),
  fc.constantFrom('2.5', '12-34', 'ab1200', 'ñandú', '机', 'SO1042'),
);
const between = fc.constantFrom(' ', '  ', '\t', ' - ', ', ', '. ', ' / ', '; ', ' ("', '! ');
const around = fc.constantFrom('', ' ', '"', '…', '?!', '(');

describe('sortedWords', () => {
  it('ignores case, spaces, punctuation and order', () => {
    const spelled = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 8 }),
      between: fc.array(between, { minLength: 8, maxLength: 8 }),
      order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      upper: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      around: fc.tuple(around, around),
    });
    fc.assert(
      fc.property(spelled, (sample) => {
        const shuffled = sample.words
          .map((text, at) => ({ text: sample.upper[at] ? text.toUpperCase() : text, rank: sample.order[at] ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ text }, at) => text + (sample.between[at] ?? ' '))
          .join('');
        const [before, after] = sample.around;
        expect(sortedWords(before + shuffled + after)).toBe(sortedWords(sample.words.join(' ')));
      }),
    );
  });

  it.each([
    ['Desk, OAK (160)', '160 oak desk'],
    ['oak-desk/160cm', 'desk 160cm oak'],
    ["men's shoes", 'mens shoes'],
    ['Ø 2,5 mm', 'o 2.5 mm'],
    ['Büro', 'BURO'],
  ])('is equal for %s and %s', (one, other) => {
    expect(sortedWords(one)).toBe(sortedWords(other));
  });

  it.each([
    ['hose 2.5', 'hose 5.2'],
    ['hose 2.5', 'hose 25'],
    ['bolt 12-34', 'bolt 34-12'],
    ['desk', 'desk desk'],
    ['oak desk', 'oakdesk'],
  ])('differs for %s and %s', (one, other) => {
    expect(sortedWords(one)).not.toBe(sortedWords(other));
  });

  it('is empty for punctuation', () => {
    expect(sortedWords(' ?! … ')).toBe('');
  });
});
