import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite } from '../../identity/testing/people.js';
import { openTestDatabase, type TestDatabase, withClient } from '../../testing/database.js';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { createLog } from '../log.js';
import { readSettings } from '../settings.js';
import { openDatabase } from '../start.js';
import type { OpenDatabase } from './database.js';
import { createAppRole } from './session.js';
import { refusalOf } from './sqlstate.js';

const becomeLogin = `select set_config('role', 'none', true)`;

describe('SVC_DATABASE_APP_URL', () => {
  let test: TestDatabase;
  let appUrl: string;
  let database: OpenDatabase;
  let service: TestService;
  let workspace: TestWorkspace;
  let other: TestWorkspace;
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  // All databases of a server share its roles, so each run uses a name of its own.
  const role = `tessera_app_${randomBytes(6).toString('hex')}`;

  const open = (settings: Readonly<Record<string, string>> = {}) => {
    lines.length = 0;
    return openDatabase(readSettings({ SVC_DATABASE_URL: String(test.url), ...settings }), log);
  };
  const asAdministrator = (statement: string) =>
    withClient({ connectionString: test.url }, (client) => client.query(statement));

  beforeAll(async () => {
    test = await openTestDatabase();
    await asAdministrator(createAppRole.replace('tessera_app', role));
    const url = new URL(String(test.url));
    url.username = role;
    url.password = 'change-me';
    appUrl = url.toString();
    database = await open({ SVC_DATABASE_APP_URL: appUrl });
    const close = async () => {
      await database.close();
      await asAdministrator(`drop role ${role}`);
      await test.close();
    };
    service = await startTestService(
      {},
      { testDatabase: { database, isAnswering: database.isAnswering, url: test.url, close } },
    );
    [workspace, other] = [await service.createWorkspace(), await service.createWorkspace()];
  });
  afterAll(() => service.close());

  it('serves requests, sign-ins and table maintenance', async () => {
    const { token } = workspace;
    await service.call('POST', '/collections', { token, body: { name: 'things' } });
    const records = [{ id: 1, name: 'Left door hinge' }];
    expect((await service.call('POST', '/collections/things/records', { token, body: { records } })).status).toBe(200);
    const found = await service.call('POST', '/collections/things/query', { token, body: { query: '1' } });
    expect(found.body).toMatchObject({ confidence: 'high' });
    const email = anAddress();
    await invite(service, workspace, email);
    expect((await signIn(service, email)).cookies.has('svc_session')).toBe(true);
    await database.refreshStatistics('records');
  });

  it('cannot disable row security, unlike the owner of the tables', async () => {
    const countOf = (of: Pick<OpenDatabase, 'inWorkspace'>) =>
      of.inWorkspace(workspace.id, async (transaction) => {
        await transaction.query(becomeLogin);
        return transaction.query('select id from workspaces order by id');
      });
    expect(await countOf(database)).toEqual([{ id: workspace.id }]);
    expect(await countOf(test.database)).toEqual([workspace, other].map(({ id }) => ({ id })).sort(byId));
    const change = database.inWorkspace(randomUUID(), async (transaction) => {
      await transaction.query(becomeLogin);
      await transaction.query('alter table workspaces disable row level security');
    });
    await expect(change).rejects.toMatchObject({ code: '42501' });
  });

  it('is rejected at startup if the role can disable row security', async () => {
    await expect(open({ SVC_DATABASE_APP_URL: String(test.url) })).rejects.toThrow(
      `SVC_DATABASE_APP_URL signs in as postgres, which can lift row security: use a role that owns nothing, such as: ${createAppRole}`,
    );
    await expect(openDatabase(readSettings({ SVC_DATABASE_APP_URL: appUrl }), log)).rejects.toThrow('set both');
  });

  it('logs a warning, with the SQL for another role, if the role can bypass row security', async () => {
    await (await open()).close();
    expect(lines).toMatchObject([{ level: 40, role: 'postgres', sql: createAppRole }]);
    await (await open({ SVC_DATABASE_APP_URL: appUrl })).close();
    expect(lines).toEqual([]);
  });

  it('sessions of this role are terminated at shutdown too', async () => {
    const own = await open({ SVC_DATABASE_APP_URL: appUrl });
    await withClient({ connectionString: test.url }, async (holder) => {
      const untilWaiting = async (sessions: number) => {
        for (let waiting = -1; waiting !== sessions; ) {
          await holder.query('select pg_stat_clear_snapshot()');
          const { rowCount } = await holder.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          waiting = rowCount ?? 0;
        }
      };
      await holder.query('begin');
      await holder.query('lock table records in access exclusive mode');
      const waits = [
        own.inWorkspace(workspace.id, (transaction) => transaction.query('select from records')),
        own.asSystem((transaction) => transaction.query('select from records')),
      ].map((work) => work.catch(refusalOf));
      await untilWaiting(2);
      await own.breakOff();
      expect(await Promise.all(waits)).toMatchObject([{ code: 'unavailable' }, { code: 'unavailable' }]);
      await untilWaiting(0);
      await holder.query('rollback');
    });
    await own.close();
  });
});

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
