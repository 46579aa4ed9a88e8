import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LogLine, startServerProcess } from './access/testing/server-process.js';
import { withClient } from './testing/database.js';
import { startTestService, type TestService, type TestWorkspace } from './testing/service.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Waits until a session of this database waits for a lock of this kind. */
async function isWaiting(client: pg.Client, kind: 'advisory' | 'relation'): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    // Statistics are cached per transaction, so clear them to see the current waits.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
      [kind],
    );
    waiting = rows[0]?.waiting ?? 0;
  }
}

describe('a process that receives a signal to stop', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let url: string;

  beforeAll(async () => {
    service = await startTestService();
    workspace = await service.createWorkspace();
    await service.call('POST', '/collections', { token: workspace.token, body: { name: 'things' } });
    url = String(service.testDatabase.url);
  });
  afterAll(() => service.close());

  const holding = <Result>(statement: string, work: (client: pg.Client) => Promise<Result>) =>
    withClient({ connectionString: url }, async (client) => {
      await client.query('begin');
      await client.query(statement);
      return work(client);
    });

  it('aborts a write that cannot finish, stores nothing of it, reports that, and exits with status 0', async () => {
    const server = await startServerProcess(url);
    await holding('lock table records in access exclusive mode', async (holder) => {
      const write = fetch(`${server.url}/collections/things/records`, {
        method: 'POST',
        headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records: [{ id: 'late' }] }),
      });
      await isWaiting(holder, 'relation');
      const [answer, status] = await Promise.all([write, server.exited, server.stop()]);
      expect([answer.status, status]).toEqual([503, 0]);
      await holder.query('commit');
    });
    const late = await service.call('GET', '/collections/things/records/late', { token: workspace.token });
    expect(late).toMatchObject({ status: 404, body: { error: { code: 'record_not_found' } } });
  });

  it('is unready after SIGTERM while it still accepts connections, for SVC_DRAIN_SECONDS', async () => {
    const server = await startServerProcess(url, { SVC_DRAIN_SECONDS: '2' });
    const status = async (path: string) =>
      (await fetch(server.url + path, { headers: { connection: 'close' } })).status;
    expect([await status('/livez'), await status('/readyz')]).toEqual([200, 200]);
    server.signal('SIGTERM');
    let ready = 200;
    for (; ready === 200; ready = await status('/readyz'));
    const body = await fetch(`${server.url}/readyz`).then((answer) => answer.json());
    expect([ready, body]).toEqual([503, { status: 'unready', failing: 'stopping' }]);
    expect([await status('/livez'), await status('/health')]).toEqual([200, 200]);
    expect(await server.exited).toBe(0);
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
    await server.stop();
  });

  it('answers uploads that do not end, and logs no failure for them', async () => {
    const lines: LogLine[] = [];
    const server = await startServerProcess(url, {}, (line) => lines.push(line));
    const paths = ['/collections/things/records', '/collections/things/import?file_name=slow.csv'];
    const uploads = paths.map(async (path) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      const type = path.includes('import') ? 'text/csv' : 'application/json';
      const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${workspace.token}`];
      socket.write(
        [...head, `Content-Type: ${type}`, 'Content-Length: 1000', 'Expect: 100-continue', '', ''].join('\r\n'),
      );
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
        if (received.endsWith('Continue\r\n\r\n')) {
          socket.write('{');
        }
      });
      await once(socket, 'data');
      return async () => {
        await once(socket, 'close');
        return /HTTP\/1\.1 (?!100)\d+/.exec(received)?.[0];
      };
    });
    const answers = await Promise.all(uploads);
    server.signal('SIGTERM');
    expect(await Promise.all(answers.map((answer) => answer()))).toEqual(paths.map(() => 'HTTP/1.1 503'));
    expect(await server.exited).toBe(0);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain('calling end');
    await server.stop();
  });

  it('starts nothing more while it waits to migrate, and exits with status 0', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-stopped-'));
    const lines: string[] = [];
    // Migrations take this lock, so that only one process runs them.
    const status = await holding('select pg_advisory_xact_lock(7236811)', async (holder) => {
      const child = spawn(process.execPath, [main], {
        env: { PATH: process.env.PATH, SVC_PORT: '0', SVC_DATABASE_URL: url, SVC_DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'close');
      const stopping = new Promise<void>((resolve) => {
        createInterface(child.stdout).on('line', (line) => {
          lines.push(JSON.parse(line).msg);
          if (lines.includes('stopping')) {
            resolve();
          }
        });
      });
      await isWaiting(holder, 'advisory');
      child.kill('SIGTERM');
      await Promise.race([stopping, ended]);
      await holder.query('commit');
      return (await ended)[0];
    });
    await rm(folder, { recursive: true, force: true });
    const warned = expect.stringContaining('a role that can bypass row security');
    expect({ status, lines }).toEqual({ status: 0, lines: ['stopping', warned, 'stopped'] });
  });
});
