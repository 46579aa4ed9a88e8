import { describe, expect, it } from 'vitest';
import { connect } from './testing/connect.js';
import { fakeService, fakeWorkspace } from './testing/fake-service.js';
import { listTools } from './tool-list.js';

const home = fakeWorkspace('home');
const shop = fakeWorkspace('shop');
const reads = [
  'list_collections',
  'describe_collection',
  'query_collection',
  'resolve_records',
  'resolve',
  'get_record',
  'list_documents',
  'read_document',
  'search_documents',
  'document_history',
  'search',
  'fetch',
];
const deletion = { collection: 'orders', external_id: '1' };

describe('personal agent > a tool that is not offered', () => {
  it.each([
    ['upsert_records', {}],
    ['delete_record', { ...deletion, confrim: true }],
    ['reindex_collection', { name: 'orders', dry_run: 'no' }],
    ['list_workspaces', { workspace: 'home' }],
  ])('is refused as such, whatever its arguments (%s)', async (name, args) => {
    const { call } = await connect(fakeService(fakeWorkspace('home', { can_write: false })));
    const { isError, body } = await call(name, args);
    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: name });
  });
});

describe('personal agent > with --read-only', () => {
  it('lists and runs no tool that writes', async () => {
    const service = fakeService(home);
    const { call, toolNames } = await connect(service, {}, true);
    const names = await toolNames();
    expect(names).toContain('query_collection');
    expect(names.filter((name) => /upsert|delete|create|update|reindex|regenerate/.test(name))).toEqual([]);
    const { isError, body } = await call('delete_record', deletion);
    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: 'delete_record' });
    expect(service.received).toEqual([]);
  });
});

describe('personal agent > the list of tools', () => {
  it('is within its size limit, even with a choice of workspaces', () => {
    const workspaces = [home, shop];
    expect(JSON.stringify(listTools({ workspaces, manages: true })).length).toBeLessThan(23_500);
  });

  it('is announced when there is a choice of workspaces, and when there is none again', async () => {
    const service = fakeService(home);
    const { agent, announced, toolNames } = await connect(service);
    await toolNames();
    await agent.refresh();
    expect(announced()).toBe(0);
    service.workspaces = [home, shop];
    await agent.refresh();
    expect(announced()).toBe(1);
    expect((await toolNames()).slice(0, 2)).toEqual(['list_workspaces', 'set_active_workspace']);
    service.workspaces = [home];
    await agent.refresh();
    expect(announced()).toBe(2);
  });

  it('is announced when a call discovers a change', async () => {
    const service = fakeService(home, shop);
    const { announced, call, toolNames } = await connect(service, { stored: home.id });
    await toolNames();
    service.workspaces = [home];
    await call('list_collections', { workspace: 'shop' });
    expect(announced()).toBe(1);
  });

  it('is announced when the identity loses access to a workspace', async () => {
    const service = fakeService(home, shop);
    const { announced, call, toolNames } = await connect(service, { stored: home.id });
    await toolNames();
    await call('list_collections');
    service.workspaces = [shop];
    expect((await call('list_collections')).body.error.code).toBe('not_a_member');
    expect(announced()).toBe(1);
  });

  it('contains no write tool for a person without write access', async () => {
    const { toolNames } = await connect(fakeService(fakeWorkspace('home', { can_write: false })));
    expect(await toolNames()).toEqual(reads);
  });

  it('contains no tool that manages if the identity is confined to groups in every workspace', async () => {
    const service = fakeService(home);
    service.confined = new Map([[home.id, ['group']]]);
    const { toolNames } = await connect(service);
    const writes = [
      'upsert_records',
      'delete_record',
      'correct_resolution',
      'write_document',
      'move_document',
      'delete_document',
      'decide_match',
    ];
    expect(await toolNames()).toEqual([...reads, ...writes]);
  });
});
