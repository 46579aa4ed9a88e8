import { afterAll, expect, test } from 'vitest';
import { gitFolder } from '../../../../git/src/testing/git.js';
import { expectRefusal } from '../../testing/refusal.js';
import { startServedService } from '../../testing/served-service.js';
import { remoteOf } from '../git/testing/remote.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startServedService({ SVC_WORKSPACE_STORAGE_MB: '1' });
const folder = gitFolder();
afterAll(async () => {
  folder.remove();
});

test('storage > is filled by moves and restored versions too, and a full workspace can still delete', async () => {
  const fixture = await createDocumentsFixture(service, 'docs');
  await fixture.put('docs/a.md', 'text\n'.repeat(200_000));
  const move = (from: string, to: string) => fixture.call('POST', '/documents/move', { from, to, base: 'any' });
  let [from, to] = ['docs/a.md', 'docs/b.md'];
  let answer = await move(from, to);
  while (answer.status === 200) {
    [from, to] = [to, from];
    answer = await move(from, to);
  }
  expectRefusal('413 storage_full', answer);
  const { versions } = (await fixture.call('GET', `/documents/history${at(from)}`)).body;
  const deleted = await fixture.call('DELETE', `/documents/content${at(from, { base: 'any' })}`);
  expect(deleted.body).toMatchObject({ status: 'deleted' });
  const restored = { path: from, version: versions[0].id, base: null };
  expectRefusal('413 storage_full', await fixture.call('POST', '/documents/restore', restored));
});

test('storage > refuses a push whose versions exceed it, and stores nothing of it', async () => {
  const fixture = await createDocumentsFixture(service, 'docs');
  const names = Array.from({ length: 4_500 }, (_, n) => `${n}.md`);
  folder.git(['init', '--quiet', 'full']);
  for (const name of names) {
    folder.write(`full/${name}`, 'the same text\n');
  }
  await folder.commit('full', 'Many');
  const push = await folder.run(['-C', 'full', 'push', remoteOf(service.url, fixture.workspace, 'docs'), 'main']);
  expect(push.status).toBe(1);
  expect(push.stderr).toContain('storage full: this workspace may take 1048576 bytes');
  expect((await fixture.call('GET', '/documents')).body.count).toBe(0);
  expect((await fixture.put('docs/small.md', 'text\n')).length).toBe(40);
});
