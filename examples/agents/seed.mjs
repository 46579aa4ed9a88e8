// Creates the collections for session.mjs. Idempotent.
import { collections, connect, settings, ToolRefusal } from './agent.mjs';

const description = 'Part of the order desk of examples/agents';

const customers = [
  { id: 'C-1', name: 'Ada Lovelace', city: 'London', email: 'ada@example.com' },
  { id: 'C-2', name: 'Grace Hopper', city: 'New York', email: 'grace@example.com' },
  { id: 'C-3', name: 'Alan Turing', city: 'Manchester', email: 'alan@example.com' },
];
const products = [
  { id: 'P-1', sku: 'LMP-BLU', name: 'Blue desk lamp', category: 'Lighting' },
  { id: 'P-2', sku: 'LMP-RED', name: 'Red desk lamp', category: 'Lighting' },
  { id: 'P-3', sku: 'CHR-OAK', name: 'Oak dining chair', category: 'Seating' },
  { id: 'P-4', sku: 'SHF-PIN', name: 'Pine wall shelf', category: 'Storage' },
];

const agent = await connect(settings());
try {
  const { customers: people, products: goods, events } = collections;
  await make(people, { id_match_fields: ['email'], guidance: 'People who buy. Ask when a name fits two of them.' });
  await make(goods, { id_match_fields: ['sku'], guidance: 'What we sell. Fetch stock and prices from the shop.' });
  await make(events, {
    append_only: true,
    required_fields: ['customer_id', 'product_id', 'kind', 'at'],
    field_types: { at: 'date', kind: 'enum' },
    guidance: 'One record for each thing that happened, with an id of its own. Nothing here is ever changed.',
  });
  await agent.call('upsert_records', { collection: people, records: customers });
  await agent.call('upsert_records', { collection: goods, records: products });
  console.log(`Made the collections ${people}, ${goods} and ${events}.`);
} finally {
  await agent.close();
}

/**
 * Creates and configures a collection. An existing one is left unchanged; if it was not created by an earlier run, the
 * program exits.
 * @param {string} name
 * @param {Record<string, unknown>} configuration
 */
async function make(name, configuration) {
  try {
    await agent.call('create_collection', { name, description });
  } catch (error) {
    if (!(error instanceof ToolRefusal && error.code === 'collection_exists')) throw error;
    const existing = await agent.call('describe_collection', { name });
    if (existing.description !== description) throw new Error(`${name} exists and was not made by this program.`);
    return;
  }
  await agent.call('update_collection', { name, ...configuration });
}
