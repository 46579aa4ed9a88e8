import { readAccess } from '@tessera/path-access';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { openBrowser, signIn } from '../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../identity/testing/people.js';
import { startSuiteService, type TestService } from '../testing/service.js';
import { at, createDocumentsFixture, type DocumentsFixture } from './testing/documents-fixture.js';

const service: TestService = await startSuiteService();

const paths = ['free', 'pro'].flatMap((repo) => ['README.md', 'deep/a.md', 'd.svg'].map((name) => `${repo}/${name}`));
/** A word that occurs in the body of one document only. */
const bodyOf = (path: string) => `body${Buffer.from(path).toString('hex')}x`;
const contentOf = (path: string) =>
  path.endsWith('.md')
    ? `---\ntitle: Title of ${path}\ndescription: About ${path}\n---\n\nIt says ${bodyOf(path)}.\n\n[a](/d/pro/deep/a.md)\n`
    : `<svg xmlns="http://www.w3.org/2000/svg"><desc>${bodyOf(path)}</desc></svg>`;

const patterns = fc.uniqueArray(
  fc.constantFrom(
    'free/**',
    'pro/**',
    'pro/*.md',
    'free/deep/**',
    '*/deep/*',
    'pro/deep/a.md',
    'free/README.md',
    '{free,pro}/d.svg',
  ),
  { minLength: 1, maxLength: 2 },
);
const scene = fc.record({
  groups: fc.array(patterns, { minLength: 3, maxLength: 3 }),
  isPublic: fc.constantFrom(true, true, false),
  showLocked: fc.constantFrom(true, true, false),
  forSale: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
});

/** A request and its response. */
interface ReceivedAnswer {
  readonly asked: string;
  readonly status: number;
  readonly told: string;
}

type Ask = (method: string, path: string, body?: unknown, accept?: string) => Promise<ReceivedAnswer>;

function askWith(headers: Record<string, string>): Ask {
  return async (method, path, body, accept = 'text/html') => {
    const answer = await service.app.http.request(new URL(path, service.services.baseUrl).href, {
      method,
      headers: { accept, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const told = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
    return { asked: `${accept} ${method} ${path}`, status: answer.status, told };
  };
}

/** The responses of an assistant's tools about the same documents. */
async function tools(ask: Ask): Promise<ReceivedAnswer[]> {
  const answers: ReceivedAnswer[] = [];
  const call = async (name: string, args: object) =>
    ask(
      'POST',
      '/mcp/http',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      relayTypes,
    );
  for (const path of paths) {
    const word = bodyOf(path);
    answers.push(await call('search', { query: word }), await call('search_documents', { query: word }));
    answers.push(await call('fetch', { id: path }), await call('read_document', { path }));
  }
  return answers;
}

const relayTypes = 'application/json, text/event-stream';

/** Reads the documents in every possible way. `pages` and `files` are the URL prefixes of the caller's site. */
async function everything(ask: Ask, { pages, files }: { readonly pages: string; readonly files: string }) {
  const answers: ReceivedAnswer[] = [
    await ask('GET', `${pages}llms.txt`, undefined, '*/*'),
    await ask('GET', `${pages}sitemap.xml`),
  ];
  for (const path of ['', 'free/', 'pro/', 'pro/deep/', ...paths]) {
    for (const accept of ['text/html', 'text/markdown']) {
      answers.push(await ask('GET', `${pages}${path}`, undefined, accept));
    }
  }
  for (const path of paths) {
    answers.push(await ask('GET', `${pages}${path}.md`));
    answers.push(await ask('GET', `${pages}${path}?versions`));
    answers.push(await ask('GET', `${files}${path}`));
    answers.push(await ask('GET', `/documents/content${at(path)}`, undefined, 'application/json'));
    answers.push(await ask('GET', `/documents/rendered${at(path)}`, undefined, 'application/json'));
    answers.push(await ask('GET', `/documents/history${at(path)}`, undefined, 'application/json'));
  }
  answers.push(await ask('GET', '/documents?locked=true', undefined, 'application/json'));
  return answers;
}

/** Searches for all words at once. Removes the query from the responses, which repeat it. */
async function searches(ask: Ask, pages: string): Promise<ReceivedAnswer[]> {
  const answers: ReceivedAnswer[] = [];
  for (const path of paths) {
    const word = bodyOf(path);
    const page = await ask('GET', `${pages}?q=${word}&list=`);
    const call = await ask('POST', '/documents/search', { query: word }, 'application/json');
    answers.push(...[page, call].map((answer) => ({ ...answer, told: answer.told.replaceAll(`q=${word}`, '') })));
  }
  return answers;
}

async function fill(fixture: DocumentsFixture): Promise<void> {
  for (const path of paths) {
    await fixture.put(path, contentOf(path));
  }
}

interface Scene {
  readonly groups: string[][];
  readonly isPublic: boolean;
  readonly showLocked: boolean;
  readonly forSale: boolean[];
}

it('locked documents > give no byte of their body, and paths outside of all groups on sale look like missing ones', async () => {
  const fixture = await createDocumentsFixture(service, 'free', 'pro');
  const { workspace } = fixture;
  await fill(fixture);
  const key = await fixture.createKey();
  const admin = anAddress();
  await invite(service, workspace, admin, { role: 'admin' });
  const adminToken = await personalToken(service, admin);
  const asKey = (method: string, path: string, body: object) => service.call(method, path, { token: key, body });
  const ids: string[] = [];
  for (const name of ['Public', 'Held', 'Other']) {
    ids.push((await asKey('POST', '/v1/groups', { name, paths: ['free/never.md'] })).body.id);
  }
  const email = anAddress();
  await asKey('POST', '/v1/members', { email, groups: [ids[1]] });
  const link = await asKey('POST', '/v1/readers', { email: anAddress(), groups: [ids[1]] });
  const guest = openBrowser(service);
  await guest.open(link.body.magic_link);
  const member = await signIn(service, email);
  const site = { pages: `/d/@${workspace.slug}/`, files: `/raw/@${workspace.slug}/` };
  const own = { pages: '/d/', files: '/raw/' };

  const check = async ({ groups, isPublic, showLocked, forSale }: Scene) => {
    for (const [index, id] of ids.entries()) {
      const isOpen = index === 0 && isPublic;
      const change = { paths: groups[index], public: isOpen, for_sale: forSale[index] };
      expect((await asKey('PUT', `/v1/groups/${id}`, change)).status).toBe(200);
    }
    const body = { offer: { show_locked: showLocked } };
    await service.call('PATCH', '/settings/workspace', { token: adminToken, workspace: workspace.id, body });
    const open = isPublic ? (groups[0] ?? []) : [];
    const readable = [...open, ...(groups[1] ?? [])];
    const token = await fixture.confined([ids[1] ?? '', 'read_only']);
    const callers = [
      { who: 'a visitor', ask: askWith({}), where: site, reads: open },
      { who: 'a member', ask: askWith(member.headers()), where: own, reads: readable },
      { who: 'a member on the public site', ask: askWith(member.headers()), where: site, reads: readable },
      { who: 'a magic link', ask: askWith(guest.headers()), where: own, reads: readable },
      { who: 'an agent', ask: askWith({ authorization: `Bearer ${token}` }), where: own, reads: readable },
    ];
    const onSale = groups.filter((_, index) => forSale[index]);
    const shown = readAccess(onSale.map((list, index) => ({ id: String(index), name: '', paths: list })));
    for (const { who, ask, where, reads } of callers) {
      const read = readAccess([{ id: '', name: '', paths: reads }]);
      const asked = [...(await everything(ask, where)), ...(await searches(ask, where.pages))];
      // The relay accepts no cookies, so only the agent can call tools.
      const answers = [...asked, ...(who === 'an agent' ? await tools(ask) : [])];
      for (const path of paths.filter((each) => !read.canRead(each))) {
        const leaks = answers.filter(({ told }) => told.includes(bodyOf(path))).map(({ asked }) => asked);
        expect([who, path, leaks]).toEqual([who, path, []]);
        const isShown = showLocked && shown.canRead(path);
        const page = await ask('GET', `${where.pages}${path}`);
        if (who !== 'a member on the public site') {
          expect([who, path, page.status]).toEqual([who, path, isShown ? 402 : 404]);
        }
        if (!isShown) {
          const titles = answers.filter(({ told }) => told.includes(`Title of ${path}`)).map(({ asked }) => asked);
          expect([who, path, titles]).toEqual([who, path, []]);
          const absent = await ask('GET', `${where.pages}${path.replace('/', '/no-')}`);
          expect(withoutId(page.told)).toBe(withoutId(absent.told).replaceAll('/no-', '/'));
        }
      }
      for (const path of paths.filter((each) => read.canRead(each) && each.endsWith('a.md'))) {
        const isRead = answers.some(({ told }) => told.includes(bodyOf(path)));
        expect([who, path, isRead || who === 'a member on the public site']).toEqual([who, path, true]);
      }
    }
  };
  await fc.assert(fc.asyncProperty(scene, check), { numRuns: propertyRuns(4) });
});

/** Removes the request id, which differs in every response. */
function withoutId(told: string): string {
  return told.replace(/"x-request-id","[^"]*"/, '');
}
