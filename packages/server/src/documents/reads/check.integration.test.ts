import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startSuiteService();

/** Creates two repos that link to each other, and a caller who can read one of them. */
async function createLinked() {
  const fixture = await createDocumentsFixture(service, 'basic', 'pro');
  await fixture.put('basic/a.md', '# A\n\n[pro](../pro/b.md) and [[B page]]\n\n[gone](gone.md)\n');
  await fixture.put('pro/b.md', '---\ntitle: B page\n---\n[a](/d/basic/A.md)\n');
  return { ...fixture, confined: fixture.as(await fixture.tokenFor(['basic/**'])) };
}

const toGone = { line: 5, target: 'basic/gone.md' };
const toPro = [
  { line: 3, target: 'pro/b.md' },
  { line: 3, target: 'B page' },
];

describe('documents.rendered', () => {
  it('resolves links to readable documents, and marks missing and unreadable targets alike', async () => {
    const { call, confined } = await createLinked();
    const whole = (await call('GET', `/documents/rendered${at('basic/a.md')}`)).body;
    expect(whole.dead_links).toEqual([toGone]);
    expect(whole.html).toContain('<a href="/d/pro/b.md">B page</a>');
    const part = (await confined('GET', `/documents/rendered${at('basic/a.md')}`)).body;
    expect(part.dead_links).toEqual([...toPro, toGone]);
    const other = (await call('GET', `/documents/rendered${at('pro/b.md')}`)).body;
    expect(other.html).toContain('href="/d/basic/a.md"');
  });
});

describe('documents.render', () => {
  it('lists broken links and invalid front matter', async () => {
    const { confined } = await createLinked();
    const text = "---\ntitle: 'It's here'\n---\n[pro](../pro/b.md)\n";
    const { body } = await confined('POST', '/documents/render', { path: 'basic/new.md', text });
    expect(body).toMatchObject({
      title: 'new.md',
      warnings: [{ line: 2, column: 12, message: expect.any(String) }],
      dead_links: [{ line: 4, target: 'pro/b.md' }],
    });
  });
});

describe('documents.write', () => {
  it('warns about invalid front matter, even in a commit', async () => {
    const { call } = await createDocumentsFixture(service, 'docs');
    const text = "---\ntitle: 'It's here'\n---\n# Heading\n";
    const warnings = [{ line: 2, column: 12, message: expect.stringContaining('Quote a value') }];
    const put = { path: 'docs/a.md', text, base: null };
    const written = await call('PUT', '/documents/content', put);
    expect(written.body).toMatchObject({ document: { title: 'Heading' }, warnings });
    const changes = [
      { action: 'put', ...put, path: 'docs/b.md' },
      { action: 'put', ...put, path: 'docs/c.md', text: '---\ntitle: 2024\n---\n' },
    ];
    const { body } = await call('POST', '/documents/commit', { repo: 'docs', message: 'Add', changes });
    expect(body.results).toMatchObject([{ warnings }, { document: { title: '2024' }, warnings: [] }]);
    const read = await call('GET', `/documents/content${at('docs/a.md')}`);
    expect(read.body).toMatchObject({ front_matter: null, text, warnings });
  });
});

describe('a name that Windows cannot store', () => {
  it.each(['CON.md', 'aux.tar/a.md', 'com1.md', 'a:b.md', 'end./a.md', 'end ', 'what?.md'])(
    'is stored and readable with portable_names off, with a warning: %s',
    async (name) => {
      const { call } = await createDocumentsFixture(service, 'docs');
      await call('PATCH', '/repos/docs', { portable_names: false });
      const warnings = [{ line: 1, column: 1, message: expect.stringContaining('rename it') }];
      const written = await call('PUT', '/documents/content', { path: `docs/${name}`, text: '# A\n', base: null });
      expect(written.body).toMatchObject({ status: 'added', warnings });
      expect((await call('GET', `/documents/content${at(`docs/${name}`)}`)).status).toBe(200);
      const { body } = await call('GET', '/documents/check');
      expect(body.warnings).toHaveLength(name.endsWith('.md') ? 1 : 0);
      const moved = { from: `docs/${name}`, to: 'docs/console.md', base: 'any' };
      expect((await call('POST', '/documents/move', moved)).body.warnings).toEqual([]);
    },
  );
});

describe('a link to a heading of another page', () => {
  it('is broken if the newest rendered version of that page lacks it', async () => {
    const { call, put } = await createDocumentsFixture(service, 'docs');
    const anchors = '# Two words\n\n<a name="Old"></a>\n\n## Prices {#own}\n';
    await put('docs/b.md', anchors);
    const good = ['b.md#two-words', 'b.md#Two-Words', 'b.md#Old', 'b.md#own', 'b.md', 'b.md#^block'];
    const links = [...good, 'b.md#nowhere', 'B#Gone'].map((to) => (to.startsWith('B') ? `[[${to}]]` : `[x](${to})`));
    await put('docs/a.md', links.join('\n\n'));
    const dead = [
      { path: 'docs/a.md', line: 13, target: 'docs/b.md#nowhere' },
      { path: 'docs/a.md', line: 15, target: 'B#gone' },
    ];
    const check = async () => (await call('GET', '/documents/check')).body;
    await expect.poll(async () => (await check()).dead_links, { timeout: 20_000 }).toEqual(dead);
    const { body } = await call('POST', '/documents/render', { path: 'docs/a.md', text: '[[b#Gone]]' });
    expect(body.dead_links).toEqual([{ line: 1, target: 'b#gone' }]);
    await put('docs/b.md', `${anchors}\n# Gone\n\n# Nowhere\n`);
    await expect.poll(async () => (await check()).pending).toEqual([]);
    expect((await check()).dead_links).toEqual([]);
  });
});

describe('documents.check', () => {
  it('lists problems in pages, as the caller sees them', async () => {
    const { call, confined, put } = await createLinked();
    await put('basic/z.md', '---\ntitle: [no\n---\n');
    const first = (await call('GET', '/documents/check?limit=1')).body;
    expect(first).toMatchObject({ checked: 1, dead_links: [{ path: 'basic/a.md', ...toGone }], warnings: [] });
    const rest = (await call('GET', `/documents/check?cursor=${encodeURIComponent(first.next_cursor)}`)).body;
    expect(rest).toMatchObject({ checked: 2, dead_links: [], warnings: [{ path: 'basic/z.md', line: 2 }] });
    expect(rest.next_cursor).toBeNull();
    const part = (await confined('GET', '/documents/check')).body;
    expect(part.dead_links).toEqual([...toPro, toGone].map((link) => ({ path: 'basic/a.md', ...link })));
    expect((await confined('GET', '/documents/check?prefix=pro')).body).toMatchObject({ checked: 0, dead_links: [] });
  });
});

describe('documents.read > a file whose type is not text', () => {
  it.each(['a.pdf', 'a.mp4', 'a.png'])('is not returned as text even if its bytes are text (%s)', async (name) => {
    const { call, put } = await createDocumentsFixture(service, 'docs');
    await put(`docs/${name}`, name === 'a.pdf' ? '%PDF-1.4\nplain words\n' : 'plain words');
    expect((await call('GET', `/documents/content${at(`docs/${name}`)}`)).body.text).toBeNull();
    expect((await call('GET', `/documents/rendered${at(`docs/${name}`)}`)).body.reason).toBe('not_text');
    const render = await call('POST', '/documents/render', { path: `docs/${name}`, text: '%PDF-1.4 plain' });
    expect(render.body.error.code).toBe('not_text');
  });
});
