import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentsFixture } from '../documents/testing/documents-fixture.js';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, listen, type TestAgent } from './testing/agents.js';
import { message, postToRelay } from './testing/relay-request.js';

const service = await startSuiteService();
const server = await listen(service.app);
const fixture = await createDocumentsFixture(service, 'course', 'handbook', 'pages');
const { slug } = fixture.workspace;
await fixture.put('course/flour & co.md', '# Flour\n\nRye flour wakes a starter.\n');
await fixture.put('handbook/flour.md', '# Flour prices\n\nFlour is bought in secret.\n');
await fixture.put('course/long.md', `# Long\n\n${'"\n'.repeat(30_000)}`);
const agents: Pick<TestAgent, 'close'>[] = [];
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await server.close();
});

async function connect(token: string): Promise<TestAgent> {
  const agent = await connectAgent(server.url, token);
  agents.push(agent);
  return agent;
}

describe('documents as resources', () => {
  it("are listed if the agent's search can find them, and only then", async () => {
    const confined = await connect(await fixture.tokenFor(['course/**']));
    const { resources } = await confined.client.listResources();
    const listed = (await confined.call('list_documents')).body.documents;
    expect(resources.map(({ name }) => name)).toEqual(listed.map(({ path }: { path: string }) => path));
    const [first] = resources;
    expect(first).toMatchObject({ uri: `tessera://${slug}/course/flour%20%26%20co.md`, mimeType: 'text/markdown' });
    const { contents } = await confined.client.readResource({ uri: first?.uri ?? '' });
    expect(contents).toMatchObject([{ uri: first?.uri, text: expect.stringContaining('Rye flour') }]);
    for (const uri of [`tessera://${slug}/handbook/flour.md`, `tessera://${slug}/course/none.md`, 'tessera://x/a/b']) {
      await expect(confined.client.readResource({ uri })).rejects.toThrow(/not found/i);
    }
  });

  it('are listed in pages without gaps, and a cursor that is none is an invalid parameter', async () => {
    const token = await fixture.tokenFor(['pages/**']);
    const put = { action: 'put', text: 'Page', base: null };
    const changes = Array.from({ length: 230 }, (_, page) => ({ ...put, path: `pages/${page}.md` }));
    await fixture.call('POST', '/documents/commit', { repo: 'pages', message: 'Add pages', changes });
    // The client would read all pages in one call.
    const list = async (cursor?: string) =>
      (await postToRelay(server.url, { token, message: message('resources/list', { cursor }) })).body;
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { resources, nextCursor } = (await list(cursor)).result;
      expect(resources.length).toBeLessThanOrEqual(100);
      names.push(...resources.map(({ name }: { name: string }) => name));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect([names.length, new Set(names).size]).toEqual([230, 230]);
    for (const odd of ['odd', `${fixture.workspace.id}.odd`]) {
      expect((await list(odd)).error).toMatchObject({ code: -32_602, message: expect.stringContaining('cursor') });
    }
  });

  it('have a URI template, and a long document says where it was cut', async () => {
    const agent = await connect(fixture.workspace.token);
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'tessera://{workspace}/{+path}' }]);
    const { contents } = await agent.client.readResource({ uri: `tessera://${slug}/course/long.md` });
    expect(JSON.stringify(contents)).toContain('read_document with offset: 60000');
    const { result, body } = await agent.call('read_document', { path: 'course/long.md' });
    expect(JSON.stringify(result.structuredContent).length).toBeLessThanOrEqual(100_000);
    const rest = await agent.call('read_document', { path: 'course/long.md', offset: body.next_offset });
    expect(body.text.length + rest.body.text.length).toBe(60_008);
  });
});

it('query > a client that can ask the person receives the records that the person chooses', async () => {
  await fixture.call('POST', '/collections', { name: 'desks' });
  await fixture.call('PATCH', '/collections/desks', { embed_fields: ['name'], exposed_fields: ['name', 'colour'] });
  const records = ['red', 'blue'].map((colour) => ({ id: colour, name: 'Oak desk', colour }));
  await fixture.call('POST', '/collections/desks/import', { records });
  const client = new Client(
    { name: 'asking', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { choice: 'blue' } };
  });
  const headers = { Authorization: `Bearer ${fixture.workspace.token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/http/`), { requestInit: { headers } }),
  );
  agents.push(client);
  const query = { name: 'query_collection', arguments: { collection: 'desks', query: 'oak desk' } };
  expect((await client.callTool(query)).structuredContent).toMatchObject({
    confidence: 'high',
    results: [{ external_id: 'blue' }],
  });
  expect(asked).toEqual(['"oak desk" fits several records. Which colour is meant?']);
});

describe('a locked document', () => {
  const offer = { text: 'Join the course for 40 €', url: 'https://shop.example/course' };
  const locked = { locked: true, title: 'Baking', offer };
  const path = 'paid/baking.md';

  /** A workspace that sells a repo, and a token that may not read it until `pay` is called. */
  async function sellingWorkspace() {
    const shop = await createDocumentsFixture(service, 'paid', 'free');
    await shop.put(path, '---\ndescription: For beginners\n---\n# Baking\n\nThe secret is rye.\n');
    await shop.group('paid/**');
    await service.services.database.asSystem((transaction) =>
      transaction.query('update workspaces set show_locked = true, offer_text = $2, offer_url = $3 where id = $1', [
        shop.workspace.id,
        offer.text,
        offer.url,
      ]),
    );
    const group = await shop.group('free/**');
    const key = await shop.createKey();
    const body = { paths: ['free/**', 'paid/**'] };
    return {
      token: await shop.confined([group, 'read_only']),
      uri: `tessera://${shop.workspace.slug}/${path}`,
      pay: async () => expect((await shop.as(key)('PUT', `/v1/groups/${group}`, body)).body).toMatchObject(body),
    };
  }

  it('is answered with its offer and without a word of its text, and with the text after the payment', async () => {
    const { token, uri, pay } = await sellingWorkspace();
    const agent = await connect(token);
    const reads = [() => agent.call('fetch', { id: path }), () => agent.call('read_document', { path })];
    for (const read of reads) {
      const { result, body } = await read();
      expect([body, result.structuredContent, result.isError]).toEqual([locked, locked, undefined]);
    }
    const { contents } = await agent.client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'application/json', text: JSON.stringify(locked) }]);
    await pay();
    for (const read of reads) {
      expect((await read()).body.text).toContain('The secret is rye.');
    }
    expect(JSON.stringify(await agent.client.readResource({ uri }))).toContain('The secret is rye.');
  });

  it.each(['accept', 'decline'] as const)(
    'has its offer opened by the client; on %s it is read again',
    async (action) => {
      const { token, uri, pay } = await sellingWorkspace();
      const client = new Client(
        { name: 'opening', version: '1.0.0' },
        { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: 'auto' } },
      );
      const opened: unknown[] = [];
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        opened.push(params);
        if (action === 'accept') await pay();
        return { action };
      });
      const requestInit = { headers: { Authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/http/`), { requestInit }));
      agents.push(client);
      const { structuredContent } = await client.callTool({ name: 'read_document', arguments: { path } });
      expect(structuredContent).toMatchObject(
        action === 'accept' ? { text: expect.stringContaining('The secret is rye.') } : locked,
      );
      expect(opened).toMatchObject([{ mode: 'url', url: offer.url, message: expect.stringContaining(offer.text) }]);
      const { contents } = await client.readResource({ uri });
      expect(JSON.stringify(contents)).toContain(action === 'accept' ? 'The secret is rye.' : 'Join the course');
      expect(opened).toHaveLength(action === 'accept' ? 1 : 2);
    },
  );
});
