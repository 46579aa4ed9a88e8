import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite } from '../../identity/testing/people.js';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { expectRefusal } from '../../testing/refusal.js';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { readSettings } from '../settings.js';
import { openPostgres } from './postgres.js';
import { sessionOptions } from './session.js';

/** A proxy to a PostgreSQL server that tests can interrupt and restore. */
interface Line {
  readonly url: string;
  cut(): Promise<void>;
  /** Blocks all data until `restore`, without closing connections. */
  hold(): void;
  mend(): Promise<void>;
}

async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isPaused = false;
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
    if (isPaused) {
      near.unpipe();
    }
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.toString(),
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      sockets.clear();
      await closed;
    },
    hold: () => {
      isPaused = true;
      for (const socket of sockets) {
        socket.unpipe();
      }
    },
    mend: async () => {
      isPaused = false;
      for (const socket of sockets) {
        socket.destroy();
      }
      sockets.clear();
      if (!server.listening) {
        await listen(own);
      }
    },
  };
}

describe('database outages', () => {
  let direct: TestDatabase;
  let line: Line;
  let service: TestService;
  let workspace: TestWorkspace;
  let database: ReturnType<typeof openPostgres>;

  beforeAll(async () => {
    direct = await openTestDatabase();
    line = await openLine(String(direct.url));
    database = openPostgres({
      engine: 'postgres',
      pool: {
        connectionString: line.url,
        options: sessionOptions(readSettings({})),
        max: 4,
        connectionTimeoutMillis: 2_000,
      },
      firstAnswerTimeoutMs: 500,
    });
    const close = async () => {
      await database.close();
      await line.cut();
      await direct.close();
    };
    service = await startTestService(
      {},
      { testDatabase: { database, isAnswering: database.isAnswering, url: direct.url, close } },
    );
    workspace = await service.createWorkspace();
    await service.call('POST', '/collections', { token: workspace.token, body: { name: 'things' } });
  });
  afterAll(() => service.close());

  const write = (id: string, { token } = workspace) =>
    service.call('POST', '/collections/things/records', {
      token,
      body: { records: [{ id, name: `Thing ${id}` }] },
    });
  const query = (id: string) =>
    service.call('POST', '/collections/things/query', { token: workspace.token, body: { query: id } });

  it('return 503 with Retry-After, are reported by /health, and need no restart', async () => {
    expect((await write('1')).status).toBe(200);
    await line.cut();
    for (const answer of [await write('2'), await query('1')]) {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    const health = await service.call('GET', '/health');
    expect(health).toMatchObject({ status: 503, body: { status: 'degraded', failing: 'database', name: 'Tessera' } });
    expect(health.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await line.mend();
    expect(await service.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await write('3')).status).toBe(200);
    expect((await query('1')).body).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
  });

  it('make a process unready, but alive, and its metrics are still served', async () => {
    const observe = async () => {
      const metrics = await service.call('GET', '/metrics', { token: service.operatorToken });
      const [live, ready] = [await service.call('GET', '/livez'), await service.call('GET', '/readyz')];
      const hasSeats = String(metrics.body).includes('tessera_seats{');
      const up = /^tessera_database_up (\d)$/m.exec(String(metrics.body))?.[1];
      return { statuses: [live.status, ready.status, metrics.status], ready: ready.body, hasSeats, up };
    };
    const usual = { statuses: [200, 200, 200], ready: { status: 'ok' }, hasSeats: true, up: '1' };
    expect(await observe()).toEqual(usual);
    await line.cut();
    const ready = { status: 'unready', failing: 'database' };
    expect(await observe()).toEqual({ statuses: [200, 503, 200], ready, hasSeats: false, up: '0' });
    await line.mend();
    await expect.poll(observe).toEqual(usual);
  });

  it('return an error envelope to agents, and a page to browsers', async () => {
    const email = anAddress();
    await invite(service, workspace, email);
    const browser = await signIn(service, email);
    const page = (path: string, fields?: Record<string, string>) =>
      fields === undefined ? browser.open(path) : browser.submit(path, fields);
    await line.cut();
    const link = await service.call('GET', `/r?token=${'x'.repeat(43)}`);
    const relay = await service.call('POST', '/mcp/http/', { token: workspace.token, body: {} });
    for (const answer of [link, relay]) {
      expectRefusal('503 unavailable', answer);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    for (const answer of [
      await page('/account'),
      await page('/account', { session: 'any' }),
      await page('/device?user_code=BCDF-GHJK'),
      await page('/device', { user_code: 'BCDF-GHJK', decision: 'approve' }),
      await page('/sign-in', { email, next: '/' }),
      await page('/sign-in/workspace'),
      await page('/sign-in/workspace', { workspace: workspace.id }),
      await page('/sign-out', {}),
    ]) {
      expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('try again shortly') });
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    await line.mend();
    expect((await page('/account')).status).toBe(200);
  });

  it('do not affect routes without database access; malformed credentials are still refused', async () => {
    await line.cut();
    expect((await service.call('GET', '/openapi.json')).status).toBe(200);
    expect((await service.call('GET', '/no/such/route')).status).toBe(404);
    await line.mend();
  });

  it('in which the server accepts connections but does not respond are handled in the same way', async () => {
    // First give the pool an open connection, so that the test covers it too.
    await expect.poll(async () => (await query('1')).status).toBe(200);
    line.hold();
    expect(await service.call('GET', '/health')).toMatchObject({ status: 503, body: { failing: 'database' } });
    expectRefusal('503 unavailable', await query('1'));
    await line.mend();
    expect(await service.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    await expect.poll(async () => (await query('1')).status).toBe(200);
  });

  it('are not reported while requests use all connections', async () => {
    const locking = new pg.Client({ connectionString: direct.url });
    await locking.connect();
    await locking.query('begin');
    await locking.query('lock table records in access exclusive mode');
    // One workspace alone may not use all connections.
    const other = await service.createWorkspace();
    await service.call('POST', '/collections', { token: other.token, body: { name: 'things' } });
    const writes = Promise.all(['5', '6', '7'].flatMap((id) => [write(id), write(id, other)]));
    const task = () => database.asSystem((transaction) => transaction.query('select from records limit 1'));
    const tasks = Promise.all([task(), task()]);
    for (let waiting = 0; waiting < 4; ) {
      await locking.query('select pg_stat_clear_snapshot()');
      const { rows } = await locking.query(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0].waiting;
    }
    expect(await service.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    await locking.query('rollback');
    await locking.end();
    await Promise.all([writes, tasks]);
  });

  it('in the middle of a transaction return 503 and roll back, and the process continues', async () => {
    const admin = new pg.Client({ connectionString: direct.url });
    await admin.connect();
    const locking = new pg.Client({ connectionString: direct.url });
    await locking.connect();
    // Lock the collection's row, so that the write waits in its transaction.
    await locking.query('begin');
    await locking.query('lock table records in access exclusive mode');
    const waiting = write('4');
    let ended = 0;
    while (ended === 0) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
      );
      ended = rowCount ?? 0;
    }
    expect(await waiting).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    await locking.query('rollback');
    await Promise.all([locking.end(), admin.end()]);
    const gone = await service.call('GET', '/collections/things/records/4', { token: workspace.token });
    expect(gone).toMatchObject({ status: 404, body: { error: { code: 'record_not_found' } } });
    expect((await write('4')).body.results).toMatchObject([{ status: 'created' }]);
  });
});
