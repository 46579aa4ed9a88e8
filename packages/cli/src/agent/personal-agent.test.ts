import { ApiError, ConnectionError } from '@tessera/client';
import { describe, expect, it } from 'vitest';
import { connect } from './testing/connect.js';
import { fakeService, fakeWorkspace, refusal } from './testing/fake-service.js';

const home = fakeWorkspace('home');
const shop = fakeWorkspace('shop');
const reference = ({ id, slug, name }: typeof home) => ({ id, slug, name });
const deletion = { collection: 'orders', external_id: '1' };

describe('personal agent > an identity with one workspace', () => {
  it('writes without confirmation and offers no choice', async () => {
    const service = fakeService(home);
    const { call, toolNames } = await connect(service);
    expect(await toolNames()).not.toContain('set_active_workspace');
    expect((await call('delete_record', deletion)).body.workspace).toEqual(reference(home));
    expect(service.received).toEqual([
      {
        operation: 'collections.delete_record',
        call: { params: { name: 'orders', id: '1' }, query: {} },
        workspace: home.id,
      },
    ]);
  });

  it.each(['list_workspaces', 'set_active_workspace'])('is refused %s when calling it by name', async (name) => {
    const { call } = await connect(fakeService(home));
    const answer = await call(name, name === 'set_active_workspace' ? { workspace: 'home' } : {});
    expect(answer).toMatchObject({
      isError: true,
      body: { error: { code: 'operation_not_allowed', operation: name } },
    });
  });
});

describe('personal agent > an identity with several workspaces', () => {
  it('must name a workspace; the refusal lists them, and nothing is sent', async () => {
    const service = fakeService(home, fakeWorkspace('shop', { can_write: false }));
    const { call } = await connect(service);
    const { isError, body } = await call('list_collections');
    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'workspace_required', writable_workspaces: [reference(home)] });
    expect(body.error.message).toContain('"Shop" (shop)');
    expect(service.received).toEqual([]);
  });

  it('lists them with the active one', async () => {
    const { call } = await connect(fakeService(home, shop), { stored: home.id });
    expect((await call('list_workspaces')).body).toEqual({
      workspaces: [home, shop],
      count: 2,
      active: reference(home),
      pinned: false,
    });
  });

  it('switches after confirmation, then writes in the new workspace', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    const asked = await call('set_active_workspace', { workspace: 'shop' });
    expect(asked.body).toMatchObject({ status: 'confirmation_required', from: reference(home), to: reference(shop) });
    expect((await call('delete_record', deletion)).body.workspace).toEqual(reference(home));
    const done = await call('set_active_workspace', { workspace: shop.id, confirm: true });
    expect(done.body).toEqual({ status: 'switched', workspace: reference(shop) });
    expect((await call('delete_record', deletion)).body.workspace).toEqual(reference(shop));
    const again = await call('set_active_workspace', { workspace: 'shop' });
    expect(again.body).toEqual({ status: 'unchanged', workspace: reference(shop) });
  });

  it('writes in the new workspace right after a switch, even without waiting for its answer', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    await call('list_collections');
    const answers = await Promise.all([
      call('delete_record', deletion),
      call('set_active_workspace', { workspace: 'shop', confirm: true }),
      call('delete_record', deletion),
      call('set_active_workspace', { workspace: 'nowhere' }),
      call('delete_record', deletion),
      call('set_active_workspace', { workspace: 'home', confirm: true }),
      call('delete_record', deletion),
    ]);
    const [first, , second, , third, , fourth] = answers.map(({ body }) => body.workspace);
    expect([first, second, third, fourth]).toEqual([home, shop, shop, home].map(reference));
  });

  it('can select the remaining workspace after losing the active one', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    await call('list_collections');
    service.workspaces = [shop];
    expect((await call('delete_record', deletion)).body.error.code).toBe('not_a_member');
    expect((await call('set_active_workspace', { workspace: 'shop' })).body.status).toBe('confirmation_required');
    expect((await call('set_active_workspace', { workspace: 'shop', confirm: true })).body.status).toBe('switched');
    expect((await call('delete_record', deletion)).body.workspace).toEqual(reference(shop));
    expect((await call('set_active_workspace', { workspace: 'shop' })).body.error.code).toBe('operation_not_allowed');
  });

  it('can select the remaining workspace if the stored choice is lost', async () => {
    const { call } = await connect(fakeService(shop), { stored: home.id });
    expect((await call('delete_record', deletion)).body.error.code).toBe('workspace_required');
    expect((await call('set_active_workspace', { workspace: 'shop' })).body.status).toBe('switched');
    expect((await call('delete_record', deletion)).body.workspace).toEqual(reference(shop));
  });

  it('reports that no workspace is left', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    await call('list_collections');
    service.workspaces = [];
    const { body } = await call('set_active_workspace', { workspace: 'shop' });
    expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: 'set_active_workspace' });
    expect(body.error.message).toContain('Ask an admin for an invitation');
    expect((await call('list_collections', { workspace: 'shop' })).body.error.message).toContain(
      'Ask an admin for an invitation',
    );
  });

  it('writes in another workspace after confirmation, and the active one stays the same', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    const asked = await call('delete_record', { ...deletion, workspace: 'shop' });
    expect(asked).toMatchObject({ isError: false, body: { status: 'confirmation_required' } });
    expect(service.received).toEqual([]);
    const done = await call('delete_record', { ...deletion, workspace: 'shop', confirm: true });
    expect(done.body.workspace).toEqual(reference(shop));
    expect((await call('list_workspaces')).body.active).toEqual(reference(home));
  });

  it('refuses all workspaces except the pinned one if SVC_WORKSPACE_ONLY is set', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { pin: 'home', isOnly: true });
    const calls = [
      call('list_collections', { workspace: 'shop' }),
      call('delete_record', { ...deletion, workspace: shop.id, confirm: true }),
      call('set_active_workspace', { workspace: 'shop', confirm: true }),
    ];
    for (const { body } of await Promise.all(calls)) {
      expect(body.error).toMatchObject({ code: 'workspace_conflict', message: expect.stringContaining('"shop"') });
    }
    expect((await call('delete_record', { ...deletion, workspace: 'home' })).body.workspace).toEqual(reference(home));
  });

  it('never leaves a pin, but can write once in another workspace after confirmation', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { pin: 'home', stored: shop.id });
    for (const confirm of [false, true]) {
      const asked = await call('set_active_workspace', { workspace: 'shop', confirm });
      expect(asked.body).toMatchObject({ status: 'confirmation_required', to: reference(shop) });
    }
    const elsewhere = await call('delete_record', { ...deletion, workspace: 'shop', confirm: true });
    expect(elsewhere.body.workspace).toEqual(reference(shop));
    expect((await call('list_workspaces')).body).toMatchObject({ active: reference(home), pinned: true });
  });

  it('reads in another workspace by slug or id, without confirmation', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    await call('list_collections', { workspace: 'shop' });
    await call('list_collections', { workspace: shop.id });
    await call('list_collections');
    expect(service.received.map(({ workspace }) => workspace)).toEqual([shop.id, shop.id, home.id]);
  });

  it.each(['list_collections', 'delete_record', 'set_active_workspace'])(
    'is refused a workspace that it does not reach by %s',
    async (name) => {
      const service = fakeService(home, shop);
      const { call } = await connect(service, { stored: home.id });
      const args = name === 'delete_record' ? { ...deletion, confirm: true } : {};
      const { isError, body } = await call(name, { ...args, workspace: 'foreign' });
      expect(isError).toBe(true);
      expect(body.error.code).toBe('not_a_member');
      expect(service.received).toEqual([]);
    },
  );

  it('refuses every call while SVC_WORKSPACE names a workspace that cannot be reached', async () => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { pin: 'gone', stored: home.id });
    for (const args of [deletion, { ...deletion, workspace: 'home' }]) {
      expect((await call('delete_record', args)).body.error.code).toBe('not_a_member');
    }
    expect((await call('set_active_workspace', { workspace: 'home', confirm: true })).isError).toBe(true);
    expect(service.received).toEqual([]);
  });
});

describe('personal agent > invalid arguments', () => {
  it.each([
    ['query_collection', { collection: 'a', query: 'x', top_k: 0 }, 'top_k'],
    ['upsert_records', { collection: 'a' }, 'records'],
    ['delete_record', { ...deletion, confrim: true }, 'confrim'],
    ['set_active_workspace', { worksapce: 'home' }, 'worksapce'],
  ])('are refused before anything is sent (%s)', async (name, args, path) => {
    const service = fakeService(home, shop);
    const { call } = await connect(service, { stored: home.id });
    const { isError, body } = await call(name, args);
    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ path }] });
    expect(service.received).toEqual([]);
  });
});

describe('personal agent > a server that cannot be reached', () => {
  it('keeps tools listed, reports the problem in calls, and works again afterwards', async () => {
    const service = fakeService(home);
    service.failure = new ConnectionError('workspaces.list', false, { message: 'cannot reach it', cause: undefined });
    const { call, reports, toolNames } = await connect(service);
    expect(await toolNames()).toContain('query_collection');
    expect((await call('list_collections')).body).toEqual({
      error: { code: 'unavailable', message: 'cannot reach it' },
    });
    expect(reports).toEqual(['cannot list workspaces: cannot reach it']);
    service.failure = undefined;
    expect((await call('list_collections')).isError).toBe(false);
  });

  it.each([
    ['invalid_credential', 'svc login'],
    ['unauthenticated', 'svc login'],
    ['read_only_here', 'You cannot write in this workspace.'],
  ])('%s says what to do next', async (code, next) => {
    const service = fakeService(home);
    const { call } = await connect(service);
    service.failure = refusal(code, 'You cannot write in this workspace.');
    const said = (await call('list_collections')).body.error;
    expect(said).toEqual({ code, message: expect.stringContaining(next), writable_workspaces: [] });
  });

  it('reports a response of another program as such', async () => {
    const service = fakeService(home);
    const { call } = await connect(service);
    const facts = { call: 'collections.list', status: 502, message: 'check the base URL', facts: {} } as const;
    service.failure = new ApiError({ ...facts, code: 'unexpected_answer', body: '<html>' });
    expect((await call('list_collections')).body).toEqual({
      error: { code: 'unexpected_answer', message: 'check the base URL' },
    });
  });

  it('logs an internal error in full, and reports it to the agent without details', async () => {
    const service = fakeService(home);
    const { call, reports } = await connect(service);
    service.failure = new RangeError('broken inside');
    const { body } = await call('list_collections');
    expect(body.error.code).toBe('internal');
    expect(JSON.stringify(body)).not.toContain('broken');
    expect(reports.join()).toContain('broken inside');
  });
});
