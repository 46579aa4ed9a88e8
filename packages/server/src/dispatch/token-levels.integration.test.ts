import { type Example, examples, type RouteDefinition, routes, tools } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { connectAgent } from '../agent/testing/agents.js';
import { startServedService } from '../testing/served-service.js';

const service = await startServedService();
const workspace = await service.createWorkspace();
const admin = { token: workspace.token };
await service.call('POST', '/collections', { ...admin, body: { name: 'lamps' } });
await service.call('POST', '/collections/lamps/import', { ...admin, body: { records: [{ id: '1', name: 'Lamp' }] } });
await service.call('POST', '/repos', { ...admin, body: { name: 'docs' } });

const all = Object.values(routes) as RouteDefinition[];
const names: Readonly<Record<string, string>> = { name: 'lamps', repo: 'docs', path: 'a.txt', id: workspace.id };

/** Operations with another method than GET that only read. All others are expected to write. */
const reading = [
  'collections.find',
  'collections.query',
  'collections.resolve_records',
  'documents.render',
  'documents.search',
];
/** Operations that write only what belongs to the caller. */
const own = ['collections.delete_view', 'collections.put_view'];
/** Operations that are called without a token. A token changes nothing for them. */
const withoutToken = /^(device|ingest|reconcile)\./;

async function tokenWith(limits: { access?: string; collections?: string }): Promise<string> {
  const body = { name: 'agent', role: 'admin', access: 'read_write', ...limits };
  const path = `/operator/workspaces/${workspace.id}/tokens`;
  return (await service.call('POST', path, { token: service.operatorToken, body })).body.secret;
}

/** Calls an operation with the example of its documentation, and returns the status. */
async function statusOf({ id, method, path, bytes }: RouteDefinition, token: string): Promise<number> {
  const { query, body }: Partial<Example> = examples.get(id) ?? {};
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? workspace.id));
  const sent = bytes === 'body' || bytes === 'stream' ? 'text' : JSON.stringify(body ?? {});
  const answer = await fetch(`${service.url}${address}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-none-match': '*' },
    ...(method === 'GET' ? {} : { body: sent }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The workspace's state and trail, as an admin sees them. */
async function stateOf() {
  const paths = ['/audit', '/collections', '/collections/lamps/records', '/collections/lamps/describe', '/repos'];
  const answers = await Promise.all(paths.map((path) => service.call('GET', path, admin)));
  return JSON.stringify(answers.map(({ status, body }) => [status, body]));
}

describe.each([
  ['access: read_only', { access: 'read_only' }, all],
  ['collections: read', { collections: 'read' }, all.filter(({ path }) => path.startsWith('/collections'))],
])('a token with %s', (_title, limits, walked) => {
  const writing = walked.filter(({ id, method }) => method !== 'GET' && ![...reading, ...own].includes(id));

  it('is refused by every operation that writes, and changes nothing', async () => {
    const token = await tokenWith(limits);
    const before = await stateOf();
    const refused = writing.filter(({ id }) => !withoutToken.test(id));
    expect(refused.length).toBeGreaterThan(10);
    for (const route of refused) {
      const status = await statusOf(route, token);
      expect([route.id, [401, 403].includes(status)]).toEqual([route.id, true]);
    }
    expect(await stateOf()).toBe(before);
  });

  it('is admitted to every operation that reads, and that a token may call', async () => {
    const token = await tokenWith(limits);
    const read = walked.filter(
      ({ id, policy: { credentials, role, permission } }) =>
        !writing.some((route) => route.id === id) &&
        credentials.includes('pinned_token') &&
        role === undefined &&
        (permission ?? 'read') === 'read',
    );
    expect(read.length).toBeGreaterThan(5);
    for (const route of read) {
      const status = await statusOf(route, token);
      expect([route.id, status === 401 || status === 403]).toEqual([route.id, false]);
    }
  });

  it('is refused by every tool that writes', async () => {
    const agent = await connectAgent(service.url, await tokenWith(limits));
    const before = await stateOf();
    const refused = tools.filter(({ operation }) => writing.some(({ id }) => id === operation));
    expect(refused.length).toBeGreaterThan(5);
    for (const { name, operation } of refused) {
      const { params, body }: Partial<Example> = examples.get(operation) ?? {};
      const input = { collection: 'lamps', external_id: '1', ...(body ?? {}), ...params, name: 'lamps' };
      const { isError } = await agent.call(name, input);
      expect([name, isError]).toEqual([name, true]);
    }
    expect(await stateOf()).toBe(before);
    await agent.close();
  });
});

it('operations > with GET write nothing', () => {
  expect(all.filter(({ method, policy }) => method === 'GET' && policy.effect === 'write').map(({ id }) => id)).toEqual(
    [],
  );
});
