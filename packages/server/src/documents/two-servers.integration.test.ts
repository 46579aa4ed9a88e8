import { afterAll, describe, expect, it } from 'vitest';
import { startTwoServers } from '../access/testing/two-servers.js';
import { startSuiteService } from '../testing/service.js';
import { at, createDocumentsFixture } from './testing/documents-fixture.js';

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'notes');
const servers = await startTwoServers(service);

describe('two servers on one database', () => {
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const ask = async (index: 0 | 1, token: string, path: string, body?: unknown) => {
    const answer = await servers[index].send(path, {
      method: body === undefined ? 'GET' : path === '/documents/content' ? 'PUT' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };

  it('lose no commit: all of them are in the history, each on top of the previous one', async () => {
    const { token } = fixture.workspace;
    const write = (n: number) =>
      ask((n % 2) as 0 | 1, token, '/documents/content', {
        path: 'notes/shared.md',
        text: `version ${n}`,
        base: 'any',
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => write(n)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await ask(0, token, `/documents/history${at('notes/shared.md')}`);
    expect(body.count).toBe(40);
    expect(new Set(body.versions.map(({ commit }: { commit: string }) => commit)).size).toBe(40);
  });

  it("return a repo's new description and name at the next request, even in the response of the change", async () => {
    const { token } = fixture.workspace;
    await fixture.call('POST', '/repos', { name: 'drafts', description: 'before' });
    const shown = async (index: 0 | 1, name: string) => {
      const { body } = await ask(index, token, '/repos');
      return body.repos.find((repo: { readonly name: string }) => repo.name === name)?.description;
    };
    expect([await shown(0, 'drafts'), await shown(1, 'drafts')]).toEqual(['before', 'before']);
    const { body: changed } = await fixture.call('PATCH', '/repos/drafts', { description: 'after' });
    expect(changed).toMatchObject({ name: 'drafts', description: 'after' });
    expect([await shown(0, 'drafts'), await shown(1, 'drafts')]).toEqual(['after', 'after']);
    await fixture.call('PATCH', '/repos/drafts', { name: 'plans' });
    expect([await shown(0, 'plans'), await shown(1, 'plans')]).toEqual(['after', 'after']);
    expect([await shown(0, 'drafts'), await shown(1, 'drafts')]).toEqual([undefined, undefined]);
  });

  it('let one of two writers with the same base succeed', async () => {
    const blob = await fixture.put('notes/race.md', 'before');
    const write = (index: 0 | 1) =>
      ask(index, fixture.workspace.token, '/documents/content', {
        path: 'notes/race.md',
        text: `by ${index}`,
        base: blob,
      });
    const statuses = (await Promise.all([write(0), write(1)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it("list, read and find each other's writes at the next request, and nothing after access is removed", async () => {
    await fixture.put('notes/paid/a.md', '# Quince\n\nQuince wants patience.\n');
    const group = await fixture.group('notes/paid/**');
    const token = await fixture.confined([group, 'read_only']);
    const { body: grown } = await fixture.call('GET', '/documents?prefix=notes/paid');
    expect(grown.count).toBe(1);
    const looks = [
      '/documents?prefix=notes/paid',
      `/documents/content${at('notes/paid/a.md')}`,
      `/documents/history${at('notes/paid/a.md')}`,
      `/documents/rendered${at('notes/paid/a.md')}`,
      '/raw/notes/paid/a.md',
    ];
    const found = async (index: 0 | 1) => {
      const answers = await Promise.all(looks.map((path) => ask(index, token, path)));
      const search = await ask(index, token, '/documents/search', { query: 'quince' });
      return [...answers, search].filter(({ text }) => text.includes('a.md') || text.includes('Quince')).length;
    };
    expect([await found(0), await found(1)]).toEqual([6, 6]);
    const key = await fixture.createKey();
    const rescope = (paths: string[]) => service.call('PUT', `/v1/groups/${group}`, { token: key, body: { paths } });
    expect((await rescope(['notes/other/**'])).status).toBe(200);
    expect([await found(0), await found(1)]).toEqual([0, 0]);
    await rescope(['notes/paid/**']);
    expect([await found(0), await found(1)]).toEqual([6, 6]);
    await service.call('DELETE', `/v1/groups/${group}`, { token: key });
    expect([await found(0), await found(1)]).toEqual([0, 0]);
  });
});
