import { describe, expect, it } from 'vitest';
import { createKey } from '../../access/testing/keys.js';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { tenantTables } from '../../platform/database/tables.js';
import { startSuiteService, type TestWorkspace } from '../../testing/service.js';
import { deleteRows } from './delete-rows.js';
import { listDeleted, markDeleted } from './queries.js';

const service = await startSuiteService();
const { database } = service.services;

const remove = (id: string, slug: string) =>
  service.call('DELETE', `/operator/workspaces/${id}`, { token: service.operatorToken, body: { slug } });

const mark = (id: string) => database.asSystem((transaction) => markDeleted(transaction, id, new Date()));

/**
 * A workspace with rows in most tables and a credential of each kind. `attempts` makes one call with each credential.
 */
async function filledWorkspace() {
  const workspace = await service.createWorkspace();
  const { token } = workspace;
  const { secret: key } = await createKey(service, workspace.id);
  const group = await service.call('POST', '/v1/groups', { token: key, body: { name: 'Docs', paths: ['docs/**'] } });
  const groups = [group.body.id];
  await service.call('POST', '/v1/members', { token: key, body: { email: anAddress(), groups, send_email: false } });
  const link = await service.call('POST', '/v1/readers', {
    token: key,
    body: { email: anAddress(), groups, send_email: false },
  });
  await service.call('POST', '/v1/groups', { token: key, body: { name: 'Open', paths: ['docs/**'], public: true } });
  const { secret } = (await service.call('POST', '/collections', { token, body: { name: 'things' } })).body;
  const reconciliation = await service.call('POST', '/collections/things/reconciliation-url', { token });
  const records = Array.from({ length: 250 }, (_, id) => ({ id, name: `Thing ${id}` }));
  await service.call('POST', '/collections/things/records', { token, body: { records } });
  await service.call('PUT', `/collections/things/grants/${groups[0]}`, { token, body: { permission: 'read' } });
  await service.call('POST', '/repos', { token, body: { name: 'docs' } });
  await service.call('PUT', '/documents/content', { token, body: { path: 'docs/a.md', text: '# A', base: null } });
  const email = anAddress();
  await invite(service, workspace, email, { role: 'admin' });
  const personal = await personalToken(service, email);
  const browser = await signIn(service, email);
  await browser.submit('/sign-in/workspace', { workspace: workspace.id, next: '/' });
  const attempts = {
    'API key': () => service.call('GET', '/v1/members', { token: key }),
    'pinned token': () => service.call('GET', '/collections', { token }),
    'personal token': () => service.call('GET', '/collections', { token: personal, workspace: workspace.id }),
    session: () => service.call('GET', '/collections', { headers: browser.headers() }),
    'ingest URL': () => service.call('POST', `/ingest/${secret}`, { body: { id: 'late' } }),
    'reconciliation URL': () => service.call('GET', `/reconcile/${reconciliation.body.secret}`),
    'public page': () => service.call('GET', `/d/@${workspace.slug}/docs/a.md`),
    'operator, inside': () =>
      service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
        token: service.operatorToken,
        body: { name: 'late', role: 'admin', access: 'read_write' },
      }),
    'operator, update': () =>
      service.call('PATCH', `/operator/workspaces/${workspace.id}`, {
        token: service.operatorToken,
        body: { name: 'Late' },
      }),
  };
  const { pathname, search } = new URL(link.body.magic_link);
  return { ...workspace, attempts, link: `${pathname}${search}`, personal };
}

/** Tables that are written in the background after a call. */
const writtenLater = new Set(['collection_days', 'query_log', 'document_renderings']);

/** Rows of a workspace by table, without the tables that are written later. */
function rowsOf({ id }: Pick<TestWorkspace, 'id'>): Promise<Map<string, number>> {
  return database.asSystem(async (transaction) => {
    const counts = new Map<string, number>();
    for (const name of tenantTables) {
      const [row] = await transaction.query<{ count: number }>(
        `select count(*)::int as count from ${name} where workspace_id = $1`,
        [id],
      );
      if (row !== undefined && row.count > 0 && !writtenLater.has(name)) counts.set(name, row.count);
    }
    return counts;
  });
}

describe('operator.delete_workspace', () => {
  it('ends every credential of the workspace at once, before any row is deleted', async () => {
    const { id, slug, attempts, link, personal } = await filledWorkspace();
    for (const [kind, attempt] of Object.entries(attempts)) {
      expect(`${kind} ${(await attempt()).status}`).toBe(`${kind} 200`);
    }
    await mark(id);
    const refused: Record<string, number> = {};
    for (const [kind, attempt] of Object.entries(attempts)) refused[kind] = (await attempt()).status;
    expect(refused).toEqual({
      'API key': 401,
      'pinned token': 401,
      'personal token': 403,
      session: 403,
      'ingest URL': 401,
      'reconciliation URL': 404,
      'public page': 404,
      'operator, inside': 404,
      'operator, update': 404,
    });
    expect((await service.call('GET', link)).status).not.toBe(200);
    expect((await service.call('GET', '/workspaces', { token: personal })).body.count).toBe(0);
    const listed = (await service.call('GET', '/operator/workspaces', { token: service.operatorToken })).body;
    expect(listed.workspaces.map((each: { slug: string }) => each.slug)).not.toContain(slug);
    const again = await service.call('POST', '/operator/workspaces', {
      token: service.operatorToken,
      body: { slug, name: 'The next one' },
    });
    expect(again.status).toBe(200);
    expect((await remove(id, slug)).body).toMatchObject({ status: 'deleted' });
  });

  it('ends what database functions find: each that reads workspaces leaves deleted ones out', async () => {
    const functions = await database.asSystem((transaction) =>
      transaction.query<{ name: string; source: string }>(
        `select proname as name, prosrc as source from pg_proc
         where pronamespace = 'public'::regnamespace and prosrc ~ '(from|join) workspaces '`,
      ),
    );
    expect(functions.length).toBeGreaterThan(3);
    for (const { name, source } of functions) {
      const reads = source.match(/(from|join) workspaces w/g) ?? [];
      const checks = source.match(/w\.deleted_at is null/g) ?? [];
      expect({ name, unchecked: reads.length - checks.length }).toEqual({ name, unchecked: 0 });
    }
  });

  it('deletes its rows from every table, and no row of another workspace', async () => {
    const [gone, kept] = [await filledWorkspace(), await filledWorkspace()];
    const before = await rowsOf(kept);
    expect((await rowsOf(gone)).size).toBeGreaterThan(15);
    const answer = await remove(gone.id, gone.slug);
    expect(answer).toMatchObject({
      status: 200,
      body: { workspace: { id: gone.id, slug: gone.slug }, status: 'deleted' },
    });
    expect(answer.body.rows_deleted).toBeGreaterThan(250);
    expect(await rowsOf(gone)).toEqual(new Map());
    expect(await rowsOf(kept)).toEqual(before);
    expect((await kept.attempts['pinned token']()).status).toBe(200);
    expect(await remove(gone.id, gone.slug)).toMatchObject({
      status: 404,
      body: { error: { code: 'workspace_not_found' } },
    });
    const { events } = (await service.call('GET', '/operator/audit?limit=2', { token: service.operatorToken })).body;
    expect(events).toMatchObject([
      { action: 'workspace.deleted', target: gone.id, detail: { slug: gone.slug } },
      { action: 'workspace.deletion_started', target: gone.id, detail: { slug: gone.slug } },
    ]);
  });

  it('continues where it stopped, and deletes rows that a call in progress has added', async () => {
    const { id, slug, name } = await filledWorkspace();
    await mark(id);
    let pieces = 0;
    const part = await deleteRows(service.services, { id, slug, name }, () => {
      pieces += 1;
      return pieces < 8;
    });
    expect(part.isComplete).toBe(false);
    await database.asSystem((transaction) =>
      transaction.query('insert into daily_writes values ($1, gen_random_uuid(), current_date, 1)', [id]),
    );
    expect((await database.asSystem(listDeleted)).map((each) => each.id)).toEqual([id]);
    expect((await deleteRows(service.services, { id, slug, name }, () => true)).isComplete).toBe(true);
    expect(await rowsOf({ id })).toEqual(new Map());
    expect(await database.asSystem(listDeleted)).toEqual([]);
  });

  it('requires the slug, and changes nothing without it', async () => {
    const { id, slug, token } = await service.createWorkspace();
    for (const body of [{ slug: 'other' }, {}, undefined]) {
      const answer = await service.call('DELETE', `/operator/workspaces/${id}`, {
        token: service.operatorToken,
        body,
      });
      expect(answer.status).toBe(400);
    }
    expect((await service.call('DELETE', `/operator/workspaces/${id}`, { token, body: { slug } })).status).toBe(401);
    expect((await service.call('GET', '/collections', { token })).status).toBe(200);
  });
});
