import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startSuiteService();

async function keptOf(workspaceId: string): Promise<Record<string, string>> {
  const rows = await service.services.database.asSystem((transaction) =>
    transaction.query<{ path: string; html: string }>(
      'select path, html from document_renderings where workspace_id = $1 order by path',
      [workspaceId],
    ),
  );
  return Object.fromEntries(rows.map(({ path, html }) => [path, html]));
}

it('RenderingAhead > renders saved documents, and updates the stored HTML when they change', async () => {
  const { workspace, call, put } = await createDocumentsFixture(service, 'docs');
  await put('docs/a.md', '# One\n\n[b](b.md)\n');
  await call('POST', '/documents/commit', {
    repo: 'docs',
    message: 'Add',
    changes: [{ action: 'put', path: 'docs/b.md', text: 'Two', base: null }],
  });
  await expect
    .poll(() => keptOf(workspace.id))
    .toEqual({
      'a.md': expect.stringContaining('href="/d/docs/b.md"'),
      'b.md': '<p>Two</p>\n',
    });
  await put('docs/a.md', 'Three');
  await expect.poll(() => keptOf(workspace.id)).toMatchObject({ 'a.md': '<p>Three</p>\n' });
  const base = 'any';
  await call('POST', '/documents/move', { from: 'docs/a.md', to: 'docs/c.md', base });
  await call('DELETE', `/documents/content${at('docs/b.md', { base })}`);
  await expect.poll(() => keptOf(workspace.id)).toEqual({ 'c.md': '<p>Three</p>\n' });
});

it('documents.rendered > does not show HTML that was stored under another name of the repo', async () => {
  const { workspace, call, put } = await createDocumentsFixture(service, 'docs');
  await put('docs/a.md', '[b](b.md)\n');
  await expect.poll(() => keptOf(workspace.id)).toHaveProperty('a.md');
  expect((await call('PATCH', '/repos/docs', { name: 'handbook' })).status).toBe(200);
  const { body } = await call('GET', `/documents/rendered${at('handbook/a.md')}`);
  expect(body.html).toContain('/d/handbook/b.md');
});

it('RenderingAhead > renders documents that are saved after other files', async () => {
  const { workspace, put } = await createDocumentsFixture(service, 'docs');
  await put('docs/photo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await put('docs/a.md', 'One');
  await expect.poll(() => keptOf(workspace.id)).toEqual({ 'a.md': '<p>One</p>\n' });
});
