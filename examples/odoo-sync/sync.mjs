// Sends what has changed in Odoo to Tessera, one collection a model. See README.md.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createClient } from '@tessera/client';
import { connect } from './odoo.mjs';

/** Odoo's model and the collection that holds it. */
const models = { 'product.product': 'products', 'res.partner': 'partners', 'sale.order': 'orders' };
const pageSize = 500;

const { values } = parseArgs({
  options: {
    state: { type: 'string', default: 'odoo-sync.state.json' },
    reconcile: { type: 'boolean', default: false },
  },
});

/** @typedef {{ secret: string, since: string | null }} Reached up to when a collection has everything */
/** @type {Record<string, Reached>} by collection */
const state = existsSync(values.state) ? JSON.parse(readFileSync(values.state, 'utf8')) : {};

try {
  const client = createClient({
    baseUrl: process.env.SVC_BASE_URL || 'http://127.0.0.1:8080',
    token: setting('SVC_TOKEN'),
  });
  const odoo = await connect({
    url: setting('ODOO_URL'),
    database: setting('ODOO_DATABASE'),
    user: setting('ODOO_USER'),
    key: setting('ODOO_API_KEY'),
  });
  for (const [model, collection] of Object.entries(models)) {
    const reached = state[collection] ?? (await makeCollection(client, collection));
    const sent = await sendChanges({ client, odoo, model, collection }, reached);
    const gone = values.reconcile ? await deleteGone({ client, odoo, model, collection }) : '';
    console.log(`${model}: ${sent} sent to ${collection}${gone}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @typedef {{ client: import('@tessera/client').Client, odoo: Awaited<ReturnType<typeof connect>>, model: string, collection: string }} Sync */

/**
 * Makes a collection, on the first run, and keeps its ingest secret, which is shown once.
 * @param {Sync['client']} client
 * @param {string} name
 */
async function makeCollection(client, name) {
  const { secret } = await client.collections.create({ body: { name, description: 'From Odoo.' } });
  return remember(name, { secret, since: null });
}

/**
 * Sends what has changed since the last run, and answers how many records that were.
 * @param {Sync} sync
 * @param {Reached} reached
 */
async function sendChanges({ client, odoo, model, collection }, { secret, since }) {
  // Asked first: what changes from here on is at least as new, and comes with the next run.
  const changedAt = await odoo.changedAt(model);
  let sent = 0;
  for await (const records of odoo.changedSince(model, since, pageSize)) {
    const { results } = await client.ingest.batch({ params: { secret }, body: { records } });
    for (const result of results) {
      if ('error' in result) {
        console.error(`${model} ${records[result.index].id}: ${result.message} ${result.hint}`);
        process.exitCode = 1;
      }
    }
    sent += records.length;
  }
  while ((await client.ingest.embed_pending({ params: { secret } })).more);
  remember(collection, { secret, since: changedAt });
  return sent;
}

/** Deletes what Odoo does not have, and says how many that were. @param {Sync} sync */
async function deleteGone({ client, odoo, model, collection }) {
  const ids = (await odoo.ids(model)).map(String);
  // An empty list would delete everything, so the service refuses it.
  if (ids.length === 0) return '';
  const { tombstoned } = await client.collections.reconcile_records({
    params: { name: collection },
    body: { live_ids: ids },
  });
  return `, ${tombstoned} gone`;
}

/**
 * Keeps the state as a whole file or not at all.
 * @param {string} collection
 * @param {Reached} reached
 */
function remember(collection, reached) {
  state[collection] = reached;
  writeFileSync(`${values.state}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  renameSync(`${values.state}.new`, values.state);
  return reached;
}

/** An environment variable that must be set. @param {string} name */
function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: see README.md.`);
  return value;
}
