import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { CollectionIndex } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import { nameTitleWords } from './ranking/verdict.js';

async function ask(titles: readonly string[], text: string) {
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
  const vectors = await builtinEmbedder.embed([...titles, text]);
  titles.forEach((title, i) => {
    index.upsert({ externalId: String(i), text: title, identifiers: [String(i)], vector: vectors[i] ?? null });
  });
  const { hits, verdict, reasons, rivals, unsaidKeys } = index.search({
    text,
    vector: vectors[titles.length] ?? null,
    limit: 5,
  });
  const first = titles[Number(hits[0]?.externalId)] as string;
  return { first, verdict, rivals, reasons: reasons.map((reason) => nameTitleWords(reason, first, unsaidKeys)) };
}

const others = ['Garden hose', 'Copper kettle', 'Linen curtain', 'Paper lantern', 'Steel bucket', 'Wool rug'];
const anyOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const names = anyOf('Aurelia', 'Bramwell', 'Corvex', 'Dovetail', 'Elmstead');
const kinds = anyOf('Ledger', 'Studio', 'Planner', 'Drill', 'Camera');
const versions = anyOf('3', '2008', '7');
const editions = anyOf('upgrade', 'academic', 'refurbished', 'Mitternacht', 'Édition', 'Prime');
const at = fc.integer({ min: 1, max: 4 });
const platforms = anyOf('macintosh', 'windows', 'black');

describe('search: editions that the query does not name', () => {
  /** A product name with several parts. The edition can be at any position after the base name. */
  const product = fc.record({ base: fc.tuple(names, kinds, versions), edition: editions, platform: platforms, at });

  test('is low and names the word if a similar record lacks it, at every position', async () => {
    await fc.assert(
      fc.asyncProperty(product, async ({ base, edition, platform, at }) => {
        const title = [...base, platform].toSpliced(at, 0, edition).join(' ');
        const { first, verdict, rivals, reasons } = await ask(
          [title, base.join(' '), ...others],
          [...base, platform].join(' '),
        );
        expect(verdict).toBe('low');
        if (first === title) {
          const word = edition.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
          expect(rivals).toEqual(['1']);
          expect(reasons).toEqual([`The query lacks \`${word}\` of the first record's title, and so does "1".`]);
        }
      }),
      { numRuns: propertyRuns(20) },
    );
    const { reasons } = await ask(
      ['Corvex Studio 3 academic mac', 'Corvex Studio 3', ...others],
      'corvex studio mac 3',
    );
    expect(reasons).toEqual(['The query lacks `academic` of the first record\'s title, and so does "1".']);
  });

  test('is high if the query names it, or if no similar record lacks it', async () => {
    await fc.assert(
      fc.asyncProperty(product, async ({ base, edition, platform }) => {
        const title = [...base, edition, platform].join(' ');
        const whole = [platform, edition, ...base].join(' ');
        expect(await ask([title, base.join(' '), ...others], whole)).toMatchObject({ first: title, verdict: 'high' });
        const shorter = [...base, platform].join(' ');
        expect(await ask([title, ...others], shorter)).toMatchObject({ first: title, verdict: 'high' });
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  test('is low if no record has it', async () => {
    const known = ['Corvex Office 2024', 'Corvex Office 2024 upgrade windows', ...others];
    for (const titles of [known, [known[0] as string, ...others]]) {
      expect(await ask(titles, 'corvex office 2024 macintosh')).toMatchObject({
        verdict: 'low',
        reasons: [expect.stringContaining('`macintosh` is not in the first record')],
      });
    }
    expect(await ask(known, 'corvex office 2024 please')).toMatchObject({ verdict: 'high' });
  });

  test('is low if several titles have another word in its place', async () => {
    const titles = [
      'Corvex Case Phone 7 Plus Pink',
      'Corvex Case Phone 7 Black',
      'Elm Case Phone 6 Plus Red',
      ...others,
    ];
    expect(await ask(titles, 'Corvex Case Phone 7 Pink')).toMatchObject({ first: titles[0], verdict: 'low' });
  });
});

describe('search: a record with a long text among many short ones', () => {
  const colours = ['black', 'white', 'silver', 'red', 'gold', 'pink', 'amber', 'teal', 'ivory', 'bronze'];
  const tongues = ['english', 'german', 'french', 'spanish', 'italian', 'dutch', 'polish', 'czech', 'danish', 'welsh'];
  const long = Array.from({ length: 60 }, (_, n) => `canvas brush layer tool${n}`).join(' ');
  const crowd = fc.record({
    base: fc.tuple(names, kinds, versions),
    edition: editions,
    colour: fc.constantFrom(...colours),
    tongue: fc.constantFrom(...tongues),
    noise: fc.constantFrom(300, 600),
  });

  /**
   * An index of every color and language of one edition, the long record, and records with the same colors and
   * languages.
   */
  const build = (base: readonly string[], edition: string, noise: number) => {
    const family = colours.flatMap((colour) => tongues.map((tongue) => [...base, edition, colour, tongue].join(' ')));
    const unrelated = Array.from(
      { length: noise },
      // Numbers that no version has.
      (_, n) => `${others[n % others.length]} ${colours[n % 10]} ${tongues[n % 7]} ${1_000 + n}`,
    );
    const index = new CollectionIndex({ embedderId: 'none' });
    [...family, ...unrelated].forEach((text, n) => {
      index.upsert({ externalId: `r${n}`, text, identifiers: [], vector: null });
    });
    const text = `${base.join(' ')}\n${long}`;
    index.upsert({ externalId: 'long', text, identifiers: ['KX-48213'], vector: null });
    return (text: string) => index.search({ text, vector: null, limit: 3 });
  };

  test('is first and high by its title and its identifier', () => {
    fc.assert(
      fc.property(crowd, ({ base, edition, colour, tongue, noise }) => {
        const query = build(base, edition, noise);
        const ofRest = [edition, colour, tongue].join(' ');
        for (const text of [base.join(' '), 'KX-48213', `${base.join(' ')} KX-48213`]) {
          const { hits, verdict } = query(text);
          expect([text, verdict, hits[0]?.externalId]).toEqual([text, 'high', 'long']);
        }
        expect(query(`${ofRest} KX-48213`).hits[0]?.externalId).toBe('long');
      }),
      { numRuns: propertyRuns(8) },
    );
  });

  test('counts as a sibling of an edition that the query does not name', () => {
    fc.assert(
      fc.property(crowd, ({ base, edition, colour, tongue, noise }) => {
        const { verdict, rivals } = build(base, edition, noise)([...base, colour, tongue].join(' '));
        expect([verdict, rivals]).toEqual(['low', ['long']]);
      }),
      { numRuns: propertyRuns(8) },
    );
  });
});

describe('search: negations', () => {
  const words = fc.constantFrom(
    'not',
    'without',
    'except',
    'nicht',
    'keine',
    'ohne',
    'pas',
    'sans',
    'sin',
    'senza',
    'niet',
    'sem',
    'neither',
    'anstatt',
    'other than',
    'anything but',
    "I don't want",
    'instead of',
    'anders als',
    'autre que',
    'au lieu de',
    'en vez de',
    'invece di',
    'in plaats van',
    'em vez de',
  );

  test('is never high, by words, title or code', async () => {
    const titles = ['Blue lamp', 'Red lamp', 'Oak desk 160 ZX-4711', ...others];
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom('blue lamp', 'a blue lamp', 'oak desk 160', 'ZX-4711'),
        async (word, rest) => {
          expect((await ask(titles, `${word} ${rest}`)).verdict).not.toBe('high');
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });

  test('is high if the title contains the same word, or if the word labels a number', async () => {
    const titles = ['Cup without handle', 'Cup with handle and lid', 'Oak desk ZX-4711', 'No Limits', ...others];
    expect(await ask(titles, 'cup without handle')).toMatchObject({ first: titles[0], verdict: 'high' });
    expect(await ask(titles, 'no limits')).toMatchObject({ first: titles[3], verdict: 'high' });
    expect(await ask(titles, 'order no ZX-4711')).toMatchObject({ first: titles[2], verdict: 'high' });
  });
});

describe('search: meaning only', () => {
  const pieces = [
    ...['Standing Desk Oak 160', 'Task Chair Mesh Black', 'Visitor Chair Felt Grey', 'Drawer Unit on Castors'],
    ...['Bookcase Birch Five Shelves', 'Desk Lamp Brass', 'Floor Lamp Linen Shade', 'Acoustic Panel Moss Green'],
    ...['Whiteboard Glass Magnetic', 'Conference Table Walnut', 'Monitor Arm Dual', 'Standing Desk Oak 140'],
  ];

  test.each(['couch', 'settee', 'blue sofa', 'zebra', 'notebook', 'fridge', 'invoice overdue', 'lounge suite'])(
    'is none if no record is clearly closer than the others: "%s"',
    async (query) => {
      expect((await ask(pieces, query)).verdict).toBe('none');
    },
  );

  test.each(['illumination', 'armchair', 'cupboard'])('is low if one record is clearly closer: "%s"', async (query) => {
    expect((await ask(pieces, query)).verdict).toBe('low');
  });
});
