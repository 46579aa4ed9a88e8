import { signIn } from '../../../identity/testing/browser.js';
import type { TestService } from '../../../testing/service.js';
import type { Caller, Tell } from './teller.js';

/** What the chapters of the story share. */
interface Setting {
  readonly service: TestService;
  readonly tell: Tell;
  /** An admin's pinned token. */
  readonly agent: Caller;
  /** An API key with every capability. */
  readonly backend: Caller;
  /** An admin's personal token, with the workspace named. */
  readonly admin: Caller;
  readonly adminEmail: string;
}

/** Calls every operation of the service once, in an order in which each has something to work on. */
export async function tellStory(service: TestService, tell: Tell): Promise<void> {
  const setting = await openWorkspace(service, tell);
  await collections(setting);
  const ingestSecret = await records(setting);
  await ingest(setting, ingestSecret);
  await documents(setting);
  await grants(setting);
  await settings(setting);
  await accessSettings(setting);
  await signIns(setting);
  await endings(setting);
}

async function openWorkspace(service: TestService, tell: Tell): Promise<Setting> {
  const operator = { token: service.operatorToken };
  const adminEmail = 'ada@example.com';
  const { workspace } = await tell('operator.create_workspace', operator, {
    body: { slug: 'acme', name: 'Acme Ltd', reader_seats: 50, admin_email: adminEmail },
  });
  const params = { id: workspace.id };
  await tell('operator.list_workspaces', operator, { query: { limit: '20' } });
  await tell('operator.update_workspace', operator, { params, body: { reader_seats: 100 } });
  await tell('operator.add_person', operator, {
    params,
    body: { email: 'eli@example.com', role: 'member', access: 'read_write' },
  });
  const key = await tell('operator.create_api_key', operator, {
    params,
    body: { name: 'billing', capabilities: ['manage_members', 'manage_permissions', 'manage_readers'] },
  });
  const token = await tell('operator.create_token', operator, {
    params,
    body: { name: 'catalog sync', role: 'admin', access: 'read_write' },
  });
  const personal = await tell('operator.create_personal_token', operator, {
    params: { email: adminEmail },
    body: { name: 'automation' },
  });
  await tell('operator.create_sign_in_link', operator, { params: { email: adminEmail } });
  const agent = { token: token.secret };
  const admin = { token: personal.secret, workspace: workspace.id };
  await tell('health.get', {});
  await tell('me.get', agent);
  await tell('workspaces.list', { token: personal.secret });
  return { service, tell, agent, backend: { token: key.secret }, admin, adminEmail };
}

const lamp = { id: 1, name: 'Blue desk lamp', sku: 'L-100', list_price: 39.9, categ_id: [4, 'Lamps'] };
const armchair = { id: 2, name: 'Green armchair', sku: 'C-200', list_price: 240, categ_id: [5, 'Chairs'] };
const lantern = { id: 3, name: 'Garden lantern', sku: 'L-300', list_price: 25, categ_id: [4, 'Lamps'] };

async function collections({ tell, agent }: Setting): Promise<void> {
  const params = { name: 'products' };
  await tell('collections.create', agent, { body: { ...params, description: 'Everything that can be ordered' } });
  await tell('collections.import_records', agent, { params, body: { records: [lamp, armchair] } });
  await tell('collections.fields', agent, { params });
  await tell('collections.update', agent, {
    params,
    body: {
      id_match_fields: ['sku'],
      embed_fields: ['name', 'categ_id'],
      field_types: { list_price: 'number' },
      guidance: 'Ask for the price in the shop: the one here is of last night.',
    },
  });
  await tell('collections.list', agent);
}

async function records({ tell, agent }: Setting): Promise<string> {
  const params = { name: 'products' };
  await tell('collections.upsert_records', agent, {
    params,
    body: { records: [lantern, { ...armchair, colour: 'green' }, { name: 'No id' }] },
  });
  await tell('collections.describe', agent, { params });
  await tell('collections.query', agent, {
    params,
    body: { query: 'blue lamp for a desk', filters: { list_price: { lte: 100 } }, top_k: 2 },
  });
  await tell('collections.get_record', agent, { params: { ...params, id: '1' } });
  await tell('collections.list_records', agent, { params, query: { limit: '2' } });
  const { findings } = await tell('collections.list_findings', agent, { params });
  await tell('collections.dismiss_finding', agent, { params: { ...params, id: findings[0].id } });
  await tell('collections.reconcile_records', agent, { params, body: { live_ids: ['1', '2'] } });
  await tell('collections.delete_record', agent, { params: { ...params, id: '2' } });
  return (await tell('collections.regenerate_ingest_url', agent, { params })).secret;
}

async function ingest({ tell }: Setting, secret: string): Promise<void> {
  const params = { secret };
  await tell('ingest.record', {}, { params, body: lamp });
  await tell('ingest.batch', {}, { params, body: { records: [armchair, lantern] } });
  await tell('ingest.embed_pending', {}, { params });
}

async function documents({ tell, agent }: Setting): Promise<void> {
  await tell('repos.create', agent, { body: { name: 'handbook', description: 'How we work' } });
  await tell('repos.list', agent);
  const path = 'handbook/travel.md';
  const text = '# Travel\n\n## Expenses\n\nKeep every receipt.\n';
  const first = await tell('documents.write', agent, {
    body: { path, text, base: null, message: 'Begin with travel' },
  });
  const second = await tell('documents.commit', agent, {
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
  await tell('documents.list', agent, { query: { prefix: 'handbook/' } });
  await tell('documents.read', agent, { query });
  await tell('documents.rendered', agent, { query });
  await tell('documents.render', agent, { body: { path, text: '# Travel\n\n**Keep** every receipt.\n' } });
  const { versions } = await tell('documents.history', agent, { query });
  await tell('documents.diff', agent, { query });
  await tell('documents.blame', agent, { query });
  await tell('documents.search', agent, { body: { query: 'travel expenses', limit: 3 } });
  const base = second.results[0].document.blob;
  await tell('documents.restore', agent, { body: { path, version: versions.at(-1).id, base } });
  await tell('documents.move', agent, {
    body: { from: path, to: 'handbook/trips.md', base: first.document.blob, message: 'Call it trips' },
  });
  await tell('documents.delete', agent, { query: { path: 'handbook/trips.md', base: first.document.blob } });
  const file = { repo: 'handbook', path: 'notes.txt' };
  await tell('documents.put_raw', agent, { params: file, query: { 'if-none-match': '*' }, body: 'Plain words.\n' });
  await tell('documents.get_raw', agent, { params: file });
  await tell('repos.update', agent, { params: { name: 'handbook' }, body: { description: 'How we work and travel' } });
}

async function grants({ tell, backend, agent, admin }: Setting): Promise<void> {
  const group = await tell('groups.create', backend, { body: { name: 'Handbook', paths: ['handbook/**'] } });
  const groups = [group.id];
  const email = 'cleo@example.com';
  const params = { identifier: email };
  await tell('members.grant', backend, {
    body: { email, name: 'Cleo', groups, access: 'read_only', send_email: true },
  });
  await tell('members.list', backend, { query: { limit: '50' } });
  await tell('members.get_access', backend, { params });
  await tell('members.put_access', backend, {
    params,
    body: { assignments: [{ group_id: group.id, access: 'read_only' }] },
  });
  await tell('members.explain_access', backend, { params, query: { path: 'handbook/welcome.md' } });
  await tell('groups.list', backend);
  await tell('groups.update', backend, { params: { id: group.id }, body: { paths: ['handbook/**', 'faq/**'] } });
  await tell('readers.create', backend, { body: { email: 'dan@example.com', groups, send_email: false } });
  await tell('readers.list', backend);
  const shared = { name: 'products', group_id: group.id };
  await tell('collections.put_grant', admin, { params: shared, body: { permission: 'read', filter: { categ_id: 4 } } });
  await tell('collections.get_grant', admin, { params: shared });
  await tell('collections.list_grants', agent, { params: { name: 'products' } });
  await tell('collections.delete_grant', admin, { params: shared });
  await tell('readers.revoke', backend, { params: { identifier: 'dan@example.com' } });
  await tell('members.revoke', backend, { params });
  await tell('groups.delete', backend, { params: { id: group.id } });
}

async function settings({ tell, admin }: Setting): Promise<void> {
  await tell('settings.get_workspace', admin);
  await tell('settings.update_workspace', admin, { body: { name: 'Acme' } });
  const key = await tell('api_keys.create', admin, { body: { name: 'shop', capability: 'manage_members' } });
  await tell('api_keys.list', admin);
  await tell('api_keys.rotate', admin, { params: { id: key.id } });
  await tell('api_keys.revoke', admin, { params: { id: key.id } });
  const token = await tell('tokens.create', admin, {
    body: { name: 'helpdesk agent', role: 'member', access: 'read_only', expires_at: '2099-12-31T00:00:00Z' },
  });
  await tell('tokens.list', admin);
  await tell('tokens.rotate', admin, { params: { id: token.id } });
  await tell('tokens.revoke', admin, { params: { id: token.id } });
  const person = await tell('people.add', admin, {
    body: { email: 'finn@example.com', role: 'member', send_email: false },
  });
  await tell('people.list', admin);
  await tell('people.update', admin, { params: { id: person.id }, body: { role: 'admin' } });
  await tell('people.remove', admin, { params: { id: person.id } });
}

async function accessSettings({ tell, admin }: Setting): Promise<void> {
  const group = await tell('settings.create_group', admin, {
    body: { name: 'Welcome', paths: ['handbook/welcome.md'] },
  });
  await tell('settings.list_groups', admin);
  await tell('settings.preview_group', admin, { body: { paths: ['handbook/*.md'], replaces: group.id } });
  await tell('settings.update_group', admin, { params: { id: group.id }, body: { description: 'For the first day' } });
  const { people } = await tell('people.list', admin);
  const editor = people.find(({ email }: { email: string }) => email === 'eli@example.com');
  const params = { id: editor.id };
  await tell('settings.put_access', admin, {
    params,
    body: { assignments: [{ group_id: group.id, access: 'read_write' }] },
  });
  await tell('settings.get_access', admin, { params });
  const path = 'handbook/welcome.md';
  await tell('settings.explain_access', admin, { query: { path, holder: `membership:${editor.id}` } });
  await tell('settings.list_holders', admin, { query: { path } });
  const reader = await tell('settings.create_reader', admin, {
    body: { email: 'gus@example.com', groups: [group.id], send_email: false },
  });
  await tell('settings.list_readers', admin);
  await tell('settings.revoke_reader', admin, { params: { id: reader.id } });
  await tell('settings.delete_group', admin, { params: { id: group.id } });
}

async function signIns({ service, tell, admin, adminEmail }: Setting): Promise<void> {
  const browser = await signIn(service, adminEmail);
  await browser.submit('/sign-in/workspace', { workspace: String(admin.workspace), next: '/' });
  const client = { client_id: 'svc' };
  const asked = await tell('device.code', {}, { body: { ...client, device_name: 'laptop' } });
  await browser.submit('/device', { user_code: asked.user_code, decision: 'approve' });
  const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
  await tell('device.token', {}, { body: { grant_type: grantType, device_code: asked.device_code, ...client } });
  const own = { token: String(admin.token) };
  const inWorkspace = await tell('settings.list_sessions', admin);
  await tell('settings.list_devices', admin);
  const { devices } = await tell('devices.list', own);
  const laptop = devices.find(({ name }: { name: string }) => name === 'laptop');
  await tell('devices.revoke', own, { params: { id: laptop.id } });
  await tell('settings.revoke_session', admin, { params: { id: inWorkspace.sessions[0].id } });
  await signIn(service, adminEmail);
  const { sessions } = await tell('sessions.list', own);
  await tell('sessions.revoke', own, { params: { id: sessions[0].id } });
}

async function endings({ tell, agent, admin }: Setting): Promise<void> {
  await tell('audit.list', admin, { query: { action: 'collection.records_written', limit: '2' } });
  const params = { name: 'products' };
  await tell('collections.update', agent, { params, body: { embed_fields: ['name'] } });
  await tell('collections.reindex', agent, { params, query: { dry_run: 'false' } });
  await tell('collections.delete', agent, { params });
  await tell('repos.delete', agent, { params: { name: 'handbook' }, query: { confirm: 'handbook' } });
  const { devices } = await tell('settings.list_devices', admin);
  await tell('settings.revoke_device', admin, { params: { id: devices[0].id } });
}
