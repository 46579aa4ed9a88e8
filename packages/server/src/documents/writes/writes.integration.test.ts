import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../../testing/refusal.js';
import { startSuiteService } from '../../testing/service.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'handbook', 'course');

const write = (body: object) => fixture.call('PUT', '/documents/content', body);
const read = (path: string) => fixture.call('GET', `/documents/content${at(path)}`);

describe('documents.write > a written document', () => {
  it('is returned as written, with its title, type and workspace', async () => {
    const text = '---\ntags: [a]\n---\n# Start *here*\n\nGrüße.\n';
    const written = await write({ path: 'handbook/start.md', text, base: null });
    expect(written.status, JSON.stringify(written.body)).toBe(200);
    expect(written.body).toMatchObject({
      status: 'added',
      document: { path: 'handbook/start.md', title: 'Start here', media_type: 'text/markdown' },
      workspace: { id: fixture.workspace.id },
    });
    const found = await read('handbook/start.md');
    expect(found.body).toMatchObject({
      text,
      version: written.body.version,
      front_matter: { tags: ['a'] },
      can_write: true,
      next_offset: null,
      blob: written.body.document.blob,
    });
  });

  it('is overwritten only by a write whose base is the current version', async () => {
    const { body: first } = await write({ path: 'handbook/base.md', text: 'one', base: null });
    const { blob } = first.document;
    for (const base of [null, '0'.repeat(40)]) {
      const refused = await write({ path: 'handbook/base.md', text: 'two', base });
      expectRefusal('409 document_changed', refused);
      expect(refused.body.error.current).toMatchObject({ blob });
    }
    expect((await write({ path: 'handbook/base.md', text: 'two', base: blob })).body.status).toBe('changed');
    const gone = await write({ path: 'handbook/none.md', text: 'two', base: blob });
    expectRefusal('409 document_changed', gone);
    expect(gone.body.error.current).toBeNull();
    expect((await write({ path: 'handbook/base.md', text: 'three', base: 'any' })).body.status).toBe('changed');
  });

  it('gets no new version if the content is the same, regardless of the base', async () => {
    await write({ path: 'handbook/same.md', text: 'same', base: null });
    const again = await write({ path: 'handbook/same.md', text: 'same', base: null });
    expect(again.body.status).toBe('unchanged');
    expect((await fixture.call('GET', `/documents/history${at('handbook/same.md')}`)).body.count).toBe(1);
  });

  it('has a title without control characters', async () => {
    const named = await write({ path: 'handbook/a.md', text: '---\ntitle: "One\\0two\\n"\n---\n', base: null });
    expect(named.body).toMatchObject({ document: { title: 'One two' } });
    const headed = await write({ path: 'handbook/b.md', text: '# One\0two\n', base: null });
    expect(headed.body).toMatchObject({ status: 'added' });
    expect(headed.body.document.title).not.toContain('\0');
  });

  it('cannot be rendered if it is not text', async () => {
    const rendered = await fixture.call('POST', '/documents/render', { path: 'handbook/c.md', text: 'NUL \0\n' });
    expectRefusal('422 not_text', rendered);
  });

  it('is stored unchanged if its bytes are not text, and then returned without text', async () => {
    const base64 = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]).toString('base64');
    await write({ path: 'course/dot.png', base64, base: null });
    expect((await read('course/dot.png')).body).toMatchObject({ text: null, media_type: 'image/png', size: 7 });
    await write({ path: 'course/fake.png', text: '<script>', base: null });
    expect((await read('course/fake.png')).body.media_type).toBe('application/octet-stream');
  });

  it('may have up to 25 MiB', async () => {
    const bytes = Buffer.alloc(25 * 1024 * 1024, 'abcdefghij\n');
    const sent = await write({ path: 'course/large.txt', text: bytes.toString(), base: null });
    expect(sent.body.status).toBe('added');
    const back = await service.app.http.request('http://tessera.test/raw/course/large.txt', {
      headers: { authorization: `Bearer ${fixture.workspace.token}` },
    });
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    const larger = await write({ path: 'course/larger.txt', text: `${bytes}1`, base: null });
    expectRefusal('413 payload_too_large', larger);
  });
});

describe('moving, deleting and restoring', () => {
  it('keep the history, which follows the document', async () => {
    const one = await fixture.put('handbook/a/old.md', '# One');
    await fixture.put('handbook/a/old.md', '# Two');
    const moved = await fixture.call('POST', '/documents/move', {
      from: 'handbook/a/old.md',
      to: 'handbook/b/new.md',
      base: 'any',
    });
    expect(moved.body).toMatchObject({ status: 'moved', document: { path: 'handbook/b/new.md', title: 'Two' } });
    expectRefusal('404 document_not_found', await read('handbook/a/old.md'));
    const { versions } = (await fixture.call('GET', `/documents/history${at('handbook/b/new.md')}`)).body;
    expect(versions.map(({ path, status }: { path: string; status: string }) => [path, status])).toEqual([
      ['handbook/b/new.md', 'moved'],
      ['handbook/a/old.md', 'changed'],
      ['handbook/a/old.md', 'added'],
    ]);
    expect(versions[0].message).toBe('Move a/old.md to b/new.md');
    const restored = await fixture.call('POST', '/documents/restore', {
      path: 'handbook/b/new.md',
      version: versions[2].id,
      base: moved.body.document.blob,
    });
    expect(restored.body).toMatchObject({ status: 'restored', document: { blob: one, title: 'One' } });
    const gone = await fixture.call('DELETE', `/documents/content${at('handbook/b/new.md', { base: one })}`);
    expect(gone.body).toMatchObject({ path: 'handbook/b/new.md', status: 'deleted' });
    expectRefusal('404 document_not_found', await read('handbook/b/new.md'));
    const old = await fixture.call('GET', `/documents/content${at('handbook/b/new.md', { version: versions[1].id })}`);
    expect(old.body).toMatchObject({ text: '# Two', path: 'handbook/a/old.md' });
    const back = { path: 'handbook/b/new.md', version: versions[1].id, base: null };
    expect((await fixture.call('POST', '/documents/restore', back)).body.status).toBe('restored');
    expect((await fixture.call('GET', `/documents/history${at('handbook/b/new.md')}`)).body.count).toBe(6);
  });

  it('are refused if the path is taken or leads through a file', async () => {
    await fixture.put('handbook/c/file.md', 'a');
    await fixture.put('handbook/c/other.md', 'b');
    const move = (to: string) =>
      fixture.call('POST', '/documents/move', { from: 'handbook/c/other.md', to, base: 'any' });
    for (const to of ['handbook/c/file.md', 'handbook/c/file.md/below.md', 'handbook/c']) {
      expectRefusal('409 path_taken', await move(to));
    }
    expectRefusal('400 invalid_path', await move('course/c.md'));
    expectRefusal('409 path_taken', await write({ path: 'handbook/c', text: 'x', base: null }));
  });
});

describe('documents.commit', () => {
  it('makes all of its changes in one version of the repo, or none of them', async () => {
    await fixture.put('course/x/one.md', '1');
    await fixture.put('course/x/two.md', '2');
    const commit = (changes: object[]) =>
      fixture.call('POST', '/documents/commit', { repo: 'course', message: 'Rearrange', changes });
    const refused = await commit([
      { action: 'put', path: 'course/y/new.md', text: 'n', base: null },
      { action: 'delete', path: 'course/x/one.md', base: '0'.repeat(40) },
    ]);
    expectRefusal('409 document_changed', refused);
    expectRefusal('404 document_not_found', await read('course/y/new.md'));
    const done = await commit([
      { action: 'delete', path: 'course/x/one.md', base: 'any' },
      { action: 'move', path: 'course/x/two.md', to: 'course/y/two.md', base: 'any' },
      // The deletions above have emptied the folder, so a file may take its name.
      { action: 'put', path: 'course/x', text: 'a file', base: null },
    ]);
    expect(done.body, JSON.stringify(done.body)).toMatchObject({
      count: 3,
      results: [
        { path: 'course/x/one.md', status: 'deleted', document: null },
        { path: 'course/y/two.md', status: 'moved' },
        { path: 'course/x', status: 'added' },
      ],
    });
    const { versions } = (await fixture.call('GET', `/documents/history${at('course/x')}`)).body;
    expect(versions[0]).toMatchObject({ commit: done.body.commit, message: 'Rearrange' });
    const { events } = (await fixture.call('GET', '/audit?action=documents.committed')).body;
    expect(events[0].detail).toMatchObject({ repo: 'course', commit: done.body.commit, count: 3 });
  });

  it('refuses a repeated path, and paths of other repos', async () => {
    const put = (path: string) => ({ action: 'put', path, text: 'x', base: 'any' });
    for (const paths of [['course/z.md', 'course/z.md'], ['handbook/z.md']]) {
      const body = { repo: 'course', message: 'm', changes: paths.map(put) };
      expectRefusal('400 invalid_path', await fixture.call('POST', '/documents/commit', body));
    }
  });
});

describe('a folder', () => {
  it('may have up to 5,000 entries', async () => {
    await fixture.call('POST', '/repos', { name: 'wide' });
    for (let start = 0; start < 5_000; start += 1_000) {
      const changes = Array.from({ length: 1_000 }, (_, index) => ({
        action: 'put',
        path: `wide/f/${start + index}.md`,
        text: String(start + index),
        base: null,
      }));
      const done = await fixture.call('POST', '/documents/commit', { repo: 'wide', message: 'Fill', changes });
      expect(done.status, JSON.stringify(done.body).slice(0, 300)).toBe(200);
    }
    expectRefusal('413 storage_full', await write({ path: 'wide/f/more.md', text: 'x', base: null }));
    expect((await fixture.call('GET', '/documents?prefix=wide&depth=1')).body).toMatchObject({
      folders: [{ path: 'wide/f', documents: 5_000 }],
      count: 0,
    });
  });
});

describe('document paths', () => {
  it.each([
    'handbook',
    'handbook/',
    'handbook/a//b',
    'handbook/../b',
    'handbook/.git/config',
    'handbook/.GIT',
    'handbook/git~1/x',
    'handbook/.git ',
    'handbook/.g\u200cit/x',
    'handbook/a\\b',
    'handbook/a\u0007',
    'Handbook/a',
    `handbook/${'a'.repeat(256)}`,
    `handbook/${'a/'.repeat(260)}b`,
  ])('refuse %j', async (path) => {
    expectRefusal('400 invalid_path', await write({ path, text: 'x', base: null }));
    expectRefusal('400 invalid_path', await read(path));
  });

  it('are equal in every Unicode form', async () => {
    await write({ path: 'handbook/Cafe\u0301.md', text: 'x', base: null });
    expect((await read('handbook/Caf\u00e9.md')).body.path).toBe('handbook/Caf\u00e9.md');
  });

  it('in a missing repo return `repo_not_found`', async () => {
    expectRefusal('404 repo_not_found', await write({ path: 'nowhere/a.md', text: 'x', base: null }));
    expectRefusal('404 document_not_found', await read('nowhere/a.md'));
  });
});
