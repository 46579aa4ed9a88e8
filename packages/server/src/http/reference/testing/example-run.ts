import { signIn } from '../../../identity/testing/browser.js';
import type { TestService } from '../../../testing/service.js';
import { runContentExamples } from './content-examples.js';
import type { ExampleSetting, RecordCall } from './example-recorder.js';

/** Calls every operation of the service once, in an order in which each can succeed. */
export async function runExamples(service: TestService, record: RecordCall): Promise<void> {
  const setting = await openWorkspace(service, record);
  await runContentExamples(setting);
  await grants(setting);
  await settings(setting);
  await webhooks(setting);
  await accessSettings(setting);
  await signIns(setting);
  await endings(setting);
  await leaving(setting);
}

async function openWorkspace(service: TestService, record: RecordCall): Promise<ExampleSetting> {
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
    body: {
      name: 'billing',
      capabilities: ['manage_members', 'manage_permissions', 'manage_readers', 'create_sign_in_links'],
    },
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

async function grants({ record, backend, agent, admin }: ExampleSetting): Promise<void> {
  const group = await record('groups.create', backend, { body: { name: 'Handbook', paths: ['handbook/**'] } });
  const groups = [group.id];
  const email = 'cleo@example.com';
  const params = { identifier: email };
  await record('members.grant', backend, {
    body: { email, name: 'Cleo', groups, access: 'read_only', send_email: true },
  });
  const bought = {
    groups,
    expires_at: '2099-12-31T00:00:00Z',
    source: 'stripe:sub_123',
    as_of: '2026-01-31T10:00:00Z',
  };
  await record('members.ensure', backend, { params, body: bought });
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
  await record('members.create_sign_in_link', backend, { params, body: { next: '/d/handbook/' } });
  await record('settings.create_sign_in_link', admin, { params });
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
  await record('readers.end_source', backend, { params: { identifier: 'dan@example.com', source: 'newsletter' } });
  await record('readers.revoke', backend, { params: { identifier: 'dan@example.com' } });
  await record('members.end_source', backend, { params: { ...params, source: 'stripe:sub_123' } });
  await record('members.revoke', backend, { params });
  await record('groups.delete', backend, { params: { id: group.id } });
}

async function settings({ service, record, admin }: ExampleSetting): Promise<void> {
  await record('settings.get_workspace', admin);
  await record('settings.update_workspace', admin, {
    body: { name: 'Acme', color: '#0b5566', offer: { show_locked: true, url: 'https://shop.example/course' } },
  });
  await record('settings.put_domain', admin, { body: { host: 'courses.example.com' } });
  await record('settings.get_domain', admin);
  await service.services.database.asSystem((transaction) =>
    transaction.query('update workspaces set domain_checked_at = now() where id = $1', [admin.workspace]),
  );
  await record('operator.get_domain', { token: service.operatorToken }, { params: { host: 'courses.example.com' } });
  await record('settings.delete_domain', admin);
  const key = await record('api_keys.create', admin, { body: { name: 'shop', capability: 'manage_members' } });
  await record('api_keys.list', admin);
  await record('api_keys.rotate', admin, { params: { id: key.id }, body: { overlap_hours: 24 } });
  await record('api_keys.end_previous', admin, { params: { id: key.id } });
  await record('api_keys.revoke', admin, { params: { id: key.id } });
  const token = await record('tokens.create', admin, {
    body: { name: 'helpdesk agent', role: 'member', access: 'read_only', expires_at: '2099-12-31T00:00:00Z' },
  });
  await record('tokens.list', admin);
  await record('tokens.rotate', admin, { params: { id: token.id }, body: { overlap_hours: 24 } });
  await record('tokens.end_previous', admin, { params: { id: token.id } });
  await record('tokens.revoke', admin, { params: { id: token.id } });
  const person = await record('people.add', admin, {
    body: { email: 'finn@example.com', role: 'member', send_email: false },
  });
  await record('people.list', admin);
  await record('people.update', admin, { params: { id: person.id }, body: { role: 'admin' } });
  await record('people.invite', admin, { params: { id: person.id } });
  await record('people.remove', admin, { params: { id: person.id } });
}

async function webhooks({ record, admin }: ExampleSetting): Promise<void> {
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
  await record('webhooks.rotate', admin, { params, body: { overlap_hours: 24 } });
  await record('webhooks.end_previous', admin, { params });
  const test = await record('webhooks.test', admin, { params });
  await record('webhooks.list_deliveries', admin, { params, query: { limit: '20' } });
  await record('webhooks.replay', admin, { params: { id, delivery_id: test.id } });
  await record('webhooks.delete', admin, { params });
}

async function accessSettings({ record, admin }: ExampleSetting): Promise<void> {
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

async function signIns({ service, record, admin, adminEmail }: ExampleSetting): Promise<void> {
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

async function endings({ record, agent, admin }: ExampleSetting): Promise<void> {
  await record('audit.list', admin, { query: { action: 'collection.records_written', limit: '2' } });
  const params = { name: 'products' };
  await record('collections.update', agent, { params, body: { embed_fields: ['name'] } });
  await record('collections.reindex', agent, { params, query: { dry_run: 'false' } });
  await record('collections.delete', agent, { params, query: { confirm: 'products' } });
  await record('collections.restore', agent, { params });
  await record('repos.delete', agent, { params: { name: 'handbook' }, query: { confirm: 'handbook' } });
  const { devices } = await record('settings.list_devices', admin);
  await record('settings.revoke_device', admin, { params: { id: devices[0].id } });
}

async function leaving({ service, record }: ExampleSetting): Promise<void> {
  const operator = { token: service.operatorToken };
  const body = { slug: 'trial', name: 'Trial' };
  const headers = { 'x-request-id': 'an-id-of-yours' };
  const { workspace } = (await service.call('POST', '/operator/workspaces', { ...operator, body, headers })).body;
  const params = { id: workspace.id };
  await record('operator.export_workspace', operator, { params });
  const exported = await service.app.http.request(`http://tessera.test/operator/workspaces/${workspace.id}/export`, {
    headers: { ...headers, authorization: `Bearer ${service.operatorToken}` },
  });
  await record('operator.import_workspace', operator, {
    query: { slug: 'trial-2' },
    body: '@trial.tar.gz',
    file: new Uint8Array(await exported.arrayBuffer()),
  });
  await record('operator.delete_workspace', operator, { params, body: { slug: 'trial' } });
  await record('operator.erase_person', operator, { params: { email: 'cleo@example.com' } });
  await record('operator.list_events', operator, { query: { limit: '20' } });
  await record('operator.list_mails', operator, { query: { limit: '20' } });
}
