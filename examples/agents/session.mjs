// An agent's steps for "<customer> asked for <product>": resolve both, then write one event. See README.md.
import { randomUUID } from 'node:crypto';
import { collections, connect, settings } from './agent.mjs';

const words = process.argv.slice(2).filter((word) => word !== '--personal');
const [customerWords, productWords] = words;
if (customerWords === undefined || productWords === undefined) {
  console.error("Say who and what: node session.mjs 'Ada Lovelace' 'blue desk lamp'");
  process.exit(2);
}

const agent = await connect({ ...settings(), personal: process.argv.includes('--personal') });
try {
  const { operations } = await agent.call('describe_collection', { name: collections.events });
  if (!operations.includes('upsert_records')) throw new Error('This token may not write events.');
  const customer = await resolve(collections.customers, customerWords);
  const product = await resolve(collections.products, productWords);
  if (customer !== undefined && product !== undefined) await record(customer, product);
  else process.exitCode = 1;
} finally {
  await agent.close();
}

/**
 * Finds the record for the words. Prints the reason and returns undefined if none is certain.
 * @param {string} collection
 * @param {string} query
 * @returns {Promise<{ external_id: string, rendered: string } | undefined>}
 */
async function resolve(collection, query) {
  const { confidence, results } = await agent.call('query_collection', { collection, query, top_k: 3 });
  const [first] = results;
  if (confidence === 'high') {
    console.log(`${collection}: "${query}" is ${first.rendered}`);
    return first;
  }
  if (confidence === 'low') {
    console.log(`${collection}: "${query}" could be several. Which one?`);
    for (const { rendered } of results) console.log(`  - ${rendered}`);
  } else {
    console.log(`${collection}: there is nothing like "${query}".`);
  }
  return undefined;
}

/** @param {{ external_id: string }} customer @param {{ external_id: string }} product */
async function record(customer, product) {
  // The id is generated once, so that repeating the write after a lost response changes nothing.
  const event = {
    id: randomUUID(),
    kind: 'asked_for',
    customer_id: customer.external_id,
    product_id: product.external_id,
    at: new Date().toISOString(),
  };
  const { results, workspace } = await agent.call('upsert_records', {
    collection: collections.events,
    records: [event],
  });
  const [result] = results;
  if (result.error) throw new Error(`${result.message} ${result.hint ?? ''}`);
  const stored = await agent.call('get_record', { collection: collections.events, external_id: event.id });
  console.log(`${collections.events}: wrote ${stored.external_id} in ${workspace.name}`);
}
