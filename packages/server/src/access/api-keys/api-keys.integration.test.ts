import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';

let workspace: { id: string; slug: string; name: string };
let admin: string;

const service = await startSuiteService();
beforeAll(async () => {
  const created = await service.call('POST', '/operator/workspaces', {
    token: service.operatorToken,
    body: { slug: `keys-${Date.now()}`, name: 'Keys', admin_email: 'admin@example.com' },
  });
  workspace = created.body.workspace;
  const token = await service.call('POST', '/operator/people/admin@example.com/personal-tokens', {
    token: service.operatorToken,
    body: { name: 'laptop' },
  });
  admin = token.body.secret;
});

function settings(method: string, path: string, body?: unknown): Promise<TestAnswer> {
  const request = { token: admin, workspace: workspace.id };
  return service.call(method, `/settings/api-keys${path}`, body === undefined ? request : { ...request, body });
}

const listMembers = (headers: Record<string, string>): Promise<TestAnswer> =>
  service.call('GET', '/v1/members', { headers });
const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` });

describe('api_keys', () => {
  it('create > accepts one or more capabilities, returns both forms, and shows the secret once', async () => {
    const one = await settings('POST', '', { name: 'one', capability: 'manage_members' });
    expect(one).toMatchObject({
      status: 200,
      body: {
        name: 'one',
        capability: 'manage_members',
        capabilities: ['manage_members'],
        workspace: { id: workspace.id },
      },
    });
    expect(one.body.secret).toMatch(/^svc_ak_[A-Za-z0-9_-]{43}$/);
    const several = await service.call('POST', `/operator/workspaces/${workspace.id}/api-keys`, {
      token: service.operatorToken,
      body: { name: 'several', capabilities: ['manage_readers', 'manage_members', 'manage_readers'] },
    });
    expect(several.body).toMatchObject({
      capability: 'manage_readers',
      capabilities: ['manage_readers', 'manage_members'],
    });
    const listed = await settings('GET', '');
    expect(listed.body.count).toBe(2);
    expect(JSON.stringify(listed.body)).not.toContain(one.body.secret);
    const row = listed.body.api_keys.find((key: { id: string }) => key.id === one.body.id);
    expect(row).toMatchObject({ status: 'active', hint: `svc_ak_…${one.body.secret.slice(-4)}`, last_used_at: null });
    const stored = await service.services.database.asSystem((transaction) =>
      transaction.query<{ row: string }>('select k::text as row from api_keys k'),
    );
    expect(JSON.stringify(stored)).not.toContain(one.body.secret.slice(0, 30));
  });

  it.each([
    [{ name: 'x' }],
    [{ name: 'x', capability: 'manage_members', capabilities: ['manage_readers'] }],
    [{ name: 'x', capabilities: [] }],
    [{ name: 'x', capability: 'manage_everything' }],
    [{ capability: 'manage_members' }],
  ])('create > rejects %j', async (body) => {
    expect(await settings('POST', '', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });

  it('are read from Authorization and X-API-Key, and rejected if the two headers differ', async () => {
    const { secret } = (await settings('POST', '', { name: 'headers', capability: 'manage_members' })).body;
    const other = (await settings('POST', '', { name: 'other', capability: 'manage_members' })).body.secret;
    expect((await listMembers(bearer(secret))).status).toBe(200);
    expect((await listMembers({ 'x-api-key': secret })).status).toBe(200);
    expect((await listMembers({ ...bearer(secret), 'x-api-key': secret })).status).toBe(200);
    expect((await listMembers({ ...bearer(secret), 'x-api-key': other })).status).toBe(401);
  });

  it('rotate > keeps name and capabilities, and invalidates the old secret immediately', async () => {
    const made = (await settings('POST', '', { name: 'turning', capabilities: ['manage_members', 'manage_readers'] }))
      .body;
    const rotated = await settings('POST', `/${made.id}/rotate`);
    const { secret, ...kept } = rotated.body;
    expect(kept).toEqual({ ...made, secret: undefined, previous_expires_at: null });
    expect(secret).not.toBe(made.secret);
    expect((await listMembers(bearer(made.secret))).body.error.code).toBe('invalid_credential');
    expect((await listMembers(bearer(secret))).status).toBe(200);
  });

  it('revoke > takes effect immediately and permanently, and can be repeated', async () => {
    const made = (await settings('POST', '', { name: 'ending', capability: 'manage_members' })).body;
    const first = await settings('DELETE', `/${made.id}`);
    expect(first.body).toMatchObject({ id: made.id, status: 'revoked' });
    expect((await settings('DELETE', `/${made.id}`)).body).toEqual(first.body);
    expect(await listMembers(bearer(made.secret))).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_credential' } },
    });
    expect((await settings('POST', `/${made.id}/rotate`)).body.error.code).toBe('api_key_not_found');
  });

  it('record their last use at most once a minute', async () => {
    const made = (await settings('POST', '', { name: 'used', capability: 'manage_members' })).body;
    const lastUsed = async (): Promise<string> =>
      (await settings('GET', '')).body.api_keys.find((key: { id: string }) => key.id === made.id).last_used_at;
    const at = async (time: string): Promise<string> => {
      service.setTime(new Date(time));
      await listMembers(bearer(made.secret));
      return lastUsed();
    };
    const readings = [
      await at('2026-05-01T10:00:00.000Z'),
      await at('2026-05-01T10:00:50.000Z'),
      await at('2026-05-01T10:01:30.000Z'),
    ];
    service.setTime(undefined);
    expect(readings).toEqual(['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:01:30.000Z']);
  });

  it('of other workspaces, and unknown ones, are reported as api_key_not_found', async () => {
    const elsewhere = await service.createWorkspace();
    const foreign = await service.call('POST', `/operator/workspaces/${elsewhere.id}/api-keys`, {
      token: service.operatorToken,
      body: { name: 'far', capability: 'manage_members' },
    });
    for (const id of [foreign.body.id, 'nothing']) {
      expect((await settings('POST', `/${id}/rotate`)).body.error.code).toBe('api_key_not_found');
      expect((await settings('DELETE', `/${id}`)).body.error.code).toBe('api_key_not_found');
    }
    expect((await listMembers(bearer(foreign.body.secret))).status).toBe(200);
  });

  it('create, rotate and revoke > require an admin, and are audited without the secret', async () => {
    const own = (await settings('POST', '', { name: 'audited', capability: 'manage_members' })).body;
    const rotated = (await settings('POST', `/${own.id}/rotate`)).body;
    await settings('DELETE', `/${own.id}`);
    const byKey = await service.call('POST', '/settings/api-keys', {
      token: rotated.secret,
      body: { name: 'x', capability: 'manage_members' },
    });
    expect(byKey.status).toBe(401);
    const audit = await service.call('GET', '/audit?limit=500', { token: admin, workspace: workspace.id });
    const events = audit.body.events.filter((event: { target: string }) => event.target === own.id);
    expect(events.map((event: { action: string }) => event.action)).toEqual([
      'api_key.revoked',
      'api_key.rotated',
      'api_key.created',
    ]);
    expect(JSON.stringify(audit.body)).not.toMatch(/svc_ak_[A-Za-z0-9_-]{20}/);
  });
});
