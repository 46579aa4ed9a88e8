import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GitFolder, gitFolder } from '../../../../git/src/testing/git.js';
import { startServedService } from '../../testing/served-service.js';
import { remoteOf } from '../git/testing/remote.js';
import { createDocumentsFixture, type DocumentsFixture } from '../testing/documents-fixture.js';

const service = await startServedService();
const names = ['CON.md', 'folder/aux.tar/a.md', 'com1.md', 'a:b.md', 'end./a.md', 'end ', 'README.md', 'Folder/b.md'];

/** Each way to add a document. Returns what the service says if it refuses. */
const ways: Readonly<
  Record<string, (fixture: DocumentsFixture, folder: GitFolder, name: string) => Promise<string | undefined>>
> = {
  write: async ({ call }, _folder, name) => {
    const { body } = await call('PUT', '/documents/content', { path: `docs/${name}`, text: 'x', base: null });
    return body.error?.code === 'invalid_path' ? body.error.message : undefined;
  },
  move: async ({ call }, _folder, name) => {
    const { body } = await call('POST', '/documents/move', { from: 'docs/b.md', to: `docs/${name}`, base: 'any' });
    return body.error?.code === 'invalid_path' ? body.error.message : undefined;
  },
  commit: async ({ call }, _folder, name) => {
    const changes = ['more.md', name].map((path) => ({ action: 'put', path: `docs/${path}`, text: 'x', base: null }));
    const { body } = await call('POST', '/documents/commit', { repo: 'docs', message: 'Add', changes });
    return body.error?.code === 'invalid_path' ? body.error.message : undefined;
  },
  upload: async ({ workspace }, _folder, name) => {
    const headers = { authorization: `Bearer ${workspace.token}`, 'if-none-match': '*' };
    const url = `${service.url}/raw/docs/${name.split('/').map(encodeURIComponent).join('/')}`;
    const response = await fetch(url, { method: 'PUT', headers, body: 'x' });
    const { error } = (await response.json()) as { error?: { code: string; message: string } };
    return error?.code === 'invalid_path' ? error.message : undefined;
  },
  'an agent': async ({ workspace }, _folder, name) => {
    const headers = { authorization: `Bearer ${workspace.token}`, accept: 'application/json, text/event-stream' };
    const call = { name: 'write_document', arguments: { path: `docs/${name}`, text: 'x', base: null } };
    const response = await fetch(`${service.url}/mcp/http`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    const text = await response.text();
    return text.includes('invalid_path') ? text : undefined;
  },
  git: async ({ workspace }, folder, name) => {
    const clone = `clone ${name.replaceAll('/', ' ')} ${workspace.id}`;
    await folder.succeed('clone', '--quiet', remoteOf(service.url, workspace, 'docs'), clone);
    folder.write(`${clone}/${name}`, 'x');
    await folder.commit(clone, 'Add');
    return folder.succeed('-C', clone, 'push', '--quiet', 'origin', 'HEAD:main').then(
      () => undefined,
      (error: Error) => error.message,
    );
  },
};

describe.each(Object.keys(ways))('portable_names > %s', (way) => {
  let folder: GitFolder;
  beforeAll(() => {
    folder = gitFolder();
  });
  afterAll(() => folder.remove());

  const added = async (name: string, change: object): Promise<string | undefined> => {
    const fixture = await createDocumentsFixture(service, 'docs');
    for (const path of ['readme.md', 'folder/a.md', 'b.md']) await fixture.put(`docs/${path}`, path);
    await fixture.call('PATCH', '/repos/docs', change);
    return ways[way]?.(fixture, folder, name);
  };

  test.each(names)('refuses to add %s to a new repo, and adds it if the setting is off', async (name) => {
    expect(await added(name, { description: 'New' })).toMatch(/clones .*(?:fail|lose)/);
    expect(await added(name, { portable_names: false })).toBeUndefined();
  });
});

test('portable_names > documents that have such a name can be changed, and renamed by case', async () => {
  const { call, put } = await createDocumentsFixture(service, 'docs');
  await call('PATCH', '/repos/docs', { portable_names: false });
  for (const path of ['aux/a.md', 'Start.md', 'start.md']) await put(`docs/${path}`, path);
  expect((await call('PATCH', '/repos/docs', { portable_names: true })).body.portable_names).toBe(true);
  for (const path of ['aux/a.md', 'Start.md']) await put(`docs/${path}`, 'changed');
  const move = (from: string, to: string) => call('POST', '/documents/move', { from, to, base: 'any' });
  expect((await move('docs/aux/a.md', 'docs/aux/b.md')).status).toBe(200);
  await call('DELETE', '/documents/content?path=docs/Start.md&base=any');
  expect((await move('docs/start.md', 'docs/START.md')).status).toBe(200);
});
