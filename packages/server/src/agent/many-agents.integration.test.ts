import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../../../../acceptance/full-size.mjs';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, type ListeningService, listen, startTwoRelays, type TestAgent } from './testing/agents.js';
import { type AgentWorkspace, agentWorkspace } from './testing/workspaces.js';

const agentsAtOnce = isFullSize ? 50 : 8;

const service = await startSuiteService();
const server = await listen(service.app);
const workspaces: AgentWorkspace[] = [];
beforeAll(async () => {
  for (let index = 0; index < agentsAtOnce; index += 1) {
    workspaces.push(await agentWorkspace(service, `Workspace ${index}`));
  }
});
afterAll(() => server.close());

/** Record names are the same in every workspace, but their values name the workspace, so that a mix-up is visible. */
function recordsOf({ slug }: AgentWorkspace) {
  return Array.from({ length: 5 }, (_, index) => ({ id: index, sku: `SKU-${index}`, title: 'Desk lamp', owner: slug }));
}

async function work(agent: TestAgent, workspace: AgentWorkspace): Promise<unknown[]> {
  const { id, slug } = workspace;
  const answers: unknown[] = [];
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, body } = await agent.call(name, args);
    expect(isError, `${name} in ${slug}: ${JSON.stringify(body)}`).toBe(false);
    answers.push(body);
    return body;
  };
  const collection = 'products';
  expect((await call('create_collection', { name: collection })).workspace.id).toBe(id);
  expect((await call('upsert_records', { collection, records: recordsOf(workspace) })).workspace.slug).toBe(slug);
  await call('update_collection', { name: collection, id_match_fields: ['sku'], guidance: slug });
  expect((await call('describe_collection', { name: collection })).guidance).toBe(slug);
  for (let index = 0; index < 5; index += 1) {
    const found = await call('query_collection', { collection, query: `SKU-${index}` });
    expect(found.results.map((result: { attributes: { owner: string } }) => result.attributes.owner)).toEqual([slug]);
    const record = await call('get_record', { collection, external_id: index, workspace: id });
    expect(record.attributes.owner).toBe(slug);
  }
  const ranked = await call('query_collection', { collection, query: 'lamp', filters: { owner: slug } });
  expect(ranked.results).toHaveLength(5);
  expect((await call('list_collections', {})).collections[0].records).toBe(5);
  await call('delete_record', { collection, external_id: 0 });
  expect((await call('query_collection', { collection, query: 'lamp', top_k: 50 })).results).toHaveLength(4);
  await call('collection_fields', { name: collection });
  await call('regenerate_ingest_url', { name: collection });
  return answers;
}

describe(`${agentsAtOnce} agents at once on one relay`, () => {
  it('make twenty calls each without an error, and receive nothing of other agents', {
    timeout: 180_000,
  }, async () => {
    const slugs = workspaces.map(({ slug }) => slug);
    const answers = await Promise.all(
      workspaces.map(async (workspace) => {
        const agent = await connectAgent(server.url, await workspace.pinned());
        const said = await work(agent, workspace);
        await agent.close();
        return said;
      }),
    );
    answers.forEach((said, index) => {
      expect(said).toHaveLength(20);
      const text = JSON.stringify(said);
      expect(slugs.filter((slug) => text.includes(slug))).toEqual([slugs[index]]);
    });
  });
});

describe(`${agentsAtOnce} agents that share one token`, () => {
  it('make twenty calls each within the limit of the relay', { timeout: 180_000 }, async () => {
    const workspace = await agentWorkspace(service, 'Shared');
    await workspace.fill('products', recordsOf(workspace));
    const token = await workspace.pinned();
    const answers = await Promise.all(
      Array.from({ length: agentsAtOnce }, async () => {
        const agent = await connectAgent(server.url, token);
        const said: boolean[] = [];
        for (let call = 0; call < 20; call += 1) {
          said.push((await agent.call('get_record', { collection: 'products', external_id: call % 5 })).isError);
        }
        await agent.close();
        return said;
      }),
    );
    expect(answers.flat()).toEqual(Array(agentsAtOnce * 20).fill(false));
  });
});

describe('two relays on one database', () => {
  let relays: readonly ListeningService[];

  beforeAll(async () => {
    relays = await startTwoRelays(service);
  });
  afterAll(() => Promise.all(relays.map((relay) => relay.close())));

  it('serve the requests of one agent alternately, and return each other’s writes', async () => {
    const workspace = await agentWorkspace(service, 'Affinity');
    const taken: string[] = [];
    const inTurn: typeof fetch = (_url, init) => {
      const { url } = relays[taken.length % 2] ?? { url: '' };
      taken.push(url);
      return fetch(`${url}/mcp/http/`, init);
    };
    const agent = await connectAgent(server.url, await workspace.pinned(), { fetch: inTurn });
    expect(await work(agent, workspace)).toHaveLength(20);
    await agent.close();
    expect(new Set(taken).size).toBe(2);
  });
});
