import { expect } from 'vitest';
import type { ExampleSetting } from './example-recorder.js';

/** Calls the operations of collections and documents, except those that delete what later examples need. */
export async function runContentExamples(setting: ExampleSetting): Promise<void> {
  await collections(setting);
  const ingestSecret = await records(setting);
  await ingest(setting, ingestSecret);
  await reconciliation(setting);
  await documents(setting);
}

const lamp = { id: 1, name: 'Blue desk lamp', sku: 'L-100', list_price: 39.9, categ_id: [4, 'Lamps'] };
const armchair = { id: 2, name: 'Green armchair', sku: 'C-200', list_price: 240, categ_id: [5, 'Chairs'] };
const lantern = { id: 3, name: 'Garden lantern', sku: 'L-300', list_price: 25, categ_id: [4, 'Lamps'] };

async function collections({ record, agent }: ExampleSetting): Promise<void> {
  const params = { name: 'products' };
  await record('collections.create', agent, { body: { ...params, description: 'Everything that can be ordered' } });
  await record('collections.import_records', agent, { params, body: { records: [lamp, armchair] } });
  await record('collections.fields', agent, { params });
  await record('collections.update', agent, {
    params,
    body: {
      id_match_fields: ['sku'],
      embed_fields: ['name', 'categ_id'],
      field_types: { list_price: 'number' },
      synonyms: [['desk lamp', 'reading light']],
      guidance: 'Ask for the price in the shop: the one here is of last night.',
    },
  });
  await record('collections.list', agent);
}

async function matches({
  service,
  record,
  agent,
}: Pick<ExampleSetting, 'service' | 'record' | 'agent'>): Promise<void> {
  const params = { name: 'products' };
  const ids = ['10', '11'];
  const body = { records: ids.map((id) => ({ id, name: 'Brass ship lantern', sku: 'L-900' })) };
  await service.call('POST', '/collections/products/import', { ...agent, body });
  const found = async () => (await service.call('GET', '/collections/products/matches', agent)).body;
  await expect.poll(found, { timeout: 30_000 }).toMatchObject({ complete: true, matches: [{}] });
  const { matches: listed } = await record('collections.list_matches', agent, { params });
  await record('collections.decide_match', agent, {
    params: { ...params, id: listed[0].id },
    body: { decision: 'same', keep: '10' },
  });
  await record('collections.export_matches', agent, { params });
  for (const id of ids) {
    await service.call('DELETE', `/collections/products/records/${id}`, agent);
  }
}

async function records({ service, record, agent }: ExampleSetting): Promise<string> {
  const params = { name: 'products' };
  await record('collections.upsert_records', agent, {
    params,
    body: { records: [lantern, { ...armchair, colour: 'green' }, { name: 'No id' }] },
  });
  await record('collections.describe', agent, { params });
  await record('collections.query', agent, {
    params,
    body: { query: 'blue lamp for a desk', filters: { list_price: { lte: 100 } }, top_k: 2 },
  });
  // Wait for the entry, because queries are logged in the background.
  await expect
    .poll(async () => (await service.call('GET', '/collections/products/queries', agent)).body.queries)
    .toHaveLength(1);
  const { queries } = await record('collections.list_queries', agent, { params });
  await record('collections.label_query', agent, { params: { ...params, id: queries[0].id }, body: { right: true } });
  await record('collections.evaluate', agent, {
    params,
    body: {
      cases: [
        { query: 'L-100', external_id: '1' },
        { query: 'red bicycle', external_id: null },
      ],
    },
  });
  await record('collections.get_statistics', agent, { params, query: { days: '1' } });
  await record('collections.resolve_records', agent, {
    params,
    body: {
      queries: [
        { key: 'row 1', query: 'L-100' },
        { key: 'row 2', query: 'red bicycle' },
        { key: 'row 3', record: { name: 'Garden lantern', sku: 'L-300', list_price: 26 } },
        { key: 'row 4' },
      ],
    },
  });
  await record('collections.find', agent, { body: { query: 'L-100', top_k: 1 } });
  await record('collections.correct_resolution', agent, {
    params,
    body: { query: 'the desk light', external_id: '1' },
  });
  const { corrections } = await record('collections.list_corrections', agent, { params });
  await record('collections.delete_correction', agent, { params: { ...params, id: corrections[0].id } });
  await matches({ service, record, agent });
  const view = { name: 'Lamps by price', filters: { list_price: { lte: 100 } }, order: 'list_price:asc', shared: true };
  const ofView = { params: { ...params, id: '6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16' } };
  await record('collections.put_view', agent, { ...ofView, body: view });
  await record('collections.list_views', agent, { params });
  await record('collections.delete_view', agent, ofView);
  await record('collections.get_record', agent, { params: { ...params, id: '1' } });
  await record('collections.list_records', agent, { params, query: { limit: '2', order: 'updated_at:desc' } });
  await record('collections.list_changes', agent, { params, query: { limit: '2' } });
  const { versions } = await record('collections.list_record_versions', agent, { params: { ...params, id: '2' } });
  const [{ version }] = versions;
  await record('collections.get_record_version', agent, { params: { ...params, id: '2', version } });
  const undone = { external_id: '2', version, dry_run: true };
  await record('collections.revert_records', agent, { params, body: undone });
  const { findings } = await record('collections.list_findings', agent, { params });
  await record('collections.dismiss_finding', agent, { params: { ...params, id: findings[0].id } });
  await record('collections.reconcile_records', agent, { params, body: { live_ids: ['1', '2'] } });
  await record('collections.delete_record', agent, { params: { ...params, id: '2' } });
  const { secret } = await record('collections.rotate_secret', agent, { params, body: { overlap_hours: 24 } });
  await record('collections.end_previous_url', agent, { params });
  await record('collections.end_previous_mapping_secret', agent, { params });
  return secret;
}

async function ingest({ record }: ExampleSetting, secret: string): Promise<void> {
  const params = { secret };
  await record('ingest.confirm', {}, { params, query: { challenge: 'c7f3a1' } });
  await record('ingest.record', {}, { params, body: lamp });
  await record('ingest.batch', {}, { params, body: { records: [armchair, lantern] } });
  await record('ingest.embed_pending', {}, { params });
}

async function reconciliation({ record, agent }: ExampleSetting): Promise<void> {
  const of = { params: { name: 'products' } };
  const { secret } = await record('collections.create_reconciliation_url', agent, { ...of, body: {} });
  const params = { secret };
  await record('reconcile.get', {}, { params });
  const queries = JSON.stringify({ q0: { query: 'L-100' }, q1: { properties: [{ pid: 'sku', v: 'L-300' }] } });
  await record('reconcile.query', {}, { params, body: { queries } });
  await record('reconcile.suggest_entity', {}, { params, query: { prefix: 'L-300' } });
  await record('reconcile.suggest_property', {}, { params, query: { prefix: 'list' } });
  await record('reconcile.preview', {}, { params, query: { id: '1' } });
  await record('reconcile.propose_properties', {}, { params, query: { type: 'products', limit: '3' } });
  const extend = JSON.stringify({ ids: ['1', '3'], properties: [{ id: 'list_price' }] });
  await record('reconcile.extend', {}, { params, body: { extend } });
  await record('collections.end_previous_reconciliation_url', agent, of);
  await record('collections.delete_reconciliation_url', agent, of);
}

async function documents({ record, agent }: ExampleSetting): Promise<void> {
  await record('repos.create', agent, { body: { name: 'handbook', description: 'How we work' } });
  await record('repos.list', agent);
  const path = 'handbook/travel.md';
  const text = '# Travel\n\n## Expenses\n\nKeep every receipt.\n';
  const first = await record('documents.write', agent, {
    body: { path, text, base: null, message: 'Begin with travel' },
  });
  const second = await record('documents.commit', agent, {
    body: {
      repo: 'handbook',
      message: 'Name a limit and add a welcome',
      changes: [
        { action: 'put', path, text: `${text}Meals: up to 30 a day.\n`, base: first.document.blob },
        { action: 'put', path: 'handbook/welcome.md', text: '# Welcome\n', base: null },
      ],
    },
  });
  const query = { path };
  await record('documents.list', agent, { query: { prefix: 'handbook/' } });
  await record('documents.read', agent, { query });
  await record('documents.rendered', agent, { query });
  await record('documents.render', agent, { body: { path, text: '# Travel\n\n**Keep** every receipt.\n' } });
  await record('documents.check', agent, { query: { prefix: 'handbook' } });
  const { versions } = await record('documents.history', agent, { query });
  await record('documents.diff', agent, { query });
  await record('documents.blame', agent, { query });
  await record('documents.search', agent, { body: { query: 'travel expenses', limit: 3 } });
  await record('documents.find', agent, { query: { query: 'travel expenses' } });
  await record('documents.fetch', agent, { query: { id: path } });
  const base = second.results[0].document.blob;
  await record('documents.keep_draft', agent, { body: { path, base, text: `${text}Meals: up to 35 a day.\n` } });
  await record('documents.drafts', agent, { query });
  await record('documents.discard_draft', agent, { query });
  await record('documents.restore', agent, { body: { path, version: versions.at(-1).id, base } });
  await record('documents.move', agent, {
    body: { from: path, to: 'handbook/trips.md', base: first.document.blob, message: 'Call it trips' },
  });
  await record('documents.delete', agent, { query: { path: 'handbook/trips.md', base: first.document.blob } });
  await record('documents.deleted', agent, { query: { prefix: 'handbook' } });
  const file = { repo: 'handbook', path: 'notes.txt' };
  await record('documents.put_raw', agent, { params: file, query: { 'if-none-match': '*' }, body: 'Plain words.\n' });
  await record('documents.get_raw', agent, { params: file });
  await record('repos.update', agent, {
    params: { name: 'handbook' },
    body: { description: 'How we work and travel' },
  });
}
