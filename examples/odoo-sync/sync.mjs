// Sends changes in Odoo to Tessera, one collection per model. See README.md.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ApiError, createClient } from '@tessera/client';
import { bodiesOf } from './bodies.mjs';
import { connect } from './odoo.mjs';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: fileURLToPath(new URL('models.json', import.meta.url)) },
    state: { type: 'string', default: 'odoo-sync.state.json' },
    reconcile: { type: 'boolean', default: false },
  },
});

/** @typedef {{ secret: string, since: string | null }} Reached the time of the latest change that a collection has */
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
  /** @type {Record<string, { collection: string, fields: string[] }>} */
  const models = JSON.parse(readFileSync(values.models, 'utf8'));
  for (const [model, { collection, fields }] of Object.entries(models)) {
    const sync = { client, odoo, model, collection, fields: await existing(odoo, model, fields) };
    const sent = await sendChanges(sync, state[collection] ?? (await makeCollection(client, collection)));
    const gone = values.reconcile ? await deleteGone(sync) : '';
    console.log(`${model}: ${sent} sent to ${collection}${gone}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @typedef {object} Sync
 * @property {import('@tessera/client').Client} client
 * @property {Awaited<ReturnType<typeof connect>>} odoo
 * @property {string} model
 * @property {string} collection
 * @property {string[]} fields
 */

/**
 * The requested fields that this Odoo has, which depends on its version and installed modules.
 * @param {Sync['odoo']} odoo
 * @param {string} model
 * @param {readonly string[]} fields
 */
async function existing(odoo, model, fields) {
  const known = new Set(await odoo.fieldsOf(model));
  const missing = fields.filter((field) => !known.has(field));
  if (missing.length > 0) console.error(`${model} has no ${missing.join(', ')} in this Odoo: left out.`);
  return fields.filter((field) => known.has(field));
}

/**
 * Creates a collection on the first run, and stores its ingest secret, which is shown once.
 * @param {Sync['client']} client
 * @param {string} name
 */
async function makeCollection(client, name) {
  try {
    const { secret } = await client.collections.create({ body: { name, description: 'From Odoo.' } });
    return remember(name, { secret, since: null });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'collection_exists')) throw error;
    throw new Error(`${error.message} ${values.state} has no secret for it: name another in ${values.models}.`);
  }
}

/**
 * Sends the changes since the last run, and returns the number of applied records.
 * @param {Sync} sync
 * @param {Reached} reached
 */
async function sendChanges({ client, odoo, model, collection, fields }, { secret, since }) {
  // Read the time first, so that later changes are sent by the next run.
  const changedAt = await odoo.changedAt(model);
  let sent = 0;
  for await (const page of odoo.changedSince(model, { since, fields })) {
    for (const records of bodiesOf(page)) {
      const refused = await send(client, secret, records);
      for (const { id, reason } of refused) {
        console.error(`${model} ${id}: ${reason}`);
        process.exitCode = 1;
      }
      sent += records.length - refused.length;
    }
  }
  // If a call embeds nothing, the provider is unreachable or another run is embedding. The service embeds the rest by
  // itself.
  for (let goOn = true; goOn; ) {
    const { embedded, more } = await client.ingest.embed_pending({ params: { secret } });
    goOn = more && embedded > 0;
  }
  remember(collection, { secret, since: changedAt });
  return sent;
}

/**
 * Sends one body, and returns the records that were refused.
 * @param {Sync['client']} client
 * @param {string} secret
 * @param {{ id: number }[]} records
 */
async function send(client, secret, records) {
  try {
    const { results } = await client.ingest.batch({ params: { secret }, body: { records } });
    return results.flatMap((result) =>
      'error' in result ? [{ id: records[result.index]?.id, reason: `${result.message} ${result.hint}` }] : [],
    );
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'payload_too_large' && records.length === 1)) throw error;
    return [{ id: records[0]?.id, reason: `${error.message} Name fewer fields in ${values.models}.` }];
  }
}

/**
 * Deletes records that Odoo does not have, and prints their number.
 * @param {Sync} sync
 */
async function deleteGone({ client, odoo, model, collection }) {
  // The service's time before the ids are read, so that later writes are kept.
  const { time } = await client.health.get();
  const ids = (await odoo.ids(model)).map(String);
  // An empty list would delete everything, so the service refuses it.
  if (ids.length === 0) return '';
  const { tombstoned } = await client.collections.reconcile_records({
    params: { name: collection },
    body: { live_ids: ids, as_of: time },
  });
  return `, ${tombstoned} gone`;
}

/**
 * Stores the state completely or not at all.
 * @param {string} collection
 * @param {Reached} reached
 */
function remember(collection, reached) {
  state[collection] = reached;
  writeFileSync(`${values.state}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  renameSync(`${values.state}.new`, values.state);
  return reached;
}

/** Reads a required environment variable. @param {string} name */
function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: see README.md.`);
  return value;
}
