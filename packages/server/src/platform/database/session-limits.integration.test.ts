import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../access/testing/server-process.js';
import { openTestDatabase, type TestDatabase, withClient } from '../../testing/database.js';
import { expectRefusal } from '../../testing/refusal.js';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { readSettings } from '../settings.js';
import type { OpenDatabase } from './database.js';
import { openPostgres } from './postgres.js';
import { sessionOptions } from './session.js';
import { refusalOf } from './sqlstate.js';

describe('PostgreSQL session limits', () => {
  let direct: TestDatabase;
  let database: OpenDatabase;
  let service: TestService;
  let workspace: TestWorkspace;
  let frozen: ServerProcess;

  beforeAll(async () => {
    direct = await openTestDatabase();
    const limits = sessionOptions(readSettings({ SVC_STATEMENT_TIMEOUT_SECONDS: '1' }));
    database = openPostgres({
      engine: 'postgres',
      pool: { connectionString: direct.url, options: `${limits} -c lock_timeout=200ms`, max: 4 },
    });
    service = await startTestService({}, { testDatabase: direct });
    workspace = await service.createWorkspace();
    await service.call('POST', '/collections', { token: workspace.token, body: { name: 'things' } });
    frozen = await startServerProcess(String(direct.url), { SVC_IDLE_TRANSACTION_TIMEOUT_SECONDS: '1' });
  });
  afterAll(async () => {
    await frozen.stop();
    await database.close();
    await service.close();
  });

  const headers = () => ({ authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' });
  const records = (id: string) => ({ records: [{ id, name: `Thing ${id}` }] });

  it('have the values of the settings', async () => {
    const [limits] = await direct.database.withoutWorkspace((queryable) =>
      queryable.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle`,
      ),
    );
    expect(limits).toEqual({ statement: '5min', lock: '10s', idle: '1min' });
  });

  it('end a slow statement, and the call is refused as unavailable', async () => {
    const failure = await database
      .withoutWorkspace((queryable) => queryable.query('select pg_sleep(3600)'))
      .catch((error: unknown) => refusalOf(error));
    expect(failure).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': expect.any(String) } });
  });

  it('end a long wait for a lock, and the call is refused as unavailable', async () => {
    await withClient({ connectionString: direct.url }, async (holder) => {
      await holder.query('begin');
      await holder.query('lock table collections in access exclusive mode');
      const limited = await startTestService(
        {},
        { testDatabase: { ...direct, database, isAnswering: database.isAnswering, close: async () => undefined } },
      );
      const answer = await limited.call('GET', '/collections', { token: workspace.token });
      expectRefusal('503 unavailable', answer);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      await holder.query('rollback');
      await limited.close();
    });
  });

  it('release locks of an idle transaction, and the process continues', async () => {
    const write = await withClient({ connectionString: direct.url }, async (holder) => {
      await holder.query('begin');
      // Every writer of a collection locks this row first.
      await holder.query('select from collection_states for update');
      const sent = fetch(`${frozen.url}/collections/things/records`, {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify(records('1')),
      });
      for (let waiting = 0; waiting === 0; ) {
        await holder.query('select pg_stat_clear_snapshot()');
        const { rowCount } = await holder.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
        );
        waiting = rowCount ?? 0;
      }
      frozen.signal('SIGSTOP');
      await holder.query('rollback');
      return { answer: sent };
    });
    const other = await service.call('POST', '/collections/things/records', {
      token: workspace.token,
      body: records('2'),
    });
    expect(other.body.results).toMatchObject([{ status: 'created' }]);
    frozen.signal('SIGCONT');
    expect((await write.answer).status).toBe(503);
    const again = await fetch(`${frozen.url}/collections/things/records/2`, { headers: headers() });
    expect(again.status).toBe(200);
  });
});
