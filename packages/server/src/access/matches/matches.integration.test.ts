import { expect, it } from 'vitest';
import { createDocumentsFixture } from '../../documents/testing/documents-fixture.js';
import { startSuiteService } from '../../testing/service.js';

const service = await startSuiteService();

it('groups.create > returns the number of matching documents, and a suggestion for patterns without matches', async () => {
  const fixture = await createDocumentsFixture(service, 'wiki');
  await fixture.put('wiki/guide/a.md', 'a');
  await fixture.put('wiki/guide/b.md', 'b');
  await fixture.put('wiki/Über/c.md', 'c');
  const token = await fixture.createKey();
  const create = async (...paths: string[]) =>
    (await service.call('POST', '/v1/groups', { token, body: { name: 'Guide', paths } })).body;
  expect(await create('wiki/guide/*', 'wiki/**')).toMatchObject({ matches: 3 });
  expect(await create('wiki/guide')).toMatchObject({
    matches: 0,
    hint: '`wiki/guide` matches no document: `wiki/guide/**` matches the 2 documents in that folder.',
  });
  for (const similar of ['Wiki/guide/*.md', 'wiki/GUIDE/**', 'wiki/guide/*.md ']) {
    expect(await create(similar)).toMatchObject({
      matches: 0,
      hint: `\`${similar}\` matches no document: it would match the 2 documents in other upper and lower case or without outer spaces.`,
    });
  }
  expect((await create('wiki/other/**')).hint).toBe('`wiki/other/**` matches no document yet.');
  const group = await create('wiki/Über'.normalize('NFD'), 'wiki/guide/a.md');
  expect(group).toMatchObject({ paths: ['wiki/Über', 'wiki/guide/a.md'], matches: 1 });
  expect(group.hint).toContain('`wiki/Über/**` matches the document in that folder.');
  const update = { token, body: { paths: ['wiki/Über/**'.normalize('NFD')] } };
  const { body } = await service.call('PUT', `/v1/groups/${group.id}`, update);
  expect(body).toMatchObject({ matches: 1 });
  expect(body).not.toHaveProperty('hint');
});
