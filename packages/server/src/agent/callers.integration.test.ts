import { tools } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, listen, type TestAgent } from './testing/agents.js';
import { agentWorkspace, personalToken } from './testing/workspaces.js';

const agents: TestAgent[] = [];

const service = await startSuiteService();
const server = await listen(service.app);
const home = await agentWorkspace(service, 'Home');
const shop = await agentWorkspace(service, 'Shop');
await home.fill('tasks', [{ id: 'task', title: 'Water the plants' }]);
await shop.fill('orders', [{ id: 'order', title: 'Two lamps' }]);
await shop.fill('salaries', [{ id: 'salary', title: 'Confidential' }]);
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await server.close();
});

async function connect(token: string, headers: Record<string, string> = {}): Promise<TestAgent> {
  const agent = await connectAgent(server.url, token, { headers });
  agents.push(agent);
  return agent;
}

const writeTools = tools.filter(({ effect }) => effect === 'write').map(({ name }) => name);
const plainReads = [
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
const documentWrites = ['write_document', 'move_document', 'delete_document'];
const writeArguments: Readonly<Record<string, Record<string, unknown>>> = {
  upsert_records: { collection: 'orders', records: [{ id: 'order', title: 'Overwritten' }] },
  delete_record: { collection: 'orders', external_id: 'order' },
  write_document: { path: 'notes/a.md', text: 'mine', base: 'any' },
  move_document: { from: 'notes/a.md', to: 'notes/b.md', base: 'any' },
  delete_document: { path: 'notes/a.md', base: 'any' },
  create_collection: { name: 'mine' },
  update_collection: { name: 'orders', guidance: 'mine' },
  reindex_collection: { name: 'orders', dry_run: false },
  regenerate_ingest_url: { name: 'orders' },
  delete_collection: { name: 'orders' },
  decide_match: { collection: 'orders', id: 'a', decision: 'different' },
};
const managerArguments: Readonly<Record<string, Record<string, unknown>>> = {
  collection_fields: { name: 'orders' },
  list_matches: { collection: 'orders' },
};
const managerReads = Object.keys(managerArguments);

async function shopIsUntouched(): Promise<void> {
  const { collections } = await shop.http('GET', '/collections');
  expect(collections.map((entry: { name: string }) => entry.name).sort()).toEqual(['orders', 'salaries']);
  expect((await shop.http('GET', '/collections/orders/describe')).guidance).not.toBe('mine');
  expect((await shop.http('GET', '/collections/orders/records/order')).attributes.title).toBe('Two lamps');
}

describe('a read-only token', () => {
  it('lists no tool that writes or manages', async () => {
    const agent = await connect(await shop.pinned({ access: 'read_only' }));
    expect(await agent.toolNames()).toEqual(plainReads);
    expect((await agent.call('get_record', { collection: 'orders', external_id: 'order' })).isError).toBe(false);
  });

  it.each([...writeTools, ...managerReads])('is refused %s when it calls it by name', async (name) => {
    const agent = await connect(await shop.pinned({ access: 'read_only' }));
    const { isError, body } = await agent.call(
      name,
      writeArguments[name] ?? managerArguments[name] ?? { name: 'orders' },
    );
    expect(isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: name });
    await shopIsUntouched();
  });
});

describe('a token confined to groups', () => {
  let group: string;

  beforeAll(async () => {
    group = await shop.group();
    await shop.http('PUT', `/collections/orders/grants/${group}`, { permission: 'read' });
  });

  it('lists no tool that manages, and only collections that are shared with its groups', async () => {
    const agent = await connect(await shop.pinned({ groups: [group] }));
    expect(await agent.toolNames()).toEqual([
      ...plainReads,
      'upsert_records',
      'delete_record',
      'correct_resolution',
      ...documentWrites,
      'decide_match',
    ]);
    const { body } = await agent.call('list_collections');
    expect(body.collections.map((entry: { name: string }) => entry.name)).toEqual(['orders']);
    for (const [name, args] of [
      ['describe_collection', { name: 'salaries' }],
      ['query_collection', { collection: 'salaries', query: 'Confidential' }],
      ['get_record', { collection: 'salaries', external_id: 'salary' }],
      ['upsert_records', { collection: 'salaries', records: [{ id: 'x' }] }],
      ['collection_fields', { name: 'salaries' }],
      ['delete_collection', { name: 'salaries' }],
    ] as const) {
      const hidden = await agent.call(name, args);
      const absent = await agent.call(name, {
        ...args,
        ...('name' in args ? { name: 'absent' } : { collection: 'absent' }),
      });
      expect(hidden).toMatchObject({ isError: true, body: { error: { code: 'collection_not_found' } } });
      expect(hidden.body).toEqual(absent.body);
    }
  });

  it('cannot write through groups that only read, nor create a collection', async () => {
    const agent = await connect(await shop.pinned({ groups: [group] }));
    for (const name of ['upsert_records', 'delete_record', 'create_collection', 'update_collection']) {
      const { body } = await agent.call(name, writeArguments[name]);
      expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: name });
    }
    await shopIsUntouched();
  });

  it('with a level in `collections` lists and allows only the tools of that level', async () => {
    const records = ['upsert_records', 'delete_record', 'correct_resolution'];
    for (const [collections, own] of [
      ['write', [...records, ...documentWrites, 'decide_match']],
      ['read', documentWrites],
    ] as const) {
      const agent = await connect(await shop.pinned({ collections }));
      expect(await agent.toolNames()).toEqual([...plainReads, ...own]);
      for (const name of Object.keys(writeArguments).filter((each) => !own.includes(each))) {
        const { body } = await agent.call(name, writeArguments[name]);
        expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: name });
      }
    }
    await shopIsUntouched();
  });

  it('of a member lists no write tool, whatever its groups allow', async () => {
    const agent = await connect(await shop.pinned({ role: 'reader', groups: [group] }));
    expect(await agent.toolNames()).toEqual(plainReads);
  });
});

describe('a pinned token', () => {
  it.each([
    ['list_collections', {}],
    ['describe_collection', { name: 'tasks' }],
    ['query_collection', { collection: 'tasks', query: 'plants' }],
    ['get_record', { collection: 'tasks', external_id: 'task' }],
    ['collection_fields', { name: 'tasks' }],
  ])('reads its own workspace by %s, named or not, in any letter case', async (name, args) => {
    const agent = await connect(await home.pinned());
    const plain = await agent.call(name, args);
    expect(plain.isError).toBe(false);
    expect((await agent.call(name, { ...args, workspace: home.id.toUpperCase() })).body).toEqual(plain.body);
  });

  it('receives the same response for a workspace of others and an unknown one', async () => {
    const agent = await connect(await home.pinned());
    const [foreign, absent] = await Promise.all(
      [shop.id, '00000000-0000-4000-8000-000000000000'].map((workspace) =>
        agent.call('list_collections', { workspace }),
      ),
    );
    expect(foreign).toEqual(absent);
    expect(foreign?.body.error).toMatchObject({ code: 'not_a_member', writable_workspaces: [{ id: home.id }] });
  });

  it('is refused a `workspace` argument, with the advice to omit it', async () => {
    const agent = await connect(await home.pinned());
    for (const workspace of [shop.id, 'home']) {
      const { message } = (await agent.call('list_collections', { workspace })).body.error;
      expect(message).toContain('leave `workspace` out');
      expect(message).not.toContain('list_workspaces');
    }
  });

  it('of a suspended workspace can read, and lists no write tool', async () => {
    const closed = await agentWorkspace(service, 'Closed');
    const agent = await connect(await closed.pinned());
    await service.call('PATCH', `/operator/workspaces/${closed.id}`, {
      token: service.operatorToken,
      body: { suspended: true },
    });
    expect(await agent.toolNames()).toEqual([...plainReads, ...managerReads]);
    expect((await agent.call('list_collections')).isError).toBe(false);
    expect((await agent.call('create_collection', { name: 'mine' })).body.error.code).toBe('read_only_here');
  });
});

describe('a personal token', () => {
  let token: string;

  beforeAll(async () => {
    await home.add('ada@example.com', { role: 'member' });
    await shop.add('ada@example.com', { role: 'member', access: 'read_only' });
    token = await personalToken(service, 'ada@example.com');
  });

  it('lists its workspaces and reads each by its id', async () => {
    const agent = await connect(token);
    expect(await agent.toolNames()).toEqual(['list_workspaces', ...plainReads, ...managerReads]);
    const unnamed = (name: string) => agent.call(name, writeArguments[name] ?? {}).then(({ body }) => body.error);
    expect(await unnamed('list_collections')).toMatchObject({
      code: 'workspace_required',
      message: expect.stringContaining('pass its id as `workspace`'),
    });
    expect(await unnamed('delete_record')).toMatchObject({
      code: 'workspace_required',
      message: expect.stringContaining('use a token that is pinned'),
    });
    const { body } = await agent.call('list_workspaces');
    expect(body.workspaces).toMatchObject([
      { slug: home.slug, can_write: true },
      { slug: shop.slug, can_write: false },
    ]);
    const tasks = await agent.call('list_collections', { workspace: home.id });
    const orders = await agent.call('list_collections', { workspace: shop.id });
    expect(tasks.body.collections.map((entry: { name: string }) => entry.name)).toEqual(['tasks']);
    expect(orders.body.count).toBe(2);
  });

  it('must name the workspace of a read, and the refusal lists its workspaces', async () => {
    const agent = await connect(token);
    const { body } = await agent.call('list_collections');
    expect(body.error).toMatchObject({ code: 'workspace_required', writable_workspaces: [{ id: home.id }] });
    expect(body.error.message).toContain('list_workspaces');
  });

  it('reads in the workspace of the request’s header, unless a call names another', async () => {
    const agent = await connect(token, { 'X-Svc-Workspace': shop.id });
    expect((await agent.call('list_collections')).body.count).toBe(2);
    expect((await agent.call('list_collections', { workspace: home.id })).body.count).toBe(1);
    expect((await agent.call('list_workspaces')).body.count).toBe(2);
  });

  it.each(writeTools)('cannot %s, because it is not pinned to a workspace', async (name) => {
    for (const selected of [undefined, home.id]) {
      const agent = await connect(token, selected === undefined ? {} : { 'X-Svc-Workspace': selected });
      const { isError, body } = await agent.call(name, writeArguments[name]);
      expect([isError, body.error.code]).toEqual([true, 'workspace_required']);
    }
    await shopIsUntouched();
  });

  it('receives the same response for a workspace of others and a missing one', async () => {
    const other = await agentWorkspace(service, 'Other');
    const agent = await connect(token);
    const foreign = await agent.call('list_collections', { workspace: other.id });
    const absent = await agent.call('list_collections', { workspace: '00000000-0000-4000-8000-000000000000' });
    expect(foreign.body.error.code).toBe('not_a_member');
    expect(foreign).toEqual(absent);
  });
});
