import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Item, indexOf, resolve } from './testing/coded-items.js';
import { isPlain, labels } from './text/stop-words.js';

const isDeclared = fc.boolean();
const rest: readonly Item[] = [
  ['10', 'Garden hose', 'GH-77'],
  ['20', 'Wall clock', 'KX-9'],
];
const alike = { '0': 'O', O: '0', '1': 'I', I: '1', L: '1' } as const;
const isAlike = (character: string): character is keyof typeof alike => character in alike;
const shortCode = fc
  .tuple(fc.stringMatching(/^[BDFHKLOPRTVWZ]{1,2}$/), fc.constantFrom('-', ''), fc.stringMatching(/^[1-9][0-9]{1,2}$/))
  .map((parts) => parts.join(''))
  .filter((code) => [...code].some(isAlike));

test('a code with a character that looks like that of one record is low, and the record first', () => {
  const around = fc.constantFrom('#', '# x 3', 'do you have #?', 'order #', '#, 5 pcs');
  fc.assert(
    fc.property(shortCode, isDeclared, around, fc.nat(), (code, isDeclared, around, choice) => {
      const places = [...code].flatMap((character, at) => (isAlike(character) ? [at] : []));
      const at = places[choice % places.length] as number;
      const typed = code.slice(0, at) + alike[code[at] as keyof typeof alike] + code.slice(at + 1);
      fc.pre(/[A-Z]/.test(typed) && /\d/.test(typed));
      const index = indexOf([['valve', 'Valve housing', code], ...rest], isDeclared);
      const { text, verdict, first } = resolve(index, around.replace('#', typed));
      expect([code, text, verdict, first]).toEqual([code, text, 'low', 'valve']);
    }),
  );
});

test('a code typed with letters only leads to the one record whose code has digits in their place', () => {
  const code = fc.stringMatching(/^[A-HJKMNP-Z]{1,2}[01]{2,3}$/);
  const around = fc.constantFrom('#', '# x 3', 'do you have #?', 'order #');
  fc.assert(
    fc.property(code, isDeclared, around, (code, isDeclared, around) => {
      const index = indexOf([['valve', 'Valve housing', code], ...rest], isDeclared);
      for (const one of ['I', 'l']) {
        const written = code.replaceAll('0', 'O').replaceAll('1', one);
        fc.pre(!isPlain(written.toLowerCase()) && !labels.has(written.toLowerCase()));
        const typed = around.replace('#', written);
        expect([code, typed, resolve(index, typed)]).toMatchObject([code, typed, { verdict: 'low', first: 'valve' }]);
      }
    }),
  );
});

describe('search: what a thing is without', () => {
  const things = fc.constantFrom('sugar', 'gluten', 'lactose', 'alcohol', 'perfume');
  const lacking = ['without #', '#-free', '#free', '# free', 'ohne #', 'no #'];

  test('is the same in every spelling', () => {
    fc.assert(
      fc.property(things, fc.constantFrom(...lacking), fc.constantFrom(...lacking), (thing, one, other) => {
        const [title, query] = [one, other].map((each) => `Cream Tyro ${each.replace('#', thing)}`) as [string, string];
        expect([title, query, resolve(indexOf([['it', title], ...rest], true), query)]).toMatchObject([
          title,
          query,
          { verdict: 'high', first: 'it' },
        ]);
      }),
    );
  });

  test('is not what it is with, in any spelling', () => {
    const having = fc.constantFrom('with #', '#', 'mit #');
    fc.assert(
      fc.property(things, fc.constantFrom(...lacking), having, fc.boolean(), (thing, one, other, isSwapped) => {
        const both = [one, other].map((each) => `Cream Tyro ${each.replace('#', thing)}`);
        const [title, query] = (isSwapped ? both.reverse() : both) as [string, string];
        expect([title, query, resolve(indexOf([['it', title], ...rest], true), query).verdict]).not.toContain('high');
      }),
    );
  });
});

test('a code with a maker that no record has is not the code of another maker', () => {
  const makers = fc.constantFrom('D-Link', 'Zentrox', 'Siemens', 'Canon', 'Korbeck', 'Hewlett Packard');
  const codes = fc.constantFrom('GS308', 'GS308-100', 'TL-SG108', '51MF8090AA004');
  const around = fc.constantFrom('# @', '@ #', '# @ please', 'do you have # @?', '3 x # @');
  fc.assert(
    fc.property(makers, codes, around, fc.constantFrom('declared', 'text', 'title'), (maker, code, around, place) => {
      const title = `Netgear switch 8-port${place === 'title' ? ` ${code}` : ''}`;
      const index = indexOf([['it', title, ...(place === 'title' ? [] : [code])], ...rest], place === 'declared');
      const text = around.replace('#', maker).replace('@', code);
      expect(resolve(index, text)).toMatchObject({ text, verdict: 'low', first: 'it' });
      expect(resolve(index, text.replace(maker, 'Netgear'))).toMatchObject({ verdict: 'high', first: 'it' });
    }),
  );
});

test('the name of a person with an "s" more or less is another name, and the plural of a thing is not', () => {
  const names = fc.constantFrom('Weber', 'Peter', 'Robert', 'William', 'Richard', 'Evan', 'Adam', 'Stephen', 'Joseph');
  fc.assert(
    fc.property(
      names,
      fc.boolean(),
      fc.constantFrom('Anna #', '# Trading', 'Anna Maria #'),
      (name, isSwapped, form) => {
        const both = [name, `${name}s`].map((each) => form.replace('#', each));
        const [title, query] = (isSwapped ? both.reverse() : both) as [string, string];
        const index = indexOf([['it', title], ...rest], true);
        expect([query, resolve(index, query).verdict]).not.toContain('high');
        expect(resolve(index, title)).toMatchObject({ verdict: 'high', first: 'it' });
      },
    ),
  );
  const things = fc.constantFrom('desk', 'charger', 'tripod', 'armchair', 'cable', 'lens cap', 'pen');
  fc.assert(
    fc.property(things, fc.boolean(), (thing, isSwapped) => {
      const both = [`Tyro ${thing}`, `Tyro ${thing}s`];
      const [title, query] = (isSwapped ? both.reverse() : both) as [string, string];
      expect(resolve(indexOf([['it', title], ...rest], true), query)).toMatchObject({ verdict: 'high', first: 'it' });
    }),
  );
});

test('a code that a record has precedes one that another record mentions', () => {
  const codes = fc.constantFrom('CE278A', 'GS308-100', '4006381333931');
  const mention = fc.constantFrom('Fits #', 'Used with # and others', 'Ink for #, CE279A', 'Note: # was replaced');
  fc.assert(
    fc.property(codes, mention, isDeclared, (code, mention, isDeclared) => {
      // A line of digits alone is a code only if it is declared.
      fc.pre(isDeclared || /[A-Z]/.test(code));
      const index = indexOf([['own', 'Toner black', code], ...rest], isDeclared);
      const text = `Cartridge\n${mention.replace('#', code)}`;
      index.upsert({ externalId: 'mention', text, identifiers: [], vector: null });
      expect([mention, resolve(index, code)]).toMatchObject([mention, { verdict: 'high', first: 'own' }]);
      index.upsert({ externalId: 'mention', text: `Cartridge ${code}`, identifiers: [], vector: null });
      expect(resolve(index, code)).toMatchObject({ verdict: 'low', first: 'own' });
    }),
  );
});

test.each(['1000VA', '200Mbps', '5 kg'])(
  'the measure %s does not identify a record that is something else',
  (measure) => {
    const index = indexOf([['ups', 'Backup supply', measure], ...rest], true);
    expect(resolve(index, `router ${measure}`).verdict).not.toBe('high');
  },
);

test('a telephone number that ends in a code of another record is not that code alone', () => {
  const items: readonly Item[] = [
    ['seal', 'Seal', 'DW 1001 F101'],
    ['hose', 'Hose', '0101 101 101'],
  ];
  const found = resolve(indexOf([...items, ...rest], true), '0 101 101 101, DW 1001 F101');
  expect(found).toMatchObject({ verdict: 'low' });
  expect(found.ids.slice(0, 2).sort()).toEqual(['hose', 'seal']);
});
