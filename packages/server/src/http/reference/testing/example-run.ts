import { expect, vi } from 'vitest';
import { signIn } from '../../../identity/testing/browser.js';
import type { TestService } from '../../../testing/service.js';
import type { Caller, RecordCall } from './example-recorder.js';

/** Shared by the sections of the example run. */
interface Setting {
  readonly service: TestService;
  readonly record: RecordCall;
  /** An admin's pinned token. */
  readonly agent: Caller;
  /** An API key with every capability. */
  readonly backend: Caller;
  /** An admin's personal token, with the workspace named. */
  readonly admin: Caller;
  readonly adminEmail: string;
}

/** Calls every operation of the service once, in an order in which each has something to work on. */
export async function runExamples(service: TestService, record: RecordCall): Promise<void> {
  const setting = await openWorkspace(service, record);
  await collections(setting);
  const ingestSecret = await records(setting);
  await ingest(setting, ingestSecret);
  await documents(setting);
  await grants(setting);
  await settings(setting);
  await webhooks(setting);
  await accessSettings(setting);
  await signIns(setting);
  await endings(setting);
}

async function openWorkspace(service: TestService, record: RecordCall): Promise<Setting> {
  const operator = { token: service.operatorToken };
  const adminEmail = 'ada@example.com';
  const { workspace } = await record('operator.create_workspace', operator, {
    body: { slug: 'acme', name: 'Acme Ltd', reader_seats: 50, admin_email: adminEmail },
  });
  const params = { id: workspace.id };
  await record('operator.list_workspaces', operator, { query: { limit: '20' } });
  await record('operator.update_workspace', operator, { params, body: { reader_seats: 100 } });
  await record('operator.add_person', operator, {
    params,
    body: { email: 'eli@example.com', role: 'member', access: 'read_write' },
  });
  const key = await record('operator.create_api_key', operator, {
    params,
    body: { name: 'billing', capabilities: ['manage_members', 'manage_permissions', 'manage_readers'] },
  });
  const token = await record('operator.create_token', operator, {
    params,
    body: { name: 'catalog sync', role: 'admin', access: 'read_write' },
  });
  const personal = await record('operator.create_personal_token', operator, {
    params: { email: adminEmail },
    body: { name: 'automation' },
  });
  await record('operator.create_sign_in_link', operator, { params: { email: adminEmail } });
  const agent = { token: token.secret };
  const admin = { token: personal.secret, workspace: workspace.id };
  await record('health.get', {});
  await record('me.get', agent);
  await record('workspaces.list', { token: personal.secret });
  return { service, record, agent, backend: { token: key.secret }, admin, adminEmail };
}

const lamp = { id: 1, name: 'Blue desk lamp', sku: 'L-100', list_price: 39.9, categ_id: [4, 'Lamps'] };
const armchair = { id: 2, name: 'Green armchair', sku: 'C-200', list_price: 240, categ_id: [5, 'Chairs'] };
const lantern = { id: 3, name: 'Garden lantern', sku: 'L-300', list_price: 25, categ_id: [4, 'Lamps'] };

async function collections({ record, agent }: Setting): Promise<void> {
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

async function records({ service, record, agent }: Setting): Promise<string> {
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
  // Stored behind.
  await vi.waitFor(async () => {
    const { body } = await service.call('GET', '/collections/products/queries', agent);
    expect(body.queries).toHaveLength(1);
  });
  await record('collections.list_queries', agent, { params });
  await record('collections.get_statistics', agent, { params, query: { days: '1' } });
  await record('collections.resolve_records', agent, {
    params,
    body: { queries: [{ key: 'row 1', query: 'L-100' }, { key: 'row 2', query: 'red bicycle' }, { key: 'row 3' }] },
  });
  await record('collections.resolve', agent, { body: { query: 'L-100', top_k: 1 } });
  await record('collections.correct_resolution', agent, {
    params,
    body: { query: 'the desk light', external_id: '1' },
  });
  const { corrections } = await record('collections.list_corrections', agent, { params });
  await record('collections.delete_correction', agent, { params: { ...params, id: corrections[0].id } });
  await record('collections.get_record', agent, { params: { ...params, id: '1' } });
  await record('collections.list_records', agent, { params, query: { limit: '2' } });
  await record('collections.list_changes', agent, { params, query: { limit: '2' } });
  const { findings } = await record('collections.list_findings', agent, { params });
  await record('collections.dismiss_finding', agent, { params: { ...params, id: findings[0].id } });
  await record('collections.reconcile_records', agent, { params, body: { live_ids: ['1', '2'] } });
  await record('collections.delete_record', agent, { params: { ...params, id: '2' } });
  return (await record('collections.regenerate_ingest_url', agent, { params })).secret;
}

async function ingest({ record }: Setting, secret: string): Promise<void> {
  const params = { secret };
  await record('ingest.record', {}, { params, body: lamp });
  await record('ingest.batch', {}, { params, body: { records: [armchair, lantern] } });
  await record('ingest.embed_pending', {}, { params });
}

async function documents({ record, agent }: Setting): Promise<void> {
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
  const { versions } = await record('documents.history', agent, { query });
  await record('documents.diff', agent, { query });
  await record('documents.blame', agent, { query });
  await record('documents.search', agent, { body: { query: 'travel expenses', limit: 3 } });
  await record('documents.find', agent, { query: { query: 'travel expenses' } });
  await record('documents.fetch', agent, { query: { id: path } });
  const base = second.results[0].document.blob;
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

async function grants({ record, backend, agent, admin }: Setting): Promise<void> {
  const group = await record('groups.create', backend, { body: { name: 'Handbook', paths: ['handbook/**'] } });
  const groups = [group.id];
  const email = 'cleo@example.com';
  const params = { identifier: email };
  await record('members.grant', backend, {
    body: { email, name: 'Cleo', groups, access: 'read_only', send_email: true },
  });
  await record('members.ensure', backend, { params, body: { groups, expires_at: '2099-12-31T00:00:00Z' } });
  await record('members.sync', backend, {
    body: {
      members: [
        { email, groups },
        { email: 'dora@example.com', groups },
      ],
      dry_run: true,
    },
  });
  await record('members.list', backend, { query: { limit: '50' } });
  await record('members.get_access', backend, { params });
  await record('members.put_access', backend, {
    params,
    body: { assignments: [{ group_id: group.id, access: 'read_only' }] },
  });
  await record('members.explain_access', backend, { params, query: { path: 'handbook/welcome.md' } });
  await record('groups.list', backend);
  await record('groups.update', backend, { params: { id: group.id }, body: { paths: ['handbook/**', 'faq/**'] } });
  await record('readers.create', backend, { body: { email: 'dan@example.com', groups, send_email: false } });
  await record('readers.list', backend);
  const shared = { name: 'products', group_id: group.id };
  await record('collections.put_grant', admin, {
    params: shared,
    body: { permission: 'read', filter: { categ_id: 4 } },
  });
  await record('collections.get_grant', admin, { params: shared });
  await record('collections.list_grants', agent, { params: { name: 'products' } });
  await record('collections.delete_grant', admin, { params: shared });
  await record('readers.revoke', backend, { params: { identifier: 'dan@example.com' } });
  await record('members.revoke', backend, { params });
  await record('groups.delete', backend, { params: { id: group.id } });
}

async function settings({ record, admin }: Setting): Promise<void> {
  await record('settings.get_workspace', admin);
  await record('settings.update_workspace', admin, { body: { name: 'Acme', color: '#0b5566' } });
  const key = await record('api_keys.create', admin, { body: { name: 'shop', capability: 'manage_members' } });
  await record('api_keys.list', admin);
  await record('api_keys.rotate', admin, { params: { id: key.id } });
  await record('api_keys.revoke', admin, { params: { id: key.id } });
  const token = await record('tokens.create', admin, {
    body: { name: 'helpdesk agent', role: 'member', access: 'read_only', expires_at: '2099-12-31T00:00:00Z' },
  });
  await record('tokens.list', admin);
  await record('tokens.rotate', admin, { params: { id: token.id } });
  await record('tokens.revoke', admin, { params: { id: token.id } });
  const person = await record('people.add', admin, {
    body: { email: 'finn@example.com', role: 'member', send_email: false },
  });
  await record('people.list', admin);
  await record('people.update', admin, { params: { id: person.id }, body: { role: 'admin' } });
  await record('people.remove', admin, { params: { id: person.id } });
}

async function webhooks({ record, admin }: Setting): Promise<void> {
  const { id } = await record('webhooks.create', admin, {
    body: {
      url: 'https://billing.example.com/tessera',
      events: ['member.granted', 'member.revoked', 'member.expired'],
      description: 'Billing',
    },
  });
  const params = { id };
  await record('webhooks.list', admin);
  await record('webhooks.update', admin, { params, body: { events: ['member.granted', 'member.revoked'] } });
  const test = await record('webhooks.test', admin, { params });
  await record('webhooks.list_deliveries', admin, { params, query: { limit: '20' } });
  await record('webhooks.replay', admin, { params: { id, delivery_id: test.id } });
  await record('webhooks.delete', admin, { params });
}

async function accessSettings({ record, admin }: Setting): Promise<void> {
  const group = await record('settings.create_group', admin, {
    body: { name: 'Welcome', paths: ['handbook/welcome.md'] },
  });
  await record('settings.list_groups', admin);
  await record('settings.preview_group', admin, { body: { paths: ['handbook/*.md'], replaces: group.id } });
  await record('settings.update_group', admin, {
    params: { id: group.id },
    body: { description: 'For the first day' },
  });
  const { people } = await record('people.list', admin);
  const editor = people.find(({ email }: { email: string }) => email === 'eli@example.com');
  const params = { id: editor.id };
  await record('settings.sync_members', admin, {
    body: { members: [{ email: 'hal@example.com', groups: [group.id] }], revoke_missing: true, dry_run: true },
  });
  await record('settings.put_access', admin, {
    params,
    body: { assignments: [{ group_id: group.id, access: 'read_write' }] },
  });
  await record('settings.get_access', admin, { params });
  const path = 'handbook/welcome.md';
  await record('settings.explain_access', admin, { query: { path, holder: `membership:${editor.id}` } });
  await record('settings.list_holders', admin, { query: { path } });
  const reader = await record('settings.create_reader', admin, {
    body: { email: 'gus@example.com', groups: [group.id], send_email: false },
  });
  await record('settings.list_readers', admin);
  await record('settings.revoke_reader', admin, { params: { id: reader.id } });
  await record('settings.delete_group', admin, { params: { id: group.id } });
}

async function signIns({ service, record, admin, adminEmail }: Setting): Promise<void> {
  const browser = await signIn(service, adminEmail);
  await browser.submit('/sign-in/workspace', { workspace: String(admin.workspace), next: '/' });
  const client = { client_id: 'svc' };
  const asked = await record('device.code', {}, { body: { ...client, device_name: 'laptop' } });
  await browser.submit('/device', { user_code: asked.user_code, decision: 'approve' });
  const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
  await record('device.token', {}, { body: { grant_type: grantType, device_code: asked.device_code, ...client } });
  const own = { token: String(admin.token) };
  const inWorkspace = await record('settings.list_sessions', admin);
  await record('settings.list_devices', admin);
  const { devices } = await record('devices.list', own);
  const laptop = devices.find(({ name }: { name: string }) => name === 'laptop');
  await record('devices.revoke', own, { params: { id: laptop.id } });
  await record('settings.revoke_session', admin, { params: { id: inWorkspace.sessions[0].id } });
  await signIn(service, adminEmail);
  const { sessions } = await record('sessions.list', own);
  await record('sessions.revoke', own, { params: { id: sessions[0].id } });
}

async function endings({ record, agent, admin }: Setting): Promise<void> {
  await record('audit.list', admin, { query: { action: 'collection.records_written', limit: '2' } });
  const params = { name: 'products' };
  await record('collections.update', agent, { params, body: { embed_fields: ['name'] } });
  await record('collections.reindex', agent, { params, query: { dry_run: 'false' } });
  await record('collections.delete', agent, { params });
  await record('repos.delete', agent, { params: { name: 'handbook' }, query: { confirm: 'handbook' } });
  const { devices } = await record('settings.list_devices', admin);
  await record('settings.revoke_device', admin, { params: { id: devices[0].id } });
}
