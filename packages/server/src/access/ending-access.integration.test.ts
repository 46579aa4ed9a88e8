import { describe, expect, test } from 'vitest';
import { signIn } from '../identity/testing/browser.js';
import { anAddress, personalToken } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { createWorkspaceFixture } from '../workspaces/testing/workspace-fixture.js';
import { createKey } from './testing/keys.js';

const service = await startSuiteService();

/** Creates a workspace that contains one of everything that grants access. */
async function fullOffice() {
  const fixture = await createWorkspaceFixture(service);
  const { call, workspace } = fixture;
  const key = await createKey(service, workspace.id);
  const v1 = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token: key.secret, ...(body === undefined ? {} : { body }) });
  const granted = { groups: [], send_email: false };
  const member = (await v1('POST', '/v1/members', { email: anAddress(), ...granted })).body.id;
  const magicLink = (await v1('POST', '/v1/readers', { email: anAddress(), ...granted })).body.id;
  const token = (await call('POST', '/settings/tokens', { name: 'agent', role: 'member', access: 'read_only' })).body;
  const ownKey = (await call('POST', '/settings/api-keys', { name: 'backend', capability: 'manage_members' })).body;
  const editor = anAddress();
  const person = (await call('POST', '/settings/people', { email: editor, role: 'member', send_email: false })).body.id;
  const device = await personalToken(service, editor);
  await service.call('GET', '/collections', { token: device, workspace: workspace.id });
  await signIn(service, editor);
  const [{ id: session }] = (await call('GET', '/settings/sessions')).body.sessions;
  const used = (await call('GET', '/settings/devices')).body.devices;
  const deviceId = used.find((each: { person: { email: string } }) => each.person.email === editor).id;
  return { ...fixture, v1, member, magicLink, token, ownKey, person, session, deviceId };
}

describe('suspended workspaces', () => {
  test('allow revoking every kind of access, but not granting any', async () => {
    const { call, v1, workspace, member, magicLink, token, ownKey, person, session, deviceId } = await fullOffice();
    const suspend = await service.call('PATCH', `/operator/workspaces/${workspace.id}`, {
      token: service.operatorToken,
      body: { suspended: true },
    });
    expect(suspend.status).toBe(200);
    const refused = [
      await v1('POST', '/v1/members', { email: anAddress(), groups: [] }),
      await call('POST', '/settings/tokens', { name: 'agent', role: 'member', access: 'read_only' }),
      await call('POST', `/settings/tokens/${token.id}/rotate`),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      refused.map(() => [403, 'read_only_here']),
    );
    const ended = [
      await v1('DELETE', `/v1/members/${member}`),
      await v1('DELETE', `/v1/readers/${magicLink}`),
      await call('DELETE', `/settings/sessions/${session}`),
      await call('DELETE', `/settings/devices/${deviceId}`),
      await call('DELETE', `/settings/tokens/${token.id}`),
      await call('DELETE', `/settings/api-keys/${ownKey.id}`),
      await call('DELETE', `/settings/people/${person}`),
    ];
    expect(ended.map(({ status, body }) => [status, body.status])).toEqual(ended.map(() => [200, 'revoked']));
    expect((await service.call('GET', '/me', { token: token.secret })).status).toBe(401);
  });
});

describe('people.remove > an admin who created credentials', () => {
  test('returns the active keys and tokens of that admin, and how to revoke them', async () => {
    const { call, workspace } = await createWorkspaceFixture(service);
    const email = anAddress();
    const added = await call('POST', '/settings/people', { email, role: 'admin', send_email: false });
    const theirs = { token: await personalToken(service, email), workspace: workspace.id };
    const make = (path: string, body: unknown) => service.call('POST', path, { ...theirs, body });
    const token = (await make('/settings/tokens', { name: 'left behind', role: 'admin', access: 'read_write' })).body;
    const gone = (await make('/settings/tokens', { name: 'revoked', role: 'admin', access: 'read_write' })).body;
    const key = (await make('/settings/api-keys', { name: 'backend', capability: 'manage_members' })).body;
    await call('DELETE', `/settings/tokens/${gone.id}`);
    await call('POST', '/settings/tokens', { name: 'of the other admin', role: 'admin', access: 'read_write' });
    const removed = await call('DELETE', `/settings/people/${added.body.id}`);
    expect(removed.body.still_working).toEqual([
      { kind: 'api_key', id: key.id, name: 'backend', revoke: `DELETE /settings/api-keys/${key.id}` },
      { kind: 'token', id: token.id, name: 'left behind', revoke: `DELETE /settings/tokens/${token.id}` },
    ]);
    for (const { revoke } of removed.body.still_working) {
      const [method, path] = revoke.split(' ');
      expect((await call(method, path)).status).toBe(200);
    }
    expect((await call('DELETE', `/settings/people/${added.body.id}`)).body.still_working).toEqual([]);
  });
});
