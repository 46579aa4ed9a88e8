import { beforeAll, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'handbook', 'course');
beforeAll(async () => {
  for (const path of ['handbook/a.md', 'handbook/paid/b.md', 'handbook/c.md', 'course/d.md', 'handbook/e.md']) {
    await fixture.put(path, `Of ${path}`);
  }
  for (const path of ['handbook/a.md', 'handbook/paid/b.md', 'course/d.md', 'handbook/e.md']) {
    await fixture.call('DELETE', `/documents/content?path=${path}&base=any`);
  }
  await fixture.put('handbook/e.md', 'Written again');
  await fixture.call('POST', '/documents/move', { from: 'handbook/c.md', to: 'handbook/moved.md', base: 'any' });
});

const pathsOf = ({ documents }: { documents: { path: string }[] }): string[] => documents.map(({ path }) => path);

it('documents.deleted > lists deleted documents, latest first, without those moved or written again', async () => {
  const { body } = await fixture.call('GET', '/documents/deleted?prefix=handbook');
  expect(pathsOf(body)).toEqual(['handbook/paid/b.md', 'handbook/a.md']);
  expect(body).toMatchObject({ count: 2, next_cursor: null });
  const all = await fixture.call('GET', '/documents/deleted');
  expect(all.body.count).toBe(3);
});

it('documents.deleted > is paged, and names the version that restores each document', async () => {
  const first = (await fixture.call('GET', '/documents/deleted?prefix=handbook&limit=1')).body;
  expect([pathsOf(first), first.count]).toEqual([['handbook/paid/b.md'], 2]);
  const next = await fixture.call('GET', `/documents/deleted?prefix=handbook&limit=1&cursor=${first.next_cursor}`);
  expect([pathsOf(next.body), next.body.next_cursor]).toEqual([['handbook/a.md'], null]);
  const [{ path, version }] = next.body.documents;
  expect((await fixture.call('POST', '/documents/restore', { path, version, base: null })).status).toBe(200);
  expect((await fixture.call('GET', `/documents/content?path=${path}`)).body.text).toBe('Of handbook/a.md');
  expect((await fixture.call('GET', '/documents/deleted?prefix=handbook')).body.count).toBe(1);
});

it('documents.deleted > shows a confined caller only what its groups match', async () => {
  const token = await fixture.tokenFor(['course/**'], 'read_only');
  const { body } = await service.call('GET', '/documents/deleted', { token });
  expect([pathsOf(body), body.count]).toEqual([['course/d.md'], 1]);
});
