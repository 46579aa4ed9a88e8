import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { CollectionIndex } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import { stem } from './text/words.js';

/** Names of twelve things of one kind, words for some of them, and words for things of this kind that are missing. */
const catalogues = {
  furniture: {
    names: `oak dining table, folding chair, pine bed frame, bedside cabinet, glass coffee table, leather armchair,
      wall shelf, shoe rack, wardrobe with mirror, kitchen stool, writing desk, garden bench`,
    synonyms: 'footwear rack=shoe rack, closet=wardrobe with mirror, bureau=writing desk, bookshelf=wall shelf',
    missing: 'lamp, curtain, carpet, mattress, fridge, vase, blue sofa, settee',
  },
  tools: {
    names: `claw hammer, cordless drill, hand saw, pipe wrench, screwdriver set, spirit level, tape measure, wood chisel,
      angle grinder, sanding block, soldering iron, utility knife`,
    synonyms: 'spanner=pipe wrench, electric drill=cordless drill, cutter knife=utility knife, mallet=claw hammer',
    missing: 'lawn mower, ladder, paint brush, pliers, vise, crowbar, nail gun, spokeshave',
  },
  foods: {
    names: `goat cheese, rye bread, smoked salmon, olive oil, green lentils, strawberry jam, oat milk, dark chocolate,
      basmati rice, tomato soup, roasted almonds, apple juice`,
    synonyms: 'loaf=rye bread, marmalade=strawberry jam, nuts=roasted almonds, cacao bar=dark chocolate',
    missing: 'beef steak, banana, honey, yoghurt, eggs, butter, coffee, spaghetti, tapenade',
  },
  animals: {
    names: `guinea pig, barn owl, grey wolf, honey bee, green turtle, arctic fox, plains zebra, sea otter,
      fire salamander, house sparrow, brown bear, common toad`,
    synonyms: 'tortoise=green turtle, insect that makes honey=honey bee, owl bird=barn owl',
    missing: 'elephant, giraffe, cat, shark, penguin, cow, snake, horse, pangolin',
  },
  office: {
    names: `ballpoint pen, metal stapler, paper clips, copy paper, sticky notes, ring binder, highlighter set,
      correction tape, letter tray, desk calendar, hole punch, packing tape`,
    synonyms: 'perforator=hole punch, printer paper=copy paper, adhesive tape=packing tape, biro=ballpoint pen',
    missing: 'scissors, eraser, envelope, whiteboard, glue stick, ruler, pencil, foolscap',
  },
} as const;
type Catalogue = keyof typeof catalogues;
const all = Object.keys(catalogues) as Catalogue[];
const listOf = (text: string) => text.split(/,\s+/);
const namesOf = (catalogue: Catalogue) => listOf(catalogues[catalogue].names);

describe('search: meaning in small collections', () => {
  const indexes = new Map<Catalogue, CollectionIndex>();
  beforeAll(async () => {
    for (const catalogue of all) {
      const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
      const names = namesOf(catalogue);
      const vectors = await builtinEmbedder.embed(names);
      names.forEach((name, i) => {
        index.upsert({ externalId: name, text: name, identifiers: [], vector: vectors[i] ?? null });
      });
      indexes.set(catalogue, index);
    }
  });

  const resolve = async (catalogue: Catalogue, text: string) => {
    const [vector = null] = await builtinEmbedder.embed([text]);
    const { hits, verdict } = (indexes.get(catalogue) as CollectionIndex).search({ text, vector, limit: 1 });
    return { text, verdict, first: hits[0]?.externalId };
  };
  const shareOfNone = async (queries: readonly (readonly [Catalogue, string])[]) => {
    const results = await Promise.all(queries.map(([catalogue, text]) => resolve(catalogue, text)));
    expect(results.filter(({ verdict }) => verdict === 'high')).toEqual([]);
    return results.filter(({ verdict }) => verdict === 'none').length / results.length;
  };

  test('is none for things of another kind', async () => {
    const queries = all.flatMap((catalogue) => {
      const words = new Set(
        namesOf(catalogue)
          .flatMap((name) => name.split(' '))
          .map(stem),
      );
      const others = all.filter((other) => other !== catalogue).flatMap(namesOf);
      const unrelated = others.filter((name) => !name.split(' ').some((word) => words.has(stem(word))));
      return unrelated.map((name) => [catalogue, name] as const);
    });
    expect(await shareOfNone(queries)).toBeGreaterThanOrEqual(0.95);
  });

  test('is mostly none for missing things of the same kind', async () => {
    const queries = all.flatMap((catalogue) =>
      listOf(catalogues[catalogue].missing).map((text) => [catalogue, text] as const),
    );
    expect(await shareOfNone(queries)).toBeGreaterThanOrEqual(0.7);
  });

  test('is none for words that no language has', async () => {
    const syllable = fc.stringMatching(/^[bcdfghjklmnprstvwz][aeiou][bdgklmnprst]?$/);
    const word = fc.array(syllable, { minLength: 3, maxLength: 4 }).map((syllables) => syllables.join(''));
    const words = fc.sample(word, 100);
    const queries = words.flatMap((text) => all.map((catalogue) => [catalogue, text] as const));
    expect(await shareOfNone(queries)).toBeGreaterThanOrEqual(0.95);
  });

  test('finds things by other words', async () => {
    const queries = all.flatMap((catalogue) =>
      listOf(catalogues[catalogue].synonyms).map(
        (pair) => [catalogue, ...pair.split('=')] as [Catalogue, string, string],
      ),
    );
    const results = await Promise.all(
      queries.map(async ([catalogue, text, name]) => ({ ...(await resolve(catalogue, text)), name })),
    );
    const found = results.filter(({ verdict, first, name }) => verdict === 'low' && first === name);
    expect(found.length / results.length).toBeGreaterThanOrEqual(0.7);
  });
});
