import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CollectionIndex } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import type { Verdict } from './ranking/verdict.js';

const folder = process.env.TEST_DATA_DIR;
if (!folder) {
  console.info('relevance.test.ts: TEST_DATA_DIR is not set, so relevance on public data is not tested.');
}

const linesOf = (path: string) =>
  readFileSync(join(folder ?? '', path), 'utf8')
    .trim()
    .split('\n');
const tableOf = (path: string) =>
  linesOf(path)
    .slice(1)
    .map((line) => line.split('|'));

async function indexOf(records: { id: string; text: string }[]): Promise<CollectionIndex> {
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id });
  const vectors = await builtinEmbedder.embed(records.map(({ text }) => text));
  records.forEach(({ id, text }, i) => {
    index.upsert({ externalId: id, text, identifiers: [id], vector: vectors[i] ?? null });
  });
  return index;
}

async function answers(index: CollectionIndex, queries: string[]): Promise<{ ids: string[]; verdict: Verdict }[]> {
  const vectors = await builtinEmbedder.embed(queries);
  return queries.map((text, i) => {
    const { hits, verdict } = index.search({ text, vector: vectors[i] ?? null, limit: 10 });
    return { ids: hits.map(({ externalId }) => externalId), verdict };
  });
}

describe.runIf(folder)('search: public data', () => {
  let results: { answer: string; ids: string[]; verdict: Verdict }[];
  beforeAll(async () => {
    const buy = tableOf('abt-buy/buy.csv').map(([id = '', ...fields]) => ({ id, text: fields.join('\n') }));
    const gold = new Map(tableOf('abt-buy/gt.csv').map(([abt = '', other = '']) => [abt, other]));
    const abt = tableOf('abt-buy/abt.csv').filter(([id = '']) => gold.has(id));
    const found = await answers(
      await indexOf(buy),
      abt.map(([, name = '']) => name),
    );
    results = found.map((result, i) => ({ ...result, answer: gold.get(abt[i]?.[0] ?? '') ?? '' }));
  });

  const share = (test: (result: (typeof results)[number]) => boolean) => results.filter(test).length / results.length;

  test('finds the same product of one shop by its name in another', () => {
    expect(share(({ ids, answer }) => ids[0] === answer)).toBeGreaterThanOrEqual(0.9);
    expect(share(({ ids, answer }) => ids.includes(answer))).toBeGreaterThanOrEqual(0.985);
  });

  test('is correct when it is high, and high often enough to be useful', () => {
    const high = results.filter(({ verdict }) => verdict === 'high');
    expect(high.length / results.length).toBeGreaterThanOrEqual(0.48);
    expect(high.filter(({ ids, answer }) => ids[0] === answer).length / high.length).toBeGreaterThanOrEqual(0.97);
  });

  test('is none for furniture among electronics', async () => {
    const products: { name: string; description: string }[] = JSON.parse(linesOf('bestbuy/products.json').join('\n'));
    const records = products.map(({ name, description }, i) => ({ id: `p${i}`, text: `${name}\n${description}` }));
    const queries = linesOf('furniture-queries.tsv')
      .slice(1)
      .map((line) => line.split('\t')[1] ?? '');
    const found = await answers(await indexOf(records), queries);
    const verdicts = (verdict: Verdict) => found.filter((result) => result.verdict === verdict).length / found.length;
    expect(verdicts('high')).toBeLessThanOrEqual(0.01);
    expect(verdicts('none')).toBeGreaterThanOrEqual(0.7);
  });
});
