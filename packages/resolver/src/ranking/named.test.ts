import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectionIndex } from '../collection-index.js';
import { builtinEmbedder } from '../embedding/builtin-embedder.js';

interface Hit {
  readonly ids: string[];
  readonly verdict: string;
}

async function searchIn(texts: readonly string[], query: string, withVectors = true): Promise<Hit> {
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
  const vectors = await builtinEmbedder.embed([...texts, query]);
  texts.forEach((text, i) => {
    const vector = withVectors ? (vectors[i] ?? null) : null;
    index.upsert({ externalId: String(i), text, identifiers: [String(i)], vector });
  });
  const vector = withVectors ? (vectors[texts.length] ?? null) : null;
  const { hits, verdict } = index.search({ text: query, vector, limit: 10 });
  return { ids: hits.map(({ externalId }) => externalId), verdict };
}

const contacts = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil', 'Fred', 'Gina', 'Hugo', 'Ines', 'Jan', 'Kira', 'Lars'];

describe('search: records whose name is the query', () => {
  test('are ranked before records with that name in another field', async () => {
    const people = contacts.map((name) => `${name}\nMill Supplies\n${name.toLowerCase()}@mill.example`);
    const company = 'Mill Supplies\nmill.example\n12 River Road, by the old mill, and much else that makes a text long';
    for (const withVectors of [true, false]) {
      for (const query of ['Mill Supplies', 'mill supplies', 'do you know Mill Supplies?', 'order of Mill-Supplies']) {
        expect((await searchIn([...people, company], query, withVectors)).ids[0], query).toBe(String(people.length));
      }
    }
  });

  test('are first even if the name is in another field of more records than are ranked', async () => {
    const people = Array.from({ length: 600 }, (_, i) => `Person ${contacts[i % contacts.length]} ${i}\nMill Supplies`);
    const texts = [...people.slice(0, 300), 'Mill Supplies\nRiver Road', ...people.slice(300)];
    expect((await searchIn(texts, 'Mill Supplies', false)).ids[0]).toBe('300');
  });

  test('are first, whatever other records exist', async () => {
    const word = fc.constantFrom('oak', 'desk', 'lamp', 'large', 'small', 'white', 'office', 'corner', 'set');
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const text = fc.tuple(name, name, name).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), fc.nat(), async (texts, pick) => {
        const titles = texts.map((lines) => lines.split('\n')[0] ?? '');
        const query = titles[pick % titles.length] ?? '';
        const [first] = (await searchIn(texts, query)).ids;
        expect(titles[Number(first)]).toBe(query);
      }),
    );
  });

  test('are not high if two records have that name', async () => {
    const texts = ['Mill Supplies\nRiver Road', 'Mill Supplies\nHarbour Lane', ...contacts];
    expect(await searchIn(texts, 'Mill Supplies')).toMatchObject({ verdict: 'low' });
    expect(await searchIn(texts.slice(1), 'Mill Supplies')).toMatchObject({ verdict: 'high' });
  });
});

describe('search: variants that differ in a word', () => {
  test('are not high, even if no other record is similar', async () => {
    const variants = ['Walnut Case for Tablet - Black', 'Leather Sleeve for Laptop - Brown', 'Glass Board - White'];
    const found = await searchIn([...variants, ...contacts], 'Walnut Case for Tablet - White');
    expect(found.ids[0]).toBe('0');
    expect(found.verdict).toBe('low');
  });
});
