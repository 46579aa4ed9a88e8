import type { Client } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentsFixture, type DocumentsFixture } from '../documents/testing/documents-fixture.js';
import { signIn } from '../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';
import { listen } from './testing/agents.js';
import { consent, follow, freePort, hostedAssistant } from './testing/assistants.js';

const port = await freePort();
const service = await startSuiteService({ SVC_BASE_URL: `http://127.0.0.1:${port}` });
const server = await listen(service.app, port);
const course = await createDocumentsFixture(service, 'course', 'shared');
const shop = await createDocumentsFixture(service, 'notes', 'shared');
const secret = await createDocumentsFixture(service, 'secret');
await course.put('course/flour.md', '# Flour\n\nRye flour wakes a starter.\n');
await course.put('shared/readme.md', '# Readme of the course\n\nFlour is dusty.\n');
await shop.put('notes/stock.md', '# Flour in stock\n\nNone.\n');
await shop.put('shared/readme.md', '# Readme of the shop\n\nWe sell brushes.\n');
await secret.put('secret/flour.md', '# Flour is secret\n\nIn the cellar.\n');
await fill(course, 'lessons', [{ id: 'L1', title: 'Sourdough basics' }]);
await fill(shop, 'products', [{ id: 'P1', title: 'Proofing basket' }]);
await fill(course, 'people', [{ id: 'A', title: 'Anna Baker' }]);
await fill(shop, 'people', [
  { id: 'A', title: 'Anna Brown' },
  { id: 'B', title: 'Bert Brush' },
]);
await fill(secret, 'lessons', [{ id: 'L9', title: 'Sourdough secrets' }]);

const clients: Client[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
});

async function fill({ call }: DocumentsFixture, name: string, records: readonly object[]): Promise<void> {
  await call('POST', '/collections', { name });
  await call('PATCH', `/collections/${name}`, { embed_fields: ['title'] });
  await call('POST', `/collections/${name}/import`, { records });
}

/** An assistant of a person who belongs to all three workspaces and opened two of them. */
async function assistant(): Promise<{ readonly client: Client; readonly email: string }> {
  const email = anAddress();
  for (const { workspace } of [course, shop, secret]) {
    await invite(service, workspace, email);
  }
  const browser = await signIn(service, email);
  const hosted = hostedAssistant(server.url);
  const { at } = await follow(browser, await hosted.begin());
  const client = await hosted.finish(
    await consent(browser, at, { read: course.workspace.id, write: shop.workspace.id }),
  );
  clients.push(client);
  return { client, email };
}

async function tool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [block] = content;
  return { isError: isError === true, body: JSON.parse(block?.type === 'text' ? block.text : '') };
}

const slugsOf = (items: readonly { readonly workspace: { readonly slug: string } }[]) =>
  [...new Set(items.map(({ workspace }) => workspace.slug))].sort();
const both = [course.workspace.slug, shop.workspace.slug].sort();
const { client } = await assistant();

describe('an assistant of several workspaces', () => {
  it('searches all of them and fetches by id alone, also where repos have the same name', async () => {
    const { results } = (await tool(client, 'search', { query: 'flour' })).body;
    expect(slugsOf(results)).toEqual(both);
    const ids = results.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['course/flour.md', 'notes/stock.md', `@${course.workspace.slug}/shared/readme.md`]),
    );
    for (const { id, title, workspace } of results) {
      expect((await tool(client, 'fetch', { id })).body).toMatchObject({ id, title, workspace });
    }
  });

  it.each([
    ['list_collections', {}, 'collections'],
    ['list_documents', {}, 'documents'],
    ['search_documents', { query: 'flour' }, 'results'],
    ['resolve', { query: 'sourdough or basket' }, 'results'],
    ['query_collection', { collection: 'people', query: 'anna' }, 'results'],
  ])('gets from %s what both have, each with its workspace', async (name, args, key) => {
    const { body } = await tool(client, name, args);
    expect(slugsOf(body[key])).toEqual(both);
    expect(JSON.stringify(body)).not.toContain('ecret');
  });

  it('pages through the documents of one workspace after the other', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await tool(client, 'list_documents', { limit: 1, cursor: cursor ?? undefined });
      expect(body.documents.length).toBeLessThanOrEqual(1);
      seen.push(...body.documents.map((each: { path: string }) => each.path));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen.sort()).toEqual(['course/flour.md', 'notes/stock.md', 'shared/readme.md', 'shared/readme.md']);
  });

  it.each([
    ['describe_collection', { name: 'products' }, shop],
    ['query_collection', { collection: 'lessons', query: 'L1' }, course],
    ['get_record', { collection: 'people', external_id: 'B' }, shop],
    ['read_document', { path: 'notes/stock.md' }, shop],
    ['document_history', { path: 'course/flour.md' }, course],
  ])('reads by %s what only one workspace has, and names the workspace', async (name, args, { workspace }) => {
    const { body } = await tool(client, name, args);
    expect(body.workspace?.id ?? body.results[0].workspace.id).toBe(workspace.id);
  });

  it('is unsure about a record that two workspaces have, and asks which one is meant', async () => {
    const { body } = await tool(client, 'query_collection', { collection: 'people', query: 'A' });
    expect(body).toMatchObject({ confidence: 'low', disambiguate_by: { field: 'workspace' } });
    const refused = await tool(client, 'get_record', { collection: 'people', external_id: 'A' });
    expect(refused.body.error.code).toBe('workspace_required');
    expect(refused.body.error.message).toContain(course.workspace.id);
  });

  it('is refused what none of its workspaces contains, as with one workspace', async () => {
    for (const [name, args] of [
      ['fetch', { id: 'secret/flour.md' }],
      ['fetch', { id: `@${secret.workspace.slug}/secret/flour.md` }],
      ['query_collection', { collection: 'none', query: 'x' }],
      ['search', { query: {} }],
    ] as const) {
      const { isError, body } = await tool(client, name, args);
      expect([isError, body.error.code]).toEqual([true, expect.stringMatching(/not_found|invalid/)]);
    }
  });

  it('reads in a workspace that it names, and results do not repeat the name', async () => {
    const { body } = await tool(client, 'list_collections', { workspace: shop.workspace.id });
    expect(body.collections.map(({ name }: { name: string }) => name).sort()).toEqual(['people', 'products']);
    expect(body.collections[0].workspace).toBeUndefined();
  });
});

it('reads in the remaining workspaces after its person leaves one, and is refused when none remains', async () => {
  const { client: left, email } = await assistant();
  const leave = async ({ workspace }: DocumentsFixture) => {
    const owner = anAddress();
    await invite(service, workspace, owner, { role: 'admin' });
    const as = { token: await personalToken(service, owner), workspace: workspace.id };
    const { people } = (await service.call('GET', '/settings/people', as)).body;
    const { id } = people.find((person: { email: string }) => person.email === email);
    return service.call('DELETE', `/settings/people/${id}`, as);
  };
  expect((await leave(shop)).status).toBe(200);
  const { results } = (await tool(left, 'search', { query: 'flour' })).body;
  expect(results.map(({ id }: { id: string }) => id)).toContain('course/flour.md');
  expect(JSON.stringify(results)).not.toContain('stock');
  await leave(course);
  const { error } = (await tool(left, 'search', { query: 'flour' })).body;
  expect(error.code).toBe('not_a_member');
  expect(error.message).toContain('has ended');
  expect(error.message).not.toContain('named');
});
