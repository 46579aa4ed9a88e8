import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Item, indexOf, resolve } from './testing/coded-items.js';

const others: readonly Item[] = [
  ['hose', 'Garden hose'],
  ['clock', 'Wall clock'],
];
const verdictOf = (title: string, text: string) => resolve(indexOf([['it', title], ...others], true), text).verdict;

/** A thing, a relation of its language, the articles that can follow, and what follows. */
const languages: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
  ['steel hinge', ['for', 'with', 'without', 'in', 'of'], ['a', 'the', 'A', 'THE'], 'left door'],
  ['Scharnier', ['für', 'mit', 'ohne'], ['eine', 'die', 'der'], 'Haustür'],
  ['charnière', ['pour', 'avec', 'sans'], ['la', 'une'], 'armoire'],
  ['bisagra', ['para', 'con', 'sin'], ['la', 'una'], 'puerta'],
  ['dobradiça', ['para', 'com', 'sem'], ['a', 'o', 'uma'], 'porta'],
];
const phrase = fc
  .constantFrom(...languages)
  .chain(([thing, relations, articles, rest]) =>
    fc
      .tuple(fc.constantFrom(...relations), fc.constantFrom(...articles))
      .map(([relation, article]) => ({ thing, relation, article, rest })),
  );

describe('search: an article in a query', () => {
  test('costs no verdict, wherever the record has none', () => {
    fc.assert(
      fc.property(phrase, ({ thing, relation, article, rest }) => {
        const said = `${thing} ${relation} ${article} ${rest}`;
        expect(verdictOf(`${thing} ${relation} ${rest}`, said), said).toBe('high');
      }),
    );
  });

  test('costs no verdict before a vowel, where it is written with an apostrophe', () => {
    const noun = fc.constantFrom('olive', 'huile', 'arachide', 'argan', 'acqua', 'oliva', 'orange');
    fc.assert(
      fc.property(
        noun,
        noun,
        fc.constantFrom("'", '’'),
        fc.constantFrom('l', 'd', 'L', 'D'),
        (one, other, mark, article) => {
          fc.pre(one !== other);
          const title = `${one} d${mark}${other}`;
          for (const text of [title, `${article}${mark}${title}`, `${one} ${other}`]) {
            expect(verdictOf(title, text), text).toBe('high');
          }
          expect(verdictOf(`${one} ${other}`, title), title).toBe('high');
        },
      ),
    );
  });

  test('that is a part of a name counts, with any apostrophe, and is the name in any spelling', () => {
    const name = fc.constantFrom('Brien', 'Malley', 'Souza', 'Costa', 'Keeffe', 'Rinaldo');
    const prefix = fc.constantFrom('O', 'D', 'L', 'Dell', 'All', 'Qu');
    fc.assert(
      fc.property(name, prefix, fc.constantFrom("'", '’'), fc.boolean(), (name, prefix, mark, isBehind) => {
        const said = (own: string) => (isBehind ? `carpet ${own}` : `${own} carpet`);
        const full = `${prefix}${mark}${name}`;
        expect(verdictOf(said(name), said(full)), full).not.toBe('high');
        expect(verdictOf(said(name), `do you have ${said(full)}?`), full).not.toBe('high');
        for (const spelling of [full, full.toLowerCase(), full.replace(mark, ''), full.replace(mark, "'")]) {
          expect(verdictOf(said(full), said(spelling)), spelling).toBe('high');
        }
      }),
    );
  });

  test('hides no other letter of the record', () => {
    const letter = fc.constantFrom('B', 'C', 'D', 'X');
    fc.assert(
      fc.property(phrase, letter, ({ thing, relation, article, rest }, letter) => {
        fc.pre(article.length === 1);
        const title = `${thing} ${relation} ${letter} ${rest}`;
        expect(verdictOf(title, `${thing} ${relation} ${article} ${rest}`)).not.toBe('high');
      }),
    );
  });

  test.each([
    ['Grade B egg', 'grade a egg'],
    ['Vitamin C', 'vitamin a'],
    ['Vitamin C complex', 'vitamin c and a complex'],
    ['USB-C cable', 'USB-C to A cable'],
    ['Box with lid', 'box without a lid'],
    ['Yoghurt without sugar', 'yoghurt with the sugar'],
    ['Angelo Rossi', "D'Angelo Rossi"],
    ['Adapter from USB to HDMI', 'adapter from the HDMI to the USB'],
  ])('keeps another meaning below high: "%s" for "%s"', (title, text) => {
    expect(verdictOf(title, text)).not.toBe('high');
  });
});
