import { expect, it } from 'vitest';
import { createDocumentsFixture } from './documents/testing/documents-fixture.js';
import { startSuiteService } from './testing/service.js';

const service = await startSuiteService();
// A second process on the same database.
const other = await startSuiteService({}, { testDatabase: { ...service.testDatabase, close: async () => undefined } });
const library = await createDocumentsFixture(service, 'notes');
const key = await library.createKey();
await library.put('notes/a.md', '# A');

/** The response of each process to the same request. */
async function everywhere(path: string, token = library.workspace.token): Promise<unknown[]> {
  const answers = await Promise.all([service, other].map((process) => process.call('GET', path, { token })));
  return answers.map(({ status, body }) => (status === 200 ? body : status));
}

it("documents > every process shows a repo's new description and name at once", async () => {
  await everywhere('/repos');
  for (const description of ['First', 'Second', null]) {
    const { body } = await library.call('PATCH', '/repos/notes', { description });
    expect(body).toMatchObject({ name: 'notes', description, documents: 1 });
    const listed = { repos: [{ name: 'notes', description, documents: 1 }], count: 1 };
    expect(await everywhere('/repos')).toMatchObject([listed, listed]);
  }
  await library.call('PATCH', '/repos/notes', { name: 'memos' });
  const listed = { repos: [{ name: 'memos', documents: 1 }], count: 1 };
  expect(await everywhere('/repos')).toMatchObject([listed, listed]);
});

it("collections > every process shows a collection's new description at once", async () => {
  await library.call('POST', '/collections', { name: 'parts', description: 'First' });
  await everywhere('/collections');
  await everywhere('/collections/parts/describe');
  await library.call('PATCH', '/collections/parts', { description: 'Second', guidance: 'Ask first.' });
  const listed = { collections: [{ name: 'parts', description: 'Second' }] };
  expect(await everywhere('/collections')).toMatchObject([listed, listed]);
  const described = { guidance: 'Ask first.' };
  expect(await everywhere('/collections/parts/describe')).toMatchObject([described, described]);
});

it("groups > every process shows a group's new name at once", async () => {
  const id = await library.group('notes/**');
  const token = await library.confined([id, 'read_only']);
  await Promise.all([everywhere('/v1/groups', key), everywhere('/me', token)]);
  await service.call('PUT', `/v1/groups/${id}`, { token: key, body: { name: 'Staff' } });
  const [listed] = await everywhere('/v1/groups', key);
  expect(listed).toMatchObject({ groups: expect.arrayContaining([expect.objectContaining({ id, name: 'Staff' })]) });
  expect(await everywhere('/v1/groups', key)).toEqual([listed, listed]);
  const caller = { groups: [id] };
  expect(await everywhere('/me', token)).toMatchObject([caller, caller]);
});

it("workspaces > every process shows a workspace's new name at once, even in the response of a write", async () => {
  const { id, token } = library.workspace;
  await everywhere('/workspaces');
  await service.call('PATCH', `/operator/workspaces/${id}`, {
    token: service.operatorToken,
    body: { name: 'New name' },
  });
  const listed = { workspaces: [{ id, name: 'New name' }] };
  expect(await everywhere('/workspaces')).toMatchObject([listed, listed]);
  for (const process of [service, other]) {
    const body = { records: [{ id: 1, name: 'Hinge' }] };
    const written = await process.call('POST', '/collections/parts/records', { token, body });
    expect(written.body.workspace).toMatchObject({ id, name: 'New name' });
  }
});
