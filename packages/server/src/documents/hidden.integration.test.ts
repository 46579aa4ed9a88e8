import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, signIn } from '../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../identity/testing/people.js';
import { openTestDatabase } from '../testing/database.js';
import { observedDatabase } from '../testing/observed-database.js';
import { startSuiteService, type TestService } from '../testing/service.js';
import { createDocumentsFixture, type DocumentsFixture } from './testing/documents-fixture.js';

/** The statements about repos and documents of one request, each with the number of its rows and their bytes. */
const statements = new AsyncLocalStorage<string[]>();

const testDatabase = await openTestDatabase();
const database = observedDatabase(testDatabase.database, (text, rows) => {
  if (/\b(?:from|join|into|update) (?:repos|repo_\w+|documents|document_\w+)\b/.test(text)) {
    statements.getStore()?.push(`${text} -> ${rows.length} rows, ${bytesOf(rows)} bytes`);
  }
});
const service: TestService = await startSuiteService({}, { testDatabase: { ...testDatabase, database } });

function bytesOf(rows: readonly unknown[]): number {
  const values = rows.flatMap((row) => Object.values(row as object));
  return (
    values.reduce<number>((sum, value) => sum + (typeof value === 'object' ? 0 : String(value).length), 0) +
    values.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0)
  );
}

/** Words in the bodies of documents that no caller in these tests may read. */
const words = ['lockedbody', 'olderbody', 'lockedclip', 'hiddenbody', 'gonebody', 'vaultbody'];

/**
 * Matches everything about a locked document that a response must not contain, which is all but title, description and
 * offer.
 */
const bodyOf = new RegExp(`"(?:etag|content-range|accept-ranges)"|Part of body|New text|${words.join('|')}`, 'i');

let fixture: DocumentsFixture;
let hiddenBlob: string;
let lockedBlob: string;
const callers: { who: string; headers: Record<string, string>; pages: string; files: string }[] = [];

async function fill(): Promise<void> {
  const { put } = fixture;
  await put('open/a.md', '# First\n');
  await put(
    'open/b.md',
    '---\ntitle: Open\n---\n\n[[Hidden title]] [[Vault title]] [[Nowhere]] [h](hidden.md) [v](/d/vault/plan.md) [g](gone.md) [s](/d/sold/lesson.md#part-of-body)\n\n![c](/raw/sold/clip.webm)\n',
  );
  await put('open/c.md', '# Last\n');
  hiddenBlob = await put('open/hidden.md', '---\ntitle: Hidden title\n---\n\nA hiddenbody.\n');
  await put('open/gone.md', 'A gonebody.\n');
  await fixture.call('DELETE', '/documents/content', { path: 'open/gone.md', base: 'any' });
  await put('vault/plan.md', '---\ntitle: Vault title\n---\n\nA vaultbody.\n');
  lockedBlob = await put(
    'sold/lesson.md',
    '---\ntitle: Sold title\ndescription: Sold description\n---\n\n## Part of body\n\nA lockedbody.\n',
  );
  await put('sold/older.md', 'An olderbody.\n');
  await put('sold/older.md', '# Older\n\nNew text.\n');
  await put('sold/clip.webm', '\x1a\x45 lockedclip');
}

beforeAll(async () => {
  fixture = await createDocumentsFixture(service, 'open', 'sold', 'vault');
  await fill();
  const { workspace } = fixture;
  const key = await fixture.createKey();
  const asKey = async (path: string, body: object) =>
    (await service.call('POST', `/v1${path}`, { token: key, body })).body;
  const shown = ['open/a.md', 'open/b.md', 'open/c.md'];
  await asKey('/groups', { name: 'Free', paths: shown, public: true });
  await asKey('/groups', { name: 'Sold', paths: ['sold/**'], offer: { text: 'Buy', url: 'https://pay.example/' } });
  const group = (await asKey('/groups', { name: 'Held', paths: shown })).id;
  const [admin, editor, email] = [anAddress(), anAddress(), anAddress()];
  await invite(service, workspace, admin, { role: 'admin' });
  const adminToken = await personalToken(service, admin);
  const body = { offer: { show_locked: true } };
  await service.call('PATCH', '/settings/workspace', { token: adminToken, workspace: workspace.id, body });
  await invite(service, workspace, editor, { role: 'member', groups: [group] });
  const editorToken = await personalToken(service, editor);
  await asKey('/members', { email, groups: [group] });
  const link = openBrowser(service);
  await link.open((await asKey('/readers', { email: anAddress(), groups: [group] })).magic_link);
  const limited = openBrowser(service);
  const { url } = await asKey(`/members/${email}/sign-in-link`, {});
  await limited.submit('/sign-in/member', { token: new URL(url).searchParams.get('token') ?? '' });
  const own = { pages: '/d/', files: '/raw/' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  callers.push(
    { who: 'a visitor', headers: {}, pages: `/d/@${workspace.slug}/`, files: `/raw/@${workspace.slug}/` },
    { who: 'a member', headers: (await signIn(service, email)).headers(), ...own },
    { who: 'a member by a sign-in link', headers: limited.headers(), ...own },
    { who: 'a magic link', headers: link.headers(), ...own },
    { who: 'an editor', headers: (await signIn(service, editor)).headers(), ...own },
    { who: "an editor's token", headers: { ...bearer(editorToken), 'x-svc-workspace': workspace.id }, ...own },
    { who: 'an agent', headers: bearer(await fixture.confined([group, 'read_write'])), ...own },
    { who: 'an API key', headers: bearer(key), ...own },
    { who: 'the operator', headers: { ...bearer(service.operatorToken), 'x-svc-workspace': workspace.id }, ...own },
    { who: 'nobody', headers: {}, ...own },
  );
});

interface ReceivedAnswer {
  readonly asked: string;
  readonly status: number;
  readonly told: string;
  /** The statements that it took. */
  readonly work: readonly string[];
}

async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<ReceivedAnswer> {
  const work: string[] = [];
  const isText = typeof body === 'string';
  const answer = await statements.run(work, async () =>
    service.app.http.request(new URL(path, service.services.baseUrl).href, {
      method,
      headers: { ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    }),
  );
  expect(answer.status, path).not.toBe(429);
  const shown = [...answer.headers].filter(([name]) => !/^(x-request-id|ratelimit.*|date)$/.test(name));
  const told = `${answer.status} ${JSON.stringify(shown)}\n${await answer.text()}`;
  const asked = `${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(body)}`;
  return { asked, status: answer.status, told, work };
}

/** The responses to all requests about one path. */
async function about(
  path: string,
  { headers, pages, files }: (typeof callers)[number],
  blob: string,
): Promise<ReceivedAnswer[]> {
  const query = `?${new URLSearchParams({ path })}`;
  const variants: Record<string, string>[] = [
    { accept: 'text/html' },
    { accept: 'text/markdown' },
    { accept: 'application/json', range: 'bytes=999999-' },
    { accept: '*/*', 'if-none-match': `"${blob}", *` },
    { accept: '*/*', range: 'bytes=0-3', 'if-range': `"${blob}"` },
  ];
  const answers: ReceivedAnswer[] = [];
  for (const variant of variants) {
    for (const address of [`${pages}${path}`, `${files}${path}`]) {
      answers.push(await ask('GET', address, { ...headers, ...variant }));
    }
    answers.push(await ask('HEAD', `${files}${path}`, { ...headers, ...variant }));
  }
  for (const address of [`${pages}${path}.md`, `${pages}${path}?versions`, `${pages}${path}?changes=1`]) {
    answers.push(await ask('GET', address, { ...headers, accept: 'text/html' }));
  }
  const json = { ...headers, accept: 'application/json' };
  for (const operation of ['content', 'rendered', 'history', 'diff', 'blame', 'deleted', 'check']) {
    answers.push(await ask('GET', `/documents/${operation}${query}&prefix=${path}&from=1&to=2`, json));
  }
  answers.push(await ask('GET', `/fetch?id=${path}`, json));
  answers.push(await ask('GET', `/documents?prefix=${path}&locked=true`, json));
  const writes: [string, string, object][] = [
    ['PUT', '/documents/content', { path, text: 'x', base: null }],
    ['PUT', '/documents/content', { path, text: 'x', base: blob }],
    ['DELETE', '/documents/content', { path, base: blob }],
    ['POST', '/documents/move', { from: path, to: path.replace(/\.md$/, '-2.md') }],
    ['POST', '/documents/restore', { path, version: 1, base: 'any' }],
  ];
  for (const [method, address, body] of writes) answers.push(await ask(method, address, json, body));
  return answers;
}

describe.each([
  ['a document in no group', 'open/hidden.md', 'open/absent.md'],
  ['a deleted document', 'open/gone.md', 'open/none.md'],
  ['a repo in no group', 'vault/plan.md', 'vacuu/plan.md'],
  ['a folder in no group', 'vault/', 'vacuu/'],
])('%s', (_what, path, absent) => {
  it('is as absent as what does not exist, for every caller and route, by the response and by what is read for it', async () => {
    // All callers are tried with one path only, and one caller of each kind with the others.
    const asking = path === 'open/hidden.md' ? callers : callers.filter(({ who }) => /visitor|agent/.test(who));
    for (const caller of asking) {
      // Fill the caches of this caller's listings.
      await ask('GET', `${caller.pages}open/`, { ...caller.headers, accept: 'text/html' });
      const [there, nowhere] = [await about(path, caller, hiddenBlob), await about(absent, caller, hiddenBlob)];
      const names = (text: string) =>
        text
          .replaceAll(encodeURIComponent(absent), encodeURIComponent(path))
          .replaceAll(absent, path)
          .replaceAll(absent.replace(/\.md\/?$/, ''), path.replace(/\.md\/?$/, ''));
      for (const [index, answer] of there.entries()) {
        expect([caller.who, answer.asked, answer.told]).toEqual([
          caller.who,
          answer.asked,
          names(nowhere[index]?.told ?? ''),
        ]);
        expect([caller.who, answer.asked, answer.work]).toEqual([caller.who, answer.asked, nowhere[index]?.work]);
      }
    }
  });
});

it('locked documents > show title, description and offer, and nothing of their body on any route', async () => {
  for (const caller of callers) {
    const isReader = !['an API key', 'the operator', 'nobody'].includes(caller.who);
    for (const path of isReader ? ['sold/lesson.md', 'sold/clip.webm', 'sold/older.md'] : ['sold/lesson.md']) {
      const answers = await about(path, caller, lockedBlob);
      const leaks = answers.filter(({ status, told }) => [206, 304, 416].includes(status) || bodyOf.test(told));
      expect([caller.who, leaks.map(({ asked }) => asked)]).toEqual([caller.who, []]);
      const page = answers.filter(({ asked }) => asked.includes('"text/html"'))[0];
      const expected = isReader ? 402 : 303;
      expect([caller.who, path, page?.status]).toEqual([caller.who, path, expected]);
    }
  }
});

it('pages and lists > contain no hidden document', async () => {
  for (const { who, headers, pages } of callers) {
    const [html, json] = [
      { ...headers, accept: 'text/html' },
      { ...headers, accept: 'application/json' },
    ];
    const shown = ['', 'sitemap.xml', 'open/', 'sold/', 'open/a.md', 'open/c.md'].map((path) => `${pages}${path}`);
    const lists = ['/repos', '/documents', '/documents/deleted?prefix=open/'];
    const answers = [
      await ask('GET', `${pages}llms.txt`, { ...headers, accept: '*/*' }),
      ...(await Promise.all(shown.map((path) => ask('GET', path, html)))),
      ...(await Promise.all(lists.map((path) => ask('GET', path, json)))),
    ];
    const leaks = answers.filter(
      ({ told }) => /Hidden title|hidden\.md|vault|gone\.md/i.test(told) || bodyOf.test(told),
    );
    expect([who, leaks]).toEqual([who, []]);
  }
});

it('searches > find nothing that the caller may not read', async () => {
  for (const { who, headers, pages } of callers) {
    const found = async (word: string) => {
      const json = { ...headers, accept: 'application/json' };
      const answers = [
        await ask('GET', `${pages}?q=${word}`, { ...headers, accept: 'text/html' }),
        await ask('POST', '/documents/search', json, { query: word }),
        await ask('GET', `/search?query=${word}`, json),
      ];
      return answers.map(({ told, work }) => [told.replaceAll(word, '').replaceAll(/"tookMs":\d+/g, ''), work]);
    };
    // The first search builds the index.
    await found('first');
    const nothing = await found('nothingbody');
    for (const word of words) {
      expect([who, word, await found(word)]).toEqual([who, word, nothing]);
    }
  }
});

it('links > to a hidden document look like links to a missing one', async () => {
  for (const { who, headers, pages } of callers) {
    const page = await ask('GET', `${pages}open/b.md`, { ...headers, accept: 'text/html' });
    const tags = [...page.told.matchAll(/<(\w+)[^>]*>(?:Hidden title|Vault title|Nowhere)<\/\1>/g)].map(([tag]) =>
      tag.replaceAll(/(?:Hidden|Vault)[ +]title/g, 'Nowhere'),
    );
    const [first] = tags;
    const named = await ask('GET', `${pages}?name=Vault+title`, { ...headers, accept: 'text/html' });
    expect([who, /vault\//.test(named.told)]).toEqual([who, false]);
    expect([who, tags]).toEqual([who, page.status === 200 ? [first, first, first] : []]);
  }
});

// Last, because its groups show more of the workspace by title.
it('git reads as much for a hidden repo or object as for one that does not exist', async () => {
  const { slug } = fixture.workspace;
  const service = 'git-upload-pack';
  const asked = async (token: string, repo: string, want: string): Promise<ReceivedAnswer[]> => {
    const authorization = `Basic ${Buffer.from(`git:${token}`).toString('base64')}`;
    const address = `/git/${slug}/${repo}.git`;
    const line = `want ${want} no-progress\n`;
    const wants = `${(line.length + 4).toString(16).padStart(4, '0')}${line}00000009done\n`;
    return [
      await ask('GET', `${address}/info/refs?service=${service}`, { authorization }),
      await ask('GET', `${address}/info/refs?service=git-receive-pack`, { authorization }),
      await ask(
        'POST',
        `${address}/${service}`,
        { authorization, 'content-type': `application/x-${service}-request` },
        wants,
      ),
    ];
  };
  const none = hiddenBlob.replace(/./g, '1');
  for (const patterns of [['open/a.md'], ['*/only.md', 'open/b.md'], ['open/**'], ['sold/**']]) {
    const token = await fixture.tokenFor(patterns);
    await asked(token, 'nothing', none);
    for (const [there, absent] of [
      [await asked(token, 'vault', hiddenBlob), await asked(token, 'vacuu', hiddenBlob)],
      [await asked(token, 'open', lockedBlob), await asked(token, 'open', none)],
      [await asked(token, 'sold', hiddenBlob), await asked(token, 'sold', none)],
    ] as const) {
      const facts = (answers: ReceivedAnswer[]) =>
        answers.map(({ told, work }) => [told.replaceAll(/vacuu|vault/g, '').replaceAll(/[0-9a-f]{40}/g, ''), work]);
      expect([patterns, facts(there)]).toEqual([patterns, facts(absent)]);
    }
  }
});
