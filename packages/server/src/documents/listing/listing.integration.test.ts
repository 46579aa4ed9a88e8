import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';
import { DocumentListings } from './listings.js';

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'handbook', 'course');

it('documents.list > lists in pages, by last change or by path', async () => {
  const written = ['handbook/b.md', 'course/c.md', 'handbook/a.md', 'course/d.md', 'handbook/b.md'];
  for (const [minute, path] of written.entries()) {
    service.setTime(new Date(Date.UTC(2026, 4, 1, 10, minute)));
    await fixture.put(path, `Minute ${minute}`);
  }
  // The two documents have the same time, so they are sorted by path.
  await fixture.put('course/c.md', 'Changed');
  const pages = async (order: string): Promise<string[]> => {
    const paths: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = `/documents?order=${order}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await fixture.call('GET', page);
      paths.push(...body.documents.map(({ path }: { path: string }) => path));
      cursor = body.next_cursor;
    }
    return paths;
  };
  expect(await pages('changed')).toEqual(['course/c.md', 'handbook/b.md', 'course/d.md', 'handbook/a.md']);
  expect(await pages('path')).toEqual(['course/c.md', 'course/d.md', 'handbook/a.md', 'handbook/b.md']);
});

it('documents.list > lists the documents that someone changed last, with those that the caller can read', async () => {
  const { call, as, confined, group, put, workspace } = await createDocumentsFixture(service, 'notes', 'paid');
  const { body } = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
    token: service.operatorToken,
    body: { name: 'Eva', role: 'member', access: 'read_write' },
  });
  const eva = as(body.secret);
  for (const path of ['notes/a.md', 'notes/b.md', 'paid/c.md']) await put(path, 'First');
  for (const path of ['notes/b.md', 'paid/c.md']) {
    await eva('PUT', '/documents/content', { path, text: 'Second', base: 'any' });
  }
  const pathsOf = async (caller: typeof call, query: string) => {
    const answer = (await caller('GET', `/documents?${query}`)).body;
    return [answer.count, ...answer.documents.map(({ path }: { path: string }) => path)];
  };
  expect(await pathsOf(call, 'updated_by=Eva&order=changed')).toEqual([2, 'notes/b.md', 'paid/c.md']);
  expect(await pathsOf(call, 'updated_by=Eva&prefix=notes')).toEqual([1, 'notes/b.md']);
  expect(await pathsOf(call, 'updated_by=eva')).toEqual([0]);
  const reader = as(await confined([await group('notes/**'), 'read_only']));
  expect(await pathsOf(reader, 'updated_by=Eva&locked=true')).toEqual([1, 'notes/b.md']);
});

it('documents.list > lists every document of a large repo once, regardless of its date', async () => {
  const workspace = await service.createWorkspace();
  // The dates are before 1970, as a push may bring them, and the documents need more than one statement.
  await service.services.database.asSystem((transaction) =>
    transaction.query(
      `with repo as (
         insert into repos (workspace_id, id, name, revision, created_at)
         values ($1, gen_random_uuid(), 'archive', 1, now()) returning id)
       insert into documents
         (workspace_id, repo_id, path, blob, size, media_type, title, version_id, revision, changed_at, changed_by)
       select $1, r.id, 'letter-' || n || '.md', substring(sha256(n::text::bytea) for 20), n, 'text/markdown', 'Letter "' || n || '"',
              gen_random_uuid(), 1, timestamptz '1950-01-01' + n * interval '1 day', 'Ada'
       from repo r, generate_series(1, 11000) n`,
      [workspace.id],
    ),
  );
  const list = async (query: string) =>
    (await service.call('GET', `/documents?${query}`, { token: workspace.token })).body;
  const { count, documents } = await list('order=changed&limit=3');
  expect(count).toBe(11_000);
  expect(documents.map(({ title }: { title: string }) => title)).toEqual([
    'Letter "11000"',
    'Letter "10999"',
    'Letter "10998"',
  ]);
  const paths = new Set<string>();
  for (let cursor = ''; cursor !== 'null'; ) {
    const page = await list(`limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`);
    for (const { path } of page.documents) {
      paths.add(path);
    }
    cursor = String(page.next_cursor);
  }
  expect(paths.size).toBe(11_000);
});

it("documents.list > is complete after a large push that is not in the database's statistics yet", async () => {
  const { workspace, call } = await createDocumentsFixture(service, 'pushed');
  expect((await call('GET', '/repos')).body.repos).toMatchObject([{ documents: 0 }]);
  await service.services.database.asSystem((transaction) =>
    transaction.query(
      `with repo as (update repos set revision = 1 where workspace_id = $1 returning id),
       version as (
         insert into document_versions (workspace_id, repo_id, path, revision, id, status, blob, size)
         select $1, r.id, n || '.md', 1, gen_random_uuid(), 'added', '\\x00', 1 from repo r, generate_series(1, 45000) n
         returning *)
       insert into documents
         (workspace_id, repo_id, path, blob, size, media_type, title, version_id, revision, changed_at, changed_by)
       select $1, repo_id, path, blob, size, 'text/markdown', path, id, revision, now(), 'Ada' from version`,
      [workspace.id],
    ),
  );
  expect((await call('GET', '/repos')).body.repos).toMatchObject([{ documents: 45_000 }]);
});

it('documents.list > concurrent calls after a write share the entries', async () => {
  const { workspace, put } = await createDocumentsFixture(service, 'shared');
  const listings = new DocumentListings();
  const current = () =>
    service.services.database.inWorkspace(workspace.id, (transaction) => listings.current(transaction), 'read');
  for (const path of ['shared/a.md', 'shared/b.md']) {
    await put(path, 'First');
    const [one, other] = await Promise.all([current(), current()]);
    expect(one?.[0]?.entries).toBe(other?.[0]?.entries);
  }
});
