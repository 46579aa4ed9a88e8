import { beforeAll, describe, expect, test } from 'vitest';
import { CollectionIndex } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import { Synonyms } from './text/synonyms.js';

interface Item {
  readonly id: string;
  readonly text: string;
  readonly declared?: readonly string[];
}

/** Other names in the index, which must not be found. */
const others = ['Garden hose', 'Wall clock', 'Copper kettle', 'Linen curtain', 'Paper lantern', 'Steel bucket', 'Rug'];

async function indexOf(items: readonly Item[]): Promise<CollectionIndex> {
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
  const all = [...items, ...others.map((text, i) => ({ id: `other-${i}`, text }))];
  const vectors = await builtinEmbedder.embed(all.map(({ text }) => text));
  all.forEach(({ id, text, declared = [] }: Item, i) => {
    index.upsert({ externalId: id, text, identifiers: [id, ...declared], vector: vectors[i] ?? null });
  });
  return index;
}

async function resolve(index: CollectionIndex, text: string) {
  const [vector = null] = await builtinEmbedder.embed([text]);
  const { hits, verdict } = index.search({ text, vector, limit: 5 });
  return { first: hits[0]?.externalId, verdict };
}

describe('search: identifiers', () => {
  let index: CollectionIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 'a', text: 'Ada Byron\nCountess\nada.byron@mill.example\n10557', declared: ['+32 485 56 23 88'] },
      { id: 'b', text: 'Office Lamp\n[LAMP_8888]', declared: ['HB-M8-20'] },
      { id: 'c', text: 'Office Chair\n4006381333931' },
      { id: 'd', text: 'Hooded jumper, small\nwww.mill.example/jumper', declared: ['MJ01-S-BLUE', 'KOVAX'] },
      { id: 'e', text: 'Hooded jumper, small, grey', declared: ['MJ01-S-GREY', '(650) 691-3277'] },
      { id: 'f', text: 'Spare part', declared: ['ZX-77'] },
      { id: 'g', text: 'Another spare part', declared: ['ZX-77'] },
    ]);
  });

  test.each([
    ['ADA.BYRON@mill.example', 'a'],
    ['e-mail: ada.byron@mill.example', 'a'],
    ['0032485562388', 'a'],
    ['0485 56 23 88', 'a'],
    ['650.691.3277', 'e'],
    ['phone 6506913277', 'e'],
    ['485562388', 'a'],
    ['hb m8 20', 'b'],
    ['hbm820', 'b'],
    ['500 x HB-M8-20', 'b'],
    ['HB-M8-20, 12 pcs', 'b'],
    ['SKU:HB-M8-20', 'b'],
    ['qty 2 hb m8 20', 'b'],
    ['sku HB-M8-20 qty 3', 'b'],
    ['qty 5 4006381333931', 'c'],
    ['lamp 8888', 'b'],
    ['[LAMP_8888] Office Lamp', 'b'],
    ['kovax', 'd'],
    ['https://mill.example/jumper/', 'd'],
    ['mj01 s blue', 'd'],
  ])('of one record are high in any spelling: "%s"', async (query, expected) => {
    expect(await resolve(index, query)).toEqual({ first: expected, verdict: 'high' });
  });

  test.each([
    'ada.byrom@mill.example',
    'ada.byron@mill.test',
    'is there a beda.byron@mill.example?',
    '0032485562389',
    '+33485562388',
    '+1 650.691.3277',
    'LAMP_8889',
    'LAMQ_8888',
    '4006381333932',
    'www.mill.example/jumpers',
    'HB-M8-20-X',
    '(651) 691-3277',
    'ZX-78',
    'kovay',
  ])('that no record has are none, however similar another is: "%s"', async (query) => {
    expect((await resolve(index, query)).verdict).toBe('none');
  });

  test.each([
    ['of which the query is a part', 'MJ01-S'],
    ['of which the query is the beginning', 'HB-M8'],
    ['that two records have', 'zx77'],
    ['of one record, with the title of another', '[LAMP_8888] Office Chair'],
    ['in brackets, with the title of another', '[Countess] Office Chair'],
    ['of one record, with words of another', 'LAMP_8888 hooded jumper'],
  ])('%s is low', async (_, query) => {
    expect((await resolve(index, query)).verdict).toBe('low');
  });

  test.each(['10557', '10557.00'])('do not match a number of another field: "%s"', async (query) => {
    expect(await resolve(index, query)).toEqual({ first: 'a', verdict: 'low' });
  });
});

describe('search: names', () => {
  let index: CollectionIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 'a', text: 'Black Drawer\nAntwerp' },
      { id: 'b', text: 'Drawer Black\nAntwerp' },
      { id: 'c', text: 'Gemini Carpentry\nGhent' },
      { id: 'd', text: 'Wilhelmine Burke\nGemini Carpentry' },
      { id: 'e', text: 'Joris Vermeulen\nGemini Carpentry' },
      { id: 'f', text: 'The Cooper Group\nLiège' },
      { id: 'g', text: 'Müller & Sønner\nKöln' },
      { id: 'h', text: 'Hexagon bolt M8 x 20\nzinc' },
      { id: 'i', text: 'Extension cable 1.5m, white' },
      { id: 'j', text: 'Extension cable 15m, white' },
      { id: 'k', text: 'Northern Lights Shipping Company\nBergen' },
      { id: 'l', text: 'Ida Berg\nNorthern Lights Shipping Company' },
      { id: 'm', text: 'Offer for 30 windows\nBergen' },
    ]);
  });

  test('that differ only in word order are low, and the exact one is first', async () => {
    expect(await resolve(index, 'black drawer')).toEqual({ first: 'a', verdict: 'low' });
    expect(await resolve(index, 'drawer black')).toEqual({ first: 'b', verdict: 'low' });
  });

  test('of a location that several records share are low', async () => {
    expect((await resolve(index, 'Antwerp')).verdict).toBe('low');
  });

  test.each([
    ['Gemini Carpentry, Wilhelmine Burke', 'd'],
    ['Northern Lights Shipping Company, Ida Berg', 'l'],
    ['Cooper Group', 'f'],
    ['the gemini carpentry', 'c'],
    ['Mueller & Soenner', 'g'],
    ['hexagon bolt M8x20', 'h'],
  ])('are high if written as in the source, and if one record has them: "%s"', async (query, expected) => {
    expect(await resolve(index, query)).toEqual({ first: expected, verdict: 'high' });
  });

  test.each([
    ['Gemni Carpentry', 'c'],
    ['wilhelmine burkke', 'd'],
    ['Jors Vermeulen', 'e'],
    ['Offer for 30 windws', 'm'],
    ['extension cable 1.5 m', 'i'],
    ['extension cable 15 m', 'j'],
  ])('with a typo or wrong space are found: "%s"', async (query, expected) => {
    const { first, verdict } = await resolve(index, query);
    expect(first).toBe(expected);
    expect(verdict).not.toBe('none');
  });
});

describe('search: words', () => {
  const judged = async (texts: readonly string[], text: string) => {
    const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
    const vectors = await builtinEmbedder.embed([...texts, text]);
    texts.forEach((each, i) => {
      index.upsert({ externalId: String(i), text: each, identifiers: [String(i)], vector: vectors[i] ?? null });
    });
    return index.search({ text, vector: vectors[texts.length] ?? null, limit: 5 });
  };

  test.each([
    ['no other record has any, in the smallest collection, too', 'door hinge', ['Left door hinge', 'Steel bracket']],
    ['another record has one of them', 'door hinge', ['Left door hinge', 'Steel door']],
    [
      'a size tells the record from its sibling',
      'walnut bench 90',
      ['Garden Bench Walnut 90', 'Garden Bench Walnut 120'],
    ],
    ['a measure does, with a space or without', 'rope 20 m', ['Climbing rope 20m', 'Climbing rope 30m']],
    ['a letter is amiss', 'left door hingge', ['Left door hinge', 'Steel bracket', 'Right door bolt']],
    [
      'others have them in another field',
      'gable mill',
      ['Gable Mill', 'Ada Byron\nGable Mill', 'Ida Berg\nGable Mill'],
    ],
  ])('that only one record contains together are high if %s', async (_, query, texts) => {
    const { verdict, hits } = await judged(texts, query);
    expect([hits[0]?.externalId, verdict]).toEqual(['0', 'high']);
  });

  test.each([
    ['the record lacks one that no record has', 'brass door hinge', ['Left door hinge', 'Steel bracket']],
    ['its title has another in that place', 'grey wall clock', ['White wall clock', 'Grey rug', 'Copper kettle']],
    ['it lacks one that the titles of others have', 'round wall clock', ['Wall clock', 'Round rug', 'Round table']],
    ['it lacks the number', 'walnut bench 100', ['Garden Bench Walnut 90', 'Garden Bench Walnut 120']],
    ['it is one word, which may mean much', 'hinge', ['Left door hinge', 'Steel bracket']],
    ['another record has them as well', 'door hinge', ['Left door hinge', 'Right door hinge', 'Steel bracket']],
    ['several records have them for a value', 'old mill', ['Old Mill\nOld Mill', 'Weir\nOld Mill', 'Lock\nHill']],
  ])('are low if %s', async (_, query, titles) => {
    expect((await judged(titles, query)).verdict).toBe('low');
  });

  test('of a record that exists twice, are low and name both', async () => {
    const texts = ['Linen curtain, long\nshop A', 'Linen curtain, long\nshop B', 'Rug'];
    const { verdict, hits, rivals, reasons } = await judged(texts, 'long curtain of linen');
    expect(verdict).toBe('low');
    expect(new Set([hits[0]?.externalId, ...rivals])).toEqual(new Set(['0', '1']));
    expect(reasons[0]).toContain('match the words as well');
  });
});

describe('search: explanations', () => {
  test('contain reasons and figures', async () => {
    const index = await indexOf([{ id: 'a', text: 'Brass floor lamp', declared: ['BF-1001'] }]);
    const asked = { text: 'BF-1002', vector: null, limit: 3, isExplained: true };
    expect(index.search(asked).reasons).toEqual(['No record has the identifier that the query names.']);
    const { explanation } = index.search({ ...asked, text: 'lamp of brass' });
    expect(explanation?.features.map(({ name }) => name)).toContain('coverage');
    expect(explanation?.unknownWords).toEqual([]);
    expect(index.search({ ...asked, isExplained: false })).not.toHaveProperty('explanation');
  });

  test.each([
    ['Brass periscope for the Periscope', ['periscope']],
    ['brass lammp, flat screen', []],
    ['floorlamp in brass', ['floorlamp']],
    ['lantern sku BF-1002, 40 cm', []],
    ['無線 潜望鏡', ['潜望鏡']],
    ['who is it', []],
  ])('name the words that no record contains: "%s"', async (text, expected) => {
    const index = new CollectionIndex({ embedderId: 'none', synonyms: new Synonyms([['lantern', 'lamp']]) });
    index.upsert({ externalId: 'a', text: 'Brass floor lamp', identifiers: [], vector: null });
    index.upsert({ externalId: 'b', text: 'Flatscreen 無線', identifiers: [], vector: null });
    const { explanation } = index.search({ text, vector: null, limit: 1, isExplained: true });
    expect(explanation?.unknownWords).toEqual(expected);
  });
});
