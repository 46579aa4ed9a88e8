import { limits } from '@tessera/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'notes', 'paid');
const stranger = await createDocumentsFixture(service, 'notes');
let blob: string;
let other: (method: string, path: string, body?: unknown) => ReturnType<typeof fixture.call>;
beforeAll(async () => {
  blob = await fixture.put('notes/a.md', '# A\n');
  await fixture.put('paid/b.md', '# B\n');
  await stranger.put('notes/a.md', '# A\n');
  const made = await service.call('POST', `/operator/workspaces/${fixture.workspace.id}/tokens`, {
    token: service.operatorToken,
    body: { name: 'Eva', role: 'member', access: 'read_write' },
  });
  other = fixture.as(made.body.secret);
});

const keep = (text?: string, path = 'notes/a.md') =>
  fixture.call('PUT', '/documents/drafts', { path, ...(text === undefined ? {} : { base: blob, text }) });

describe('documents.keep_draft', () => {
  it('keeps what a person typed, for that person only', async () => {
    const { status, body } = await keep('# A\n\nMore.');
    expect(status).toBe(200);
    expect(body.draft).toMatchObject({ path: 'notes/a.md', title: 'A', base: blob, blob, text: '# A\n\nMore.' });
    expect(body.workspace.id).toBe(fixture.workspace.id);
    expect((await fixture.call('GET', '/documents/drafts?path=notes/a.md')).body.drafts).toEqual([body.draft]);
    expect((await other('GET', '/documents/drafts')).body).toEqual({ drafts: [], count: 0 });
    expect((await stranger.call('GET', '/documents/drafts')).body.count).toBe(0);
  });

  it('keeps the draft if a call only reports that its person is editing, and names that person to others', async () => {
    await keep('Typed.');
    expect((await keep()).body.draft.text).toBe('Typed.');
    const { body } = await other('PUT', '/documents/drafts', { path: 'notes/a.md' });
    expect(body.draft).toBeNull();
    expect(body.editing).toEqual([{ name: expect.any(String), since: expect.any(String) }]);
    expect((await keep()).body.editing.map(({ name }: { name: string }) => name)).toEqual(['Eva']);
    expect((await stranger.call('PUT', '/documents/drafts', { path: 'notes/a.md' })).body.editing).toEqual([]);
  });

  it('omits people whose last report of editing is too old', async () => {
    await other('PUT', '/documents/drafts', { path: 'notes/a.md' });
    await service.services.database.asSystem((transaction) =>
      transaction.query(
        `update document_drafts set seen_at = seen_at - make_interval(secs => $2)
         where workspace_id = $1 and writer_name = 'Eva'`,
        [fixture.workspace.id, limits.editingSeconds + 1],
      ),
    );
    expect((await keep()).body.editing).toEqual([]);
  });

  it('refuses a draft without its base, for a missing document, or at a path that the caller cannot write', async () => {
    expect((await fixture.call('PUT', '/documents/drafts', { path: 'notes/a.md', text: 'a' })).body.error.code).toBe(
      'invalid_request',
    );
    expect((await keep('a', 'notes/none.md')).body.error.code).toBe('document_not_found');
    const outside = fixture.as(await fixture.tokenFor(['paid/**'], 'read_write'));
    expect((await outside('PUT', '/documents/drafts', { path: 'notes/a.md' })).body.error.code).toBe('outside_scope');
    const reader = fixture.as(await fixture.tokenFor(['notes/**'], 'read_only'));
    expect((await reader('PUT', '/documents/drafts', { path: 'notes/a.md' })).status).toBe(403);
  });

  it('keeps drafts of a document that is moved, also over a draft of an earlier document there', async () => {
    const base = await fixture.put('notes/from.md', '# From\n');
    const draft = (path: string, text: string) => fixture.call('PUT', '/documents/drafts', { path, base, text });
    await draft('notes/from.md', 'Mine.');
    await other('PUT', '/documents/drafts', { path: 'notes/from.md', base, text: 'Theirs.' });
    await fixture.put('notes/to.md', '# To\n');
    await draft('notes/to.md', 'Of another document.');
    await fixture.call('DELETE', '/documents/content?path=notes/to.md&base=any');
    const moved = await fixture.call('POST', '/documents/move', { from: 'notes/from.md', to: 'notes/to.md', base });
    expect(moved.status).toBe(200);
    const textOf = async (call: typeof other, path: string) =>
      (await call('GET', `/documents/drafts?path=${path}`)).body.drafts[0]?.text;
    expect(await textOf(fixture.call, 'notes/to.md')).toBe('Mine.');
    expect(await textOf(other, 'notes/to.md')).toBe('Theirs.');
    expect(await textOf(fixture.call, 'notes/from.md')).toBeUndefined();
    for (const call of [fixture.call, other]) await call('DELETE', '/documents/drafts?path=notes/to.md');
  });

  it('deletes the oldest drafts beyond the limit', async () => {
    await keep('The last.');
    await service.services.database.asSystem((transaction) =>
      transaction.query(
        `insert into document_drafts
         select workspace_id, repo_id, 'old-' || n, writer_id, writer_name, base, body, changed_at - n * interval '1 hour', seen_at
         from document_drafts, generate_series(1, $2::integer) as n where workspace_id = $1 and path = 'a.md' and body = 'The last.'`,
        [fixture.workspace.id, limits.draftsPerWriter + 5],
      ),
    );
    await keep();
    const [row] = await service.services.database.asSystem((transaction) =>
      transaction.query<{ count: number; has_last: boolean }>(
        `select count(*)::integer as count, bool_or(body = 'The last.' and path = 'a.md') as has_last
         from document_drafts where workspace_id = $1 and body is not null`,
        [fixture.workspace.id],
      ),
    );
    expect(row).toEqual({ count: limits.draftsPerWriter, has_last: true });
  });
});

describe('documents.drafts', () => {
  it('lists drafts without their text, and only of documents that the caller can still read', async () => {
    const group = await fixture.group('paid/**');
    const token = await fixture.confined([group, 'read_write']);
    const confined = fixture.as(token);
    const base = (await confined('GET', '/documents/content?path=paid/b.md')).body.blob;
    await confined('PUT', '/documents/drafts', { path: 'paid/b.md', base, text: 'Mine.' });
    const { body } = await confined('GET', '/documents/drafts');
    expect(body).toMatchObject({ count: 1, drafts: [{ path: 'paid/b.md', title: 'B', text: null }] });
    await fixture.call('DELETE', '/documents/content?path=paid/b.md&base=any');
    expect((await confined('GET', '/documents/drafts')).body.count).toBe(0);
  });
});

describe('documents.discard_draft', () => {
  it("deletes only the caller's draft, and returns whether there was one", async () => {
    await keep('Mine.');
    await other('PUT', '/documents/drafts', { path: 'notes/a.md', base: blob, text: 'Theirs.' });
    const discard = () => fixture.call('DELETE', '/documents/drafts?path=notes/a.md');
    expect((await discard()).body).toMatchObject({ path: 'notes/a.md', discarded: true });
    expect((await discard()).body.discarded).toBe(false);
    expect((await other('GET', '/documents/drafts?path=notes/a.md')).body.drafts[0].text).toBe('Theirs.');
    const outside = fixture.as(await fixture.tokenFor(['paid/**'], 'read_write'));
    expect((await outside('DELETE', '/documents/drafts?path=notes/a.md')).body.error.code).toBe('outside_scope');
  });
});
