import { expect, it } from 'vitest';
import { startServedService } from '../../testing/served-service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startServedService({ SVC_WORKSPACE_STORAGE_MB: '1' });

it('drafts of all writers count as storage of their workspace, exactly, and over a socket', async () => {
  const fixture = await createDocumentsFixture(service, 'notes');
  const base = await fixture.put('notes/a.md', '# A\n');
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const { body } = await service.call('POST', `/operator/workspaces/${fixture.workspace.id}/tokens`, {
        token: service.operatorToken,
        body: { name: `Writer ${index}`, role: 'member', access: 'read_write' },
      });
      return body.secret as string;
    }),
  );
  const send = async (method: string, token: string, body: object, path = '/documents/drafts') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
    return `${answer.status} ${((await answer.json()) as { error?: { code: string } }).error?.code ?? ''}`.trim();
  };
  const draft = { path: 'notes/a.md', base, text: 'x'.repeat(300_000) };
  const sent = await Promise.all(tokens.map((token) => send('PUT', token, draft)));
  expect(sent.sort()).toEqual(['200', '200', '200', '413 storage_full', '413 storage_full', '413 storage_full']);
  const [stored] = await service.services.database.asSystem((transaction) =>
    transaction.query<{ bytes: number }>(
      'select sum(octet_length(body))::int as bytes from document_drafts where workspace_id = $1',
      [fixture.workspace.id],
    ),
  );
  expect(stored?.bytes).toBe(900_000);
  // Drafts and documents share the storage.
  const document = {
    path: 'notes/b.md',
    text: 'y'.repeat(200_000).replace(/y/g, () => String(Math.random())),
    base: null,
  };
  expect(await send('PUT', tokens[0] ?? '', document, '/documents/content')).toBe('413 storage_full');
  const other = await createDocumentsFixture(service, 'notes');
  const theirs = await other.put('notes/a.md', '# A\n');
  expect((await other.call('PUT', '/documents/drafts', { ...draft, base: theirs })).status).toBe(200);
});
