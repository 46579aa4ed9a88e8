// The labelled query sets. Each result has its verdict, whether its first record is correct, and whether the collection
// contains a correct record.
import { builtinEmbedder, CollectionIndex } from '../../packages/resolver/dist/index.js';
import { judge } from '../../packages/resolver/dist/ranking/verdict.js';
import { normalise } from '../../packages/search-engine/dist/index.js';
import { abtQueries, corpora, furnitureQueries } from './data.mjs';
import { paraphrased, paraphrases } from './paraphrases.mjs';
import { codeQueries, gibberish, knownItemQueries, squeezed } from './queries.mjs';
import { randomSource } from './random.mjs';

const spellingDimensions = 256;
/** The part of the built-in vectors that contains the spelling. */
export const spellingEmbedder = {
  id: 'spelling',
  dimensions: spellingDimensions,
  embed: async (texts) =>
    (await builtinEmbedder.embed(texts)).map((vector) => normalise(vector.slice(0, spellingDimensions))),
};

/** Builds an index of records, with the built-in embedder by default. */
export async function buildIndex(records, embedder = builtinEmbedder) {
  const index = new CollectionIndex({ embedderId: embedder.id });
  const vectors = await embedder.embed(records.map(({ text }) => text));
  records.forEach(({ id, text, identifiers }, i) => {
    index.upsert({ externalId: id, text, identifiers, vector: vectors[i] });
  });
  return index;
}

/**
 * Evaluates one query. `answer` is an id, a test of ids, or null if no record is correct. `without` removes a record,
 * and `written` is the query for the lexical index. `embedder` null: without vectors.
 */
export async function examine(index, { text, written = text, answer, without, group }, embedder = builtinEmbedder) {
  const [vector = null] = (await embedder?.embed([text])) ?? [];
  const slice = without === undefined ? undefined : index.live.clone();
  slice?.clear(index.slotOf(without));
  const { ranking, facts } = index.examine({ text: written, vector, limit: 10, slice });
  const isRight = typeof answer === 'function' ? answer : (id) => id === answer;
  const rank = ranking.records.slice(0, 100).findIndex(({ externalId }) => isRight(externalId));
  return {
    text,
    answer,
    group,
    rank,
    without,
    isJudged: facts !== null,
    ...judge(facts),
    first: ranking.records[0],
    right: rank === 0,
    answered: rank >= 0 && rank < 10,
  };
}

async function examineAll(index, queries, embedder) {
  const results = [];
  for (const query of queries) {
    results.push(await examine(index, query, embedder));
  }
  return results.filter(({ isJudged }) => isJudged);
}

/**
 * All sets by name. `embedder` null simulates an outage of the provider. `paraphrase` simulates an embedder that knows
 * synonyms: half of the queries lose words in the lexical index only.
 */
export async function querySets({ embedder = builtinEmbedder, paraphrase = false } = {}) {
  const all = corpora();
  const indexes = new Map();
  for (const [name, records] of Object.entries(all)) {
    indexes.set(name, await buildIndex(records, embedder ?? builtinEmbedder));
  }
  const random = randomSource(7);
  const furniture = furnitureQueries();
  const abt = abtQueries().map((query, group) => ({ ...query, group }));
  const sets = {};
  const add = async (name, corpus, queries) => {
    const written = queries.map((query, group) => ({
      group,
      ...query,
      written: paraphrase && group % 2 === 1 ? withSynonyms(query.text, random) : query.text,
    }));
    const results = await examineAll(indexes.get(corpus), written, embedder);
    const nameOf = (id) => squeezed(all[corpus].find((record) => record.id === id)?.name ?? '');
    const isListed = ({ answer, first }) => typeof answer === 'string' && nameOf(answer) === nameOf(first.externalId);
    const titleOf = (id) => all[corpus].find((record) => record.id === id)?.name;
    sets[name] = results.map((result) => ({
      ...result,
      set: name,
      isListed: isListed(result),
      answered_by: titleOf(result.first.externalId),
      gold: titleOf(result.answer ?? result.without),
    }));
  };
  await add('Abt names in Buy', 'buy', abt);
  await add(
    'Abt names, right one absent',
    'buy',
    abt.map((q) => ({ ...q, answer: null, without: q.answer })),
  );
  // Not Odoo's products, which are furniture.
  for (const corpus of ['bestbuy', 'magento', 'northwindProducts', 'odooPartners']) {
    await add(
      `furniture queries in ${corpus}`,
      corpus,
      furniture.map((text) => ({ text, answer: null })),
    );
  }
  // Without vectors, it is unknown which of these queries have an answer.
  for (const corpus of embedder === builtinEmbedder ? paraphrased : []) {
    await add(`paraphrases for ${corpus}`, corpus, paraphrases(corpus));
  }
  let seed = 1;
  for (const [corpus, count] of Object.entries(knownItemCounts)) {
    const queries = knownItemQueries(all[corpus], seed++, count);
    await add(`known items of ${corpus}`, corpus, queries);
    const codes = codesOf[corpus];
    if (codes) {
      await add(`codes of ${corpus}`, corpus, codeQueries(all[corpus], codes, seed++));
    }
    const names = new Map(all[corpus].map(({ id, name }) => [id, squeezed(name)]));
    const twins = new Set([...names.values()].filter((name, i, every) => every.indexOf(name) !== i));
    const absent = queries.filter(({ answer }) => answer !== null && !twins.has(names.get(answer)));
    await add(
      `known items of ${corpus}, absent`,
      corpus,
      absent.map((q) => ({ ...q, answer: null, without: q.answer })),
    );
    const nonsense = Array.from({ length: 30 }, () => ({ text: gibberish(random), answer: null }));
    await add(`gibberish in ${corpus}`, corpus, nonsense);
  }
  return { sets, indexes, all };
}

/** Replaces about half of the plain words by words that no record contains. */
function withSynonyms(text, random) {
  return text.replace(/\b[a-z]{3,}\b/gi, (word) => (random() < 0.5 ? gibberish(random).split(' ')[0] : word));
}

const truthy = (...codes) => codes.filter((code) => typeof code === 'string' && /\d/.test(code));
const codesOf = {
  magento: ({ id }) => (/\d/.test(id) ? [id] : []),
  odooProducts: ({ record }) => truthy(record.default_code, record.barcode),
  odooPartners: ({ record }) => truthy(record.email),
  odooLeads: ({ record }) => truthy(record.email_from),
};

const knownItemCounts = {
  buy: 600,
  bestbuy: 900,
  magento: 600,
  northwindProducts: 240,
  northwindCustomers: 240,
  odooProducts: 180,
  odooPartners: 180,
  odooLeads: 120,
};
