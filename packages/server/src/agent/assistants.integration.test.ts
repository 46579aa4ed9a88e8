import { afterAll, expect, it } from 'vitest';
import { createDocumentsFixture } from '../documents/testing/documents-fixture.js';
import { anAddress, invite, personalToken } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, listen, type TestAgent } from './testing/agents.js';

const agents: TestAgent[] = [];

const service = await startSuiteService();
const server = await listen(service.app);
const fixture = await createDocumentsFixture(service, 'course', 'handbook');
await fixture.put('course/flour.md', '# Flour\n\nRye flour wakes a starter.\n\n## More flour\n\nWheat flour rises.\n');
await fixture.put('course/long.md', `# Long\n\n${'ferment '.repeat(10_000)}\n`);
await fixture.put('handbook/flour.md', '# Flour prices\n\nFlour is bought in secret.\n');
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await server.close();
});

async function connect(token: string): Promise<TestAgent> {
  const agent = await connectAgent(server.url, token);
  agents.push(agent);
  return agent;
}

it('assistant > searches and fetches documents in the format of connectors', async () => {
  const agent = await connect(fixture.workspace.token);
  const found = (await agent.call('search', { query: 'rye flour' })).body;
  const url = (path: string) => new URL(`/d/${path}`, service.services.baseUrl).href;
  expect(found.results[0]).toEqual({ id: 'course/flour.md', title: 'Flour', url: url('course/flour.md') });
  expect(new Set(found.results.map(({ id }: { id: string }) => id)).size).toBe(found.results.length);
  const fetched = (await agent.call('fetch', { id: 'course/flour.md' })).body;
  expect(fetched).toMatchObject({ id: 'course/flour.md', title: 'Flour', url: url('course/flour.md') });
  expect(fetched.text).toContain('Rye flour wakes');
  expect(Object.keys(fetched.metadata)).toEqual(['media_type', 'updated_at', 'updated_by']);
  const long = (await agent.call('fetch', { id: 'course/long.md' })).body;
  const rest = (await agent.call('read_document', { path: long.id, offset: long.metadata.next_offset })).body;
  expect(`${long.text}${rest.text}`).toHaveLength('# Long\n\n'.length + 80_001);
});

it('assistant > of a member or an editor finds only what that person may read', async () => {
  const group = await fixture.group('course/**');
  for (const role of ['reader', 'member'] as const) {
    const email = anAddress();
    await invite(service, fixture.workspace, email, { role, access: 'read_only', groups: [group] });
    const agent = await connect(await personalToken(service, email));
    const there = { workspace: fixture.workspace.id };
    const { results } = (await agent.call('search', { query: 'flour', ...there })).body;
    expect(results.map(({ id }: { id: string }) => id)).toEqual(['course/flour.md']);
    const hidden = await agent.call('fetch', { id: 'handbook/flour.md', ...there });
    const absent = await agent.call('fetch', { id: 'handbook/none.md', ...there });
    expect(hidden).toMatchObject({ isError: true, body: { error: { code: 'document_not_found' } } });
    expect(hidden.body).toEqual(absent.body);
  }
});
