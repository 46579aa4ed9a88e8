import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/service.js';
import { type ListeningService, listen } from './testing/agents.js';
import {
  type CommandEnvironment,
  type PersonalTestAgent,
  runCommand,
  speak,
  startPersonalAgent,
} from './testing/personal.js';
import { type AgentWorkspace, agentWorkspace, personalToken } from './testing/workspaces.js';

let service: TestService;
let server: ListeningService;
let home: AgentWorkspace;
let shop: AgentWorkspace;
let personal: string;
const folder = mkdtempSync(join(tmpdir(), 'tessera-agent-'));
const agents: PersonalTestAgent[] = [];

beforeAll(async () => {
  service = await startTestService();
  server = await listen(service.app);
  home = await agentWorkspace(service, 'Home');
  shop = await agentWorkspace(service, 'Shop');
  for (const workspace of [home, shop]) {
    await workspace.fill('tasks', [{ id: 'known', title: `Of ${workspace.name}` }]);
    await workspace.add('ada@example.com');
  }
  personal = await personalToken(service, 'ada@example.com');
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()));
});
afterAll(async () => {
  await server.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

const reference = ({ id, slug, name }: AgentWorkspace) => ({ id, slug, name });
const task = (id: string) => ({ collection: 'tasks', records: [{ id, title: 'Water the plants' }] });

function environment(changes: Partial<CommandEnvironment> & { config?: string } = {}): CommandEnvironment {
  const { config = 'none', ...rest } = changes;
  return { SVC_BASE_URL: server.url, SVC_TOKEN: personal, SVC_CONFIG_DIR: join(folder, config), ...rest };
}

async function start(...args: Parameters<typeof startPersonalAgent>): Promise<PersonalTestAgent> {
  const agent = await startPersonalAgent(...args);
  agents.push(agent);
  return agent;
}

async function idsIn(workspace: AgentWorkspace): Promise<string[]> {
  const { records } = await workspace.http('GET', '/collections/tasks/records?limit=500');
  return records.map((record: { external_id: string }) => record.external_id);
}

/** Writes a record through the agent. Returns the workspaces in which the record is found afterwards. */
async function landsIn(agent: PersonalTestAgent, id: string, args: Record<string, unknown> = {}): Promise<string[]> {
  await agent.call('upsert_records', { ...task(id), ...args });
  const found: string[] = [];
  for (const workspace of [home, shop]) {
    if ((await idsIn(workspace)).includes(id)) {
      found.push(workspace.name);
    }
  }
  return found;
}

describe('with two workspaces and no choice', () => {
  it('requires a workspace, and accepts the first switch without confirmation', async () => {
    const agent = await start(environment());
    const { body } = await agent.call('list_collections');
    expect(body.error.code).toBe('workspace_required');
    expect(body.error.writable_workspaces).toEqual([reference(home), reference(shop)]);
    expect(await landsIn(agent, 'nowhere')).toEqual([]);
    expect((await agent.call('list_workspaces')).body).toMatchObject({ active: null, pinned: false, count: 2 });
    const switched = await agent.call('set_active_workspace', { workspace: home.slug });
    expect(switched.body).toEqual({ status: 'switched', workspace: reference(home) });
    expect(await landsIn(agent, 'first')).toEqual(['Home']);
  });
});

describe('with a workspace chosen on the command line', () => {
  let chosen: CommandEnvironment;

  beforeAll(async () => {
    chosen = environment({ config: 'chosen' });
    await runCommand(chosen, 'workspaces', 'use', home.slug);
  });

  it('starts in that workspace', async () => {
    const agent = await start(chosen);
    expect((await agent.call('list_workspaces')).body).toMatchObject({ active: reference(home), pinned: false });
    expect(await landsIn(agent, 'chosen')).toEqual(['Home']);
  });

  it('asks for confirmation before a switch, then switches', async () => {
    const agent = await start(chosen);
    const asked = await agent.call('set_active_workspace', { workspace: shop.slug });
    expect(asked.body).toMatchObject({ status: 'confirmation_required', from: reference(home), to: reference(shop) });
    expect(await landsIn(agent, 'asked')).toEqual(['Home']);
    const done = await agent.call('set_active_workspace', { workspace: shop.id, confirm: true });
    expect(done.body).toEqual({ status: 'switched', workspace: reference(shop) });
    expect(await landsIn(agent, 'switched')).toEqual(['Shop']);
    const again = await agent.call('set_active_workspace', { workspace: shop.slug });
    expect(again.body.status).toBe('unchanged');
  });

  it('asks before a write in another workspace, with both names and the content, and sends nothing', async () => {
    const agent = await start(chosen);
    const { isError, body } = await agent.call('upsert_records', { ...task('elsewhere'), workspace: shop.slug });
    expect(isError).toBe(false);
    expect(body).toMatchObject({ status: 'confirmation_required', from: reference(home), to: reference(shop) });
    for (const part of ['upsert_records', '1 record', '"tasks"', home.slug, shop.slug]) {
      expect(body.message).toContain(part);
    }
    expect(await landsIn(agent, 'elsewhere', { workspace: shop.slug })).toEqual([]);
    expect(await landsIn(agent, 'elsewhere', { workspace: shop.slug, confirm: true })).toEqual(['Shop']);
    expect((await agent.call('list_workspaces')).body.active).toEqual(reference(home));
  });

  it('reads in another workspace by slug or id', async () => {
    const agent = await start(chosen);
    const args = { collection: 'tasks', external_id: 'known' };
    for (const [workspace, owner] of [
      [undefined, 'Home'],
      [shop.slug, 'Shop'],
      [shop.id, 'Shop'],
    ]) {
      const { body } = await agent.call('get_record', workspace === undefined ? args : { ...args, workspace });
      expect(body.attributes.title).toBe(`Of ${owner}`);
    }
    expect((await agent.call('get_record', { ...args, workspace: 'foreign' })).body.error.code).toBe('not_a_member');
  });

  it('does not share its active workspace with other processes', async () => {
    const first = await start(chosen);
    await first.call('set_active_workspace', { workspace: shop.slug, confirm: true });
    const second = await start(chosen);
    expect((await second.call('list_workspaces')).body.active).toEqual(reference(home));
  });
});

describe.each(['slug', 'id'] as const)('pinned by %s', (key) => {
  it('asks before every switch, and allows one confirmed write in another workspace', async () => {
    const agent = await start(environment({ SVC_WORKSPACE: shop[key] }));
    expect((await agent.call('list_workspaces')).body).toMatchObject({ active: reference(shop), pinned: true });
    for (const confirm of [false, true]) {
      const asked = await agent.call('set_active_workspace', { workspace: home.slug, confirm });
      expect(asked.body).toMatchObject({ status: 'confirmation_required', from: reference(shop), to: reference(home) });
    }
    expect((await agent.call('set_active_workspace', { workspace: shop.slug })).body.status).toBe('unchanged');
    expect(await landsIn(agent, `pinned-${key}`)).toEqual(['Shop']);
    expect(await landsIn(agent, `once-${key}`, { workspace: home.slug })).toEqual([]);
    expect(await landsIn(agent, `once-${key}`, { workspace: home.slug, confirm: true })).toEqual(['Home']);
    expect((await agent.call('list_workspaces')).body).toMatchObject({ active: reference(shop), pinned: true });
  });
});

describe('with one workspace', () => {
  it('uses it, offers no choice, and announces a second workspace when there is one', async () => {
    await home.add('bob@example.com');
    const agent = await start(environment({ SVC_TOKEN: await personalToken(service, 'bob@example.com') }));
    expect(await agent.toolNames()).not.toContain('list_workspaces');
    expect(await landsIn(agent, 'only')).toEqual(['Home']);
    expect((await agent.call('set_active_workspace', { workspace: home.slug })).isError).toBe(true);
    await shop.add('bob@example.com');
    await agent.call('list_collections', { workspace: home.slug });
    expect(agent.announced()).toBe(1);
    expect((await agent.toolNames()).slice(0, 2)).toEqual(['list_workspaces', 'set_active_workspace']);
    expect((await agent.call('list_workspaces')).body.active).toEqual(reference(home));
  });

  it('behaves in the same way with a pinned token', async () => {
    const agent = await start(environment({ SVC_TOKEN: await shop.pinned({ access: 'read_only' }), config: 'chosen' }));
    const names = await agent.toolNames();
    expect(names).toEqual(expect.arrayContaining(['query_collection', 'get_record', 'read_document']));
    const written = ['upsert_records', 'delete_record', 'create_collection', 'write_document', 'delete_document'];
    expect(names.filter((name) => written.includes(name))).toEqual([]);
    const { body } = await agent.call('upsert_records', task('refused'));
    expect(body.error).toMatchObject({ code: 'operation_not_allowed', operation: 'upsert_records' });
  });
});

describe('the process', () => {
  it.each([false, true])('serves every tool in the same way as the relay (newest revision: %s)', async (modern) => {
    const agent = await start(environment({ SVC_WORKSPACE: shop.slug }), { modern });
    const name = modern ? 'newer' : 'older';
    for (const [tool, args] of [
      ['create_collection', { name }],
      ['upsert_records', { collection: name, records: [{ id: 1, code: 'A-1', title: 'Lamp' }, { title: 'no id' }] }],
      ['collection_fields', { name }],
      ['update_collection', { name, id_match_fields: ['code'] }],
      ['reindex_collection', { name }],
      ['describe_collection', { name }],
      ['query_collection', { collection: name, query: 'A-1' }],
      ['get_record', { collection: name, external_id: 1 }],
      ['list_collections', {}],
      ['delete_record', { collection: name, external_id: '1' }],
      ['regenerate_ingest_url', { name }],
      ['delete_collection', { name }],
    ] as const) {
      const { isError, body, result } = await agent.call(tool, args);
      expect([tool, isError, body.error]).toEqual([tool, false, undefined]);
      expect(result.structuredContent).toEqual(body);
    }
    expect(agent.log()).toBe('');
  });

  it('notifies a listening agent of the newest revision that its tools have changed', async () => {
    await home.add('eve@example.com');
    const agent = await start(environment({ SVC_TOKEN: await personalToken(service, 'eve@example.com') }), {
      modern: true,
    });
    await agent.client.listen({ toolsListChanged: true });
    await agent.toolNames();
    await shop.add('eve@example.com');
    await agent.call('list_collections', { workspace: home.slug });
    expect(agent.announced()).toBe(1);
  });

  it('preserves all digits of numbers, and writes only the protocol to its standard output', async () => {
    const record = '{"id":"exact","amount":12345678901234567890.5}';
    const lines = await speak(environment({ SVC_WORKSPACE: shop.slug }), [
      `{"name":"upsert_records","arguments":{"collection":"tasks","records":[${record}]}}`,
      '{"name":"get_record","arguments":{"collection":"tasks","external_id":"exact"}}',
    ]);
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([0, 1, 2]);
    expect(lines[2]).toContain('"attributes":{"amount":12345678901234567890.5}');
    expect(JSON.parse(lines[2] ?? '').result.content[0].text).toContain('"amount":12345678901234567890.5');
  });

  it('reports an unreachable server, and still lists its tools', async () => {
    const agent = await start(environment({ SVC_BASE_URL: 'http://127.0.0.1:9' }));
    expect(await agent.toolNames()).toContain('query_collection');
    expect((await agent.call('list_collections')).body.error.code).toBe('unavailable');
    expect(agent.log()).toContain('svc agent: cannot list workspaces');
  });

  it('reports an invalid token', async () => {
    const agent = await start(environment({ SVC_TOKEN: `svc_pt_${'a'.repeat(43)}` }));
    expect((await agent.call('list_collections')).body.error.code).toBe('invalid_credential');
  });
});
