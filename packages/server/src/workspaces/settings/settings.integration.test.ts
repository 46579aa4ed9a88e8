import { describe, expect, test } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { createWorkspaceFixture } from '../testing/workspace-fixture.js';

const service = await startSuiteService();

describe('workspace settings', () => {
  test('require an admin, by session or personal token', async () => {
    const { workspace, token, email } = await createWorkspaceFixture(service);
    const routes = [
      ['GET', '/settings/people'],
      ['GET', '/settings/workspace'],
      ['GET', '/settings/api-keys'],
      ['GET', '/settings/tokens'],
      ['GET', '/settings/sessions'],
      ['GET', '/settings/devices'],
    ] as const;
    const editor = anAddress();
    await invite(service, workspace, editor);
    const editorToken = await personalToken(service, editor);
    const browser = await signIn(service, email);
    for (const [method, path] of routes) {
      const as = async (request: object) => (await service.call(method, path, request)).status;
      expect(await as({ token, workspace: workspace.id })).toBe(200);
      expect(await as({ headers: browser.headers() })).toBe(200);
      expect(await as({ token: editorToken, workspace: workspace.id })).toBe(403);
      expect(await as({ token: workspace.token })).toBe(403);
      expect(await as({ token: service.operatorToken })).toBe(401);
      expect(await as({})).toBe(401);
    }
  });

  test('rename the workspace', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const changed = await call('PATCH', '/settings/workspace', { name: 'New name' });
    expect(changed.body.workspace).toMatchObject({
      id: workspace.id,
      name: 'New name',
      seats_used: 0,
      suspended: false,
    });
    expect((await call('GET', '/settings/workspace')).body).toEqual(changed.body);
  });

  test('record a revoked token by its stored id, regardless of the spelling in the request', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const made = await call('POST', '/settings/tokens', { name: 'agent', role: 'member', access: 'read_only' });
    const { id } = made.body;
    expect((await call('DELETE', `/settings/tokens/${id.toUpperCase()}`)).body).toMatchObject({
      id,
      status: 'revoked',
    });
    const { events } = (await service.call('GET', '/audit?limit=1', { token: workspace.token })).body;
    expect(events).toMatchObject([{ action: 'token.revoked', target: id }]);
  });

  test('keep the level of tokens in collections, by default `manage`', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const sent = { name: 'agent', role: 'member', access: 'read_write' };
    expect((await call('POST', '/settings/tokens', sent)).body).toMatchObject({ collections: 'manage' });
    const made = (await call('POST', '/settings/tokens', { ...sent, collections: 'write' })).body;
    expect(made).toMatchObject({ collections: 'write' });
    expect((await call('POST', `/settings/tokens/${made.id}/rotate`)).body).toMatchObject({ collections: 'write' });
    expect((await call('GET', '/settings/tokens')).body.tokens[0]).toMatchObject({ id: made.id, collections: 'write' });
    const { events } = (await service.call('GET', '/audit?action=token.created', { token: workspace.token })).body;
    expect(events[0]).toMatchObject({ target: made.id, detail: { collections: 'write' } });
    expect(await call('POST', '/settings/tokens', { ...sent, collections: 'admin' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });

  test('are recorded in the audit log with their target', async () => {
    const { workspace, call } = await createWorkspaceFixture(service);
    const added = await call('POST', '/settings/people', { email: anAddress(), role: 'member' });
    await call('PATCH', `/settings/people/${added.body.id}`, { role: 'admin' });
    await call('DELETE', `/settings/people/${added.body.id}`);
    const { events } = (await service.call('GET', '/audit?limit=3', { token: workspace.token })).body;
    expect(events.map(({ action, target }: { action: string; target: string }) => [action, target])).toEqual([
      ['person.removed', added.body.id],
      ['person.updated', added.body.id],
      ['person.invited', added.body.id],
    ]);
  });
});

describe('the first admin of a workspace', () => {
  test('is invited by mail, and manages the workspace from the first sign-in on', async () => {
    const email = anAddress();
    const slug = `first-${email.slice(7, 19)}`;
    const created = await service.call('POST', '/operator/workspaces', {
      token: service.operatorToken,
      body: { slug, name: 'First', admin_email: email },
    });
    expect(created.body.admin).toEqual({ id: expect.any(String), email, pending: true });
    const mail = service.mails.at(-1);
    expect([mail?.to, mail?.subject]).toEqual([email, 'You have access to First']);
    const browser = await signIn(service, email);
    const people = await service.call('GET', '/settings/people', { headers: browser.headers() });
    expect(people.body.people).toMatchObject([{ email, role: 'admin', pending: false, groups: null }]);
  });
});
