import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexOf, resolve } from './testing/coded-items.js';

const makers = ['Samsung', 'Weber', 'Zentrox', 'Korbeck'];
const code = 'KX-4411-B';
const scene = fc.record({
  maker: fc.constantFrom(...makers),
  noun: fc.constantFrom('wrist strap', 'iron griddle', 'oak table', 'wall clock'),
  isDeclared: fc.boolean(),
});
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

const prose =
  'Made of 12-megapixel parts and built in 3 sizes, a long text that mentions much, over many words, for any Tyro';

function catalogue(title: string, { isDeclared }: Pick<Scene, 'isDeclared'>) {
  const text = isDeclared ? `${title}\n${prose}` : title;
  const others = makers.map((maker, at) => [`o${at}`, `${maker} garden hose`, `GH-77${at}-Z`] as const);
  return indexOf([['own', text, code], ...others], isDeclared);
}

function expectLow(title: string, scene: Scene, queries: readonly string[]): void {
  const index = catalogue(title, scene);
  expect(resolve(index, title)).toMatchObject({ verdict: 'high', first: 'own' });
  for (const query of queries) {
    expect([query, resolve(index, query).verdict]).not.toEqual([query, 'high']);
  }
}

describe('search: a title with a word more', () => {
  test('that is one of a request only elsewhere is not high', () => {
    const word = fc.constantFrom('product', 'price', 'customer', 'status', 'online', 'stock', 'mail', 'code');
    fc.assert(
      fc.property(scene, word, (each, word) => {
        const title = `manager ${each.noun} ${each.maker}`;
        expectLow(title, each, [`${word} ${title}`, `do you have the ${word} ${title}?`]);
        const request = `${word}: ${title}`;
        expect([request, resolve(catalogue(title, each), request).verdict]).toEqual([request, 'high']);
      }),
    );
  });

  test('in the place of its maker is not high, even with a code', () => {
    fc.assert(
      fc.property(scene, fc.constantFrom(...makers), (each, other) => {
        fc.pre(other !== each.maker);
        // The record names its maker twice, so the query lacks no word of the title.
        const title = `${each.maker} ${each.noun} for ${each.maker} S3`;
        const changed = title.replace(each.maker, other);
        expectLow(title, each, [`${changed} ${code}`, `${code} ${changed}`, `do you have ${changed} ${code}?`]);
      }),
    );
  });

  test('that says what the thing is for is not high, although the record is for something itself', () => {
    const accessory = fc.constantFrom(
      'Charger for',
      'Spare part for',
      'Remote control for',
      'Band replaces',
      'Aqua fits',
    );
    fc.assert(
      fc.property(scene, accessory, (each, accessory) => {
        const title = `${each.maker} ${each.noun} for ${each.maker} S3`;
        expectLow(title, each, [
          `${accessory} ${title}`,
          `${accessory} ${title} ${code}`,
          `${code} ${accessory} ${title}`,
        ]);
      }),
    );
  });

  test('that it has already is not high', () => {
    fc.assert(
      fc.property(scene, fc.nat(), (each, choice) => {
        const words = `${each.maker} ${each.noun}`.split(' ');
        const at = choice % words.length;
        const twice = words.toSpliced(at, 0, words[at] as string).join(' ');
        expectLow(words.join(' '), each, [twice, twice.toUpperCase(), `do you have ${twice}?`]);
        expect(resolve(catalogue(twice, each), twice)).toMatchObject({ verdict: 'high', first: 'own' });
      }),
    );
  });

  test('that is a mark and a stop word is not high, and those of a request are', () => {
    const mark = fc.constantFrom('in', 'out', 'over', 'under', 'am', 'left', 'with', 'mit');
    fc.assert(
      fc.property(scene, mark, (each, mark) => {
        const title = `${each.maker} ${each.noun}`;
        expectLow(title, each, [`${mark} ${title}`]);
        for (const around of [
          'is # in stock?',
          'how many # are left?',
          'do you have # with you?',
          'are we out of #?',
        ]) {
          const text = around.replace('#', title);
          expect([text, resolve(catalogue(title, each), text)]).toMatchObject([
            text,
            { verdict: 'high', first: 'own' },
          ]);
        }
      }),
    );
  });

  test('is not high for a number that only prose has, a letter behind a code, or a label behind the title', () => {
    fc.assert(
      fc.property(scene, (each) => {
        const title = `${each.maker} ${each.noun} - 010-10609-00`;
        expectLow(title, each, [`${title} 12`, `${title} A`, `${title} phone`]);
      }),
    );
  });

  test('that says that something is not there is not high, even with a code', () => {
    fc.assert(
      fc.property(scene, (each) => {
        const title = `${each.maker} ${each.noun} telephone - MSACUS40`;
        const changed = [title.replace('MSACUS', 'non-MSACUS'), title.replace('telephone', 'telephone-free')];
        expectLow(
          title,
          each,
          changed.flatMap((text) => [`${text} ${code}`, `${code} ${text}`]),
        );
      }),
    );
  });
});

test('a letter joined to a name is not an article', () => {
  const index = indexOf(
    [
      ['own', 'D-Link cable modem - DCM-202', '4006381333931'],
      ['o', 'Garden hose'],
    ],
    true,
  );
  expect(resolve(index, 'A-Link cable modem - DCM-202').verdict).toBe('low');
  expect(resolve(index, 'a D-Link cable modem - DCM-202').verdict).toBe('high');
});
