import { beforeAll, describe, expect, it } from 'vitest';
import { anAddress, invite } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { createWorkspaceFixture } from '../../workspaces/testing/workspace-fixture.js';
import { createKey } from '../testing/keys.js';

let docs: string;
let member: string;

const service = await startSuiteService();
const fixture = await createWorkspaceFixture(service);
await fixture.call('POST', '/repos', { name: 'docs' });
beforeAll(async () => {
  for (const path of ['docs/a.md', 'docs/guide/b.md', 'docs/guide/c.txt']) {
    const written = await fixture.call('PUT', '/documents/content', { path, text: '# Text', base: null });
    expect(written.status).toBe(200);
  }
  docs = await makeGroup('Guide', ['docs/guide/**']);
  member = await person('reader', [docs]);
});

async function makeGroup(name: string, paths: string[]): Promise<string> {
  return (await fixture.call('POST', '/settings/groups', { name, paths })).body.id;
}

async function person(role: 'reader' | 'member', groups?: string[]): Promise<string> {
  const { id } = await invite(service, fixture.workspace, anAddress(), {
    role,
    ...(groups === undefined ? {} : { groups }),
  });
  return id;
}

describe('access.explain', () => {
  const explain = async (path: string, holder: string) =>
    (await fixture.call('GET', `/settings/access/explain?${new URLSearchParams({ path, holder })}`)).body;

  it('returns the pattern that matches, or the reason why none does', async () => {
    expect(await explain('docs/guide/b.md', `membership:${member}`)).toMatchObject({
      exists: true,
      holder: { kind: 'membership', id: member },
      readable: true,
      reason: 'pattern_matches',
      matches: [{ group_id: docs, name: 'Guide', pattern: 'docs/guide/**' }],
    });
    expect(await explain('docs/none.md', `membership:${member}`)).toMatchObject({
      exists: false,
      readable: false,
      reason: 'no_pattern_matches',
    });
    const empty = await person('reader', []);
    expect(await explain('docs/a.md', `membership:${empty}`)).toMatchObject({ readable: false, reason: 'no_groups' });
    const editor = await person('member');
    expect(await explain('docs/a.md', `membership:${editor}`)).toMatchObject({ readable: true, reason: 'unconfined' });
    await fixture.call('DELETE', `/settings/people/${editor}`);
    expect(await explain('docs/a.md', `membership:${editor}`)).toMatchObject({ readable: false, reason: 'revoked' });
  });

  it('includes the public group for everyone', async () => {
    const body = { name: 'Free', paths: ['docs/guide/c.txt'], public: true };
    const free = (await fixture.call('POST', '/settings/groups', body)).body.id;
    const empty = await person('reader', []);
    const taken = [{ group_id: free, name: 'Free', access: 'read_only', pattern: 'docs/guide/c.txt' }];
    const read = { readable: true, reason: 'pattern_matches', matches: taken };
    expect(await explain('docs/guide/c.txt', `membership:${empty}`)).toMatchObject(read);
    expect(await explain('docs/a.md', `membership:${empty}`)).toMatchObject({ readable: false, reason: 'no_groups' });
    const key = await createKey(service, fixture.workspace.id);
    const path = `/v1/members/${empty}/access/explain?path=docs/guide/c.txt`;
    expect((await service.call('GET', path, { token: key.secret })).body).toMatchObject(read);
    const who = await fixture.call('GET', '/settings/access/holders?path=docs/guide/c.txt&limit=100');
    expect(who.body.holders).toContainEqual(expect.objectContaining({ id: empty, reason: 'pattern_matches' }));
    expect(who.body.count).toBe(who.body.holders.length);
    await fixture.call('DELETE', `/settings/groups/${free}`);
    expect(await explain('docs/guide/c.txt', `membership:${empty}`)).toMatchObject({ readable: false });
  });

  it('reports expired tokens and links as without access', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const token = await fixture.call('POST', '/settings/tokens', {
      name: 'agent',
      role: 'reader',
      access: 'read_only',
      groups: [docs],
      expires_at,
    });
    const link = await fixture.call('POST', '/settings/readers', { email: anAddress(), groups: [docs], expires_at });
    const holders = [`token:${token.body.id}`, `reader:${link.body.id}`];
    for (const holder of holders) {
      expect(await explain('docs/guide/b.md', holder)).toMatchObject({ readable: true, reason: 'pattern_matches' });
    }
    service.setTime(new Date(Date.now() + 7_200_000));
    const later = await Promise.all(holders.map((holder) => explain('docs/guide/b.md', holder)));
    service.setTime(undefined);
    expect(later.map(({ reason }) => reason)).toEqual(['expired', 'expired']);
  });

  it('does not find people of another workspace', async () => {
    const other = await createWorkspaceFixture(service);
    for (const [holder, code] of [
      [`membership:${other.id}`, 'person_not_found'],
      [`reader:${crypto.randomUUID()}`, 'reader_not_found'],
      [`token:${crypto.randomUUID()}`, 'token_not_found'],
      ['nobody', 'invalid_request'],
    ] as const) {
      expect((await explain('docs/a.md', holder)).error.code).toBe(code);
    }
  });
});

describe('access.list_holders', () => {
  it('lists exactly the holders who can read a path, page by page', async () => {
    const own = await createWorkspaceFixture(service);
    const made = await own.call('POST', '/settings/groups', { name: 'Docs', paths: ['docs/**', 'more/**'] });
    const ids: string[] = [own.id];
    for (const groups of [[made.body.id], [made.body.id], []]) {
      const { id } = await invite(service, own.workspace, anAddress(), { role: 'reader', groups });
      ids.push(...(groups.length > 0 ? [id] : []));
    }
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await own.call('GET', `/settings/access/holders?path=docs/x.md&limit=1${cursor}`);
      // One more than the holders above: the token of the test workspace can read everything.
      expect(body.count).toBe(4);
      found.push(
        ...body.holders.filter(({ kind }: { kind: string }) => kind !== 'token').map(({ id }: { id: string }) => id),
      );
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(found.sort()).toEqual(ids.sort());
  });
});

describe('settings.preview_group', () => {
  const preview = async (body: object) => (await fixture.call('POST', '/settings/groups/preview', body)).body;

  it('suggests a replacement for a pattern without matches', async () => {
    const { patterns } = await preview({ paths: ['docs/guide'] });
    const hint = '`docs/guide` matches no document: `docs/guide/**` matches the 2 documents in that folder.';
    expect(patterns).toEqual([{ pattern: 'docs/guide', documents: 0, hint }]);
  });

  it('counts the documents of each pattern, returns the matching pattern, and rejects invalid ones individually', async () => {
    expect(await preview({ paths: ['docs/guide/*.md', 'docs/**', '**'] })).toEqual({
      patterns: [
        { pattern: 'docs/guide/*.md', documents: 1 },
        { pattern: 'docs/**', documents: 3 },
        { pattern: '**', documents: 0, refused: { code: 'match_all_pattern', message: expect.any(String) } },
      ],
      count: 3,
      documents: [
        { path: 'docs/a.md', patterns: ['docs/**'] },
        { path: 'docs/guide/b.md', patterns: ['docs/guide/*.md', 'docs/**'] },
        { path: 'docs/guide/c.txt', patterns: ['docs/**'] },
      ],
      gained: [],
      lost: [],
    });
  });

  it('returns what a change of a group would add and remove, without changing it', async () => {
    const changed = await preview({ paths: ['docs/*.md', 'docs/guide/*.md'], replaces: docs });
    expect(changed).toMatchObject({ gained: ['docs/a.md'], lost: ['docs/guide/c.txt'] });
    const groups = (await fixture.call('GET', '/settings/groups')).body.groups;
    expect(groups.find(({ id }: { id: string }) => id === docs).paths).toEqual(['docs/guide/**']);
    expect((await preview({ paths: ['a/**'], replaces: crypto.randomUUID() })).error.code).toBe('group_not_found');
  });
});
