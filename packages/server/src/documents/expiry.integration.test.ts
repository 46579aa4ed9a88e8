import { afterEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../identity/testing/browser.js';
import { startSuiteService } from '../testing/service.js';
import { createCourseFixture } from './pages/testing/course-fixture.js';
import { at } from './testing/documents-fixture.js';

const path = 'course/flour.md';
const expiresAt = new Date(Date.now() + 3_600_000);

const service = await startSuiteService();
const course = await createCourseFixture(service);
afterEach(() => service.setTime(undefined));

type Headers = Readonly<Record<string, string>>;

const reads = [
  ['GET', '/repos'],
  ['GET', '/documents'],
  ...['content', 'rendered', 'history', 'diff', 'blame'].map((route) => ['GET', `/documents/${route}${at(path)}`]),
  ['GET', `/raw/${path}`],
] as const;

/**
 * Reads the document in every way that HTTP offers. Returns each status and whether the response contains the
 * document's words.
 */
async function readAll(headers: Headers): Promise<string[]> {
  const answers: string[] = [];
  for (const [method = '', address = ''] of reads) {
    const { status } = await service.call(method, address, { headers });
    answers.push(`${status} ${address}`);
  }
  const search = { headers, body: { query: 'tired starter' } };
  answers.push(`${(await service.call('POST', '/documents/search', search)).status} search`);
  return answers;
}

const all = (status: number): string[] => [...reads.map(([, address]) => `${status} ${address}`), `${status} search`];

/** Whether a tool shows the document. */
async function readByTool(token: string): Promise<boolean> {
  const params = { name: 'read_document', arguments: { path } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const headers = { accept: 'application/json, text/event-stream' };
  return JSON.stringify((await service.call('POST', '/mcp/http/', { token, body, headers })).body).includes(
    'Rye wakes',
  );
}

/** The status of git's request for the refs of the repo. */
async function statusForGit(token: string): Promise<number> {
  const address = `/git/${course.workspace.slug}/course.git/info/refs?service=git-upload-pack`;
  const headers = { authorization: `Basic ${Buffer.from(`git:${token}`).toString('base64')}` };
  return (await service.call('GET', address, { headers })).status;
}

describe('documents at the first request after an expiry', () => {
  it('cannot be read with a pinned token: by route, file, search, tool or git', async () => {
    const group = await course.group('course/**');
    const made = await service.call('POST', `/operator/workspaces/${course.workspace.id}/tokens`, {
      token: service.operatorToken,
      body: {
        name: 'short',
        role: 'member',
        access: 'read_only',
        groups: [group],
        expires_at: expiresAt.toISOString(),
      },
    });
    const { secret } = made.body;
    const headers = { authorization: `Bearer ${secret}` };
    expect(await readAll(headers)).toEqual(all(200));
    expect([await readByTool(secret), await statusForGit(secret)]).toEqual([true, 200]);
    service.setTime(new Date(expiresAt.getTime() + 1));
    expect(await readAll(headers)).toEqual(all(401));
    expect([await readByTool(secret), await statusForGit(secret)]).toEqual([false, 401]);
  });

  it('cannot be read with a magic link: by page, route, file or search', async () => {
    const { address } = await course.link(['course/**'], expiresAt);
    const browser = openBrowser(service);
    await browser.open(address);
    const pages = ['/d/', '/d/course/', `/d/${path}`, `/d/${path}?versions`, '/d/?q=starter'];
    const statuses = () => Promise.all(pages.map(async (page) => (await browser.open(page)).status));
    expect(await readAll(browser.headers())).toEqual(all(200));
    expect(await statuses()).toEqual([303, 200, 200, 200, 200]);
    service.setTime(new Date(expiresAt.getTime() + 1));
    expect(await readAll(browser.headers())).toEqual(all(401));
    expect(await statuses()).toEqual([401, 401, 401, 401, 401]);
  });
});
