import { beforeEach, describe, expect, test } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { createDocumentsFixture, type DocumentsFixture } from '../testing/documents-fixture.js';

let fixture: DocumentsFixture;

const service = await startSuiteService();
beforeEach(async () => {
  fixture = await createDocumentsFixture(service, 'docs', 'other', 'empty');
  await fixture.put('docs/start.md', '# Start\n');
  await fixture.put('docs/secret.md', '# Secret\n');
  await fixture.put('other/page.md', '# Page\n');
});

type GitService = 'git-upload-pack' | 'git-receive-pack';

function basic(password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}` };
}

/** Requests the refs of a repo, as git does first. */
async function ask(
  token: string | undefined,
  { repo = 'docs', wants = 'git-upload-pack' as GitService, slug = fixture.workspace.slug } = {},
): Promise<{ status: number; body: string; headers: Headers }> {
  const path = `/git/${slug}/${repo}.git/info/refs?service=${wants}`;
  return service.call('GET', path, token === undefined ? {} : { headers: basic(token) });
}

async function statusOf(...question: Parameters<typeof ask>): Promise<number> {
  return (await ask(...question)).status;
}

describe('git credentials', () => {
  test('are requested if absent, malformed, unknown or of another kind', async () => {
    const key = await fixture.createKey();
    for (const token of [undefined, '', 'password', `svc_tk_${'A'.repeat(43)}`, key, service.operatorToken]) {
      const { status, headers } = await ask(token);
      expect([token, status]).toEqual([token, 401]);
      expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    }
    const path = `/git/${fixture.workspace.slug}/docs.git/info/refs?service=git-upload-pack`;
    const bearer = await service.call('GET', path, { token: fixture.workspace.token });
    expect(bearer.status).toBe(401);
  });

  test('of another workspace find no repo, as if it did not exist', async () => {
    const elsewhere = await createDocumentsFixture(service, 'docs');
    const absent = await ask(elsewhere.workspace.token, { slug: 'no-such-workspace' });
    const foreign = await ask(elsewhere.workspace.token);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
  });

  test('are checked at every request, so that a revoked token is refused at once', async () => {
    const token = await fixture.tokenFor(['docs/**']);
    expect(await statusOf(token)).toBe(200);
    await service.services.database.asSystem((transaction) =>
      transaction.query('update tokens set revoked_at = now() where workspace_id = $1', [fixture.workspace.id]),
    );
    expect(await statusOf(token)).toBe(401);
  });
});

describe('git > a repo', () => {
  test('can be cloned only by callers that read all of it', async () => {
    expect(await statusOf(fixture.workspace.token)).toBe(200);
    expect(await statusOf(await fixture.tokenFor(['docs/**']))).toBe(200);
    const part = await ask(await fixture.tokenFor(['docs/start.md']));
    expect([part.status, part.body]).toEqual([403, expect.stringContaining('a part of docs only')]);
    // The patterns match every existing document, but not every possible one.
    expect(await statusOf(await fixture.tokenFor(['docs/*']))).toBe(403);
  });

  test('is reported as missing to callers that read nothing of it', async () => {
    const token = await fixture.tokenFor(['other/**', 'docs/none/**']);
    const absent = await ask(token, { repo: 'absent' });
    for (const repo of ['docs', 'empty', 'do%20cs', '..']) {
      const { status, body } = await ask(token, { repo });
      expect([status, body]).toEqual([404, absent.body]);
    }
    expect(absent.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('exists for callers that could write to it, even if it is empty', async () => {
    const writer = await fixture.tokenFor(['empty/a/**'], 'read_write');
    const reader = await fixture.tokenFor(['empty/a/**']);
    expect([await statusOf(writer, { repo: 'empty' }), await statusOf(reader, { repo: 'empty' })]).toEqual([403, 404]);
  });

  test("cannot be cloned after the group's patterns change to other paths", async () => {
    const group = await fixture.group('docs/**');
    const token = await fixture.confined([group, 'read_only']);
    expect(await statusOf(token)).toBe(200);
    const key = await fixture.createKey();
    await service.call('PUT', `/v1/groups/${group}`, { token: key, body: { paths: ['docs/start.md'] } });
    expect(await statusOf(token)).toBe(403);
    await service.call('DELETE', `/v1/groups/${group}`, { token: key });
    expect(await statusOf(token)).toBe(404);
  });

  test('accepts pushes only with read_write access to all of it', async () => {
    const push = { wants: 'git-receive-pack' as const };
    expect(await statusOf(fixture.workspace.token, push)).toBe(200);
    expect(await statusOf(await fixture.tokenFor(['docs/**'], 'read_write'), push)).toBe(200);
    const reader = await ask(await fixture.tokenFor(['docs/**']), push);
    expect([reader.status, reader.body]).toEqual([403, expect.stringContaining('may not push')]);
    const mixed = await fixture.confined(
      [await fixture.group('docs/**'), 'read_only'],
      [await fixture.group('docs/start.md'), 'read_write'],
    );
    expect([await statusOf(mixed), await statusOf(mixed, push)]).toEqual([200, 403]);
  });

  test('can be cloned but not pushed to in a suspended workspace', async () => {
    const suspend = { token: service.operatorToken, body: { suspended: true } };
    expect((await service.call('PATCH', `/operator/workspaces/${fixture.workspace.id}`, suspend)).status).toBe(200);
    const push = await ask(fixture.workspace.token, { wants: 'git-receive-pack' });
    expect([push.status, push.body]).toEqual([403, expect.stringContaining('suspended')]);
    expect(await statusOf(fixture.workspace.token)).toBe(200);
  });
});

test('refuses the dumb protocol with an explanation', async () => {
  const path = `/git/${fixture.workspace.slug}/docs.git/info/refs`;
  const { status, body } = await service.call('GET', path, { headers: basic(fixture.workspace.token) });
  expect([status, body]).toEqual([403, expect.stringContaining('smart protocol')]);
});
