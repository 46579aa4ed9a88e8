import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { postgresBinaries } from '../../../scripts/testing/postgres-binaries.mjs';
import { type PostgresCluster, startPostgresCluster } from '../../../scripts/testing/postgres-cluster.js';
import { startServerProcess } from './access/testing/server-process.js';
import { createLog } from './platform/log.js';
import { readSettings } from './platform/settings.js';
import { openDatabase } from './platform/start.js';
import { startTestService, type TestService } from './testing/service.js';

const binaries = postgresBinaries();
const onPostgres = process.env.TEST_ENGINE === 'postgres' && binaries !== undefined;
if (process.env.TEST_ENGINE === 'postgres' && !onPostgres) {
  console.info('Not run: a database restored into another cluster (no PostgreSQL binaries here).');
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

async function startCluster(): Promise<PostgresCluster> {
  const cluster = await startPostgresCluster();
  cleanups.push(cluster.stop);
  return cluster;
}

const postgresTool = (name: 'psql' | 'pg_dump', ...args: string[]) =>
  promisify(execFile)(join(String(binaries), name), args);

const execute = ({ url }: PostgresCluster, ...commands: string[]) =>
  postgresTool('psql', url, '-qX', '-v', 'ON_ERROR_STOP=1', ...commands);

/** Counts a cluster's transactions up, as years of writes do. */
const countUp = (cluster: PostgresCluster) =>
  execute(
    cluster,
    '-c',
    'do $$ begin for turn in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$',
  );

/** Dumps one cluster's database into the other, which has none of its roles yet. */
async function restore(from: PostgresCluster, to: PostgresCluster): Promise<void> {
  const dump = join(to.folder, 'dump.sql');
  await postgresTool('pg_dump', from.url, '--file', dump);
  await execute(to, '-c', 'create role svc_app nologin', '-f', dump);
}

async function startServiceOn({ url }: PostgresCluster): Promise<TestService> {
  const database = await openDatabase(readSettings({ SVC_DATABASE_URL: url }), createLog('silent'));
  return startTestService(
    {},
    { testDatabase: { database, isAnswering: database.isAnswering, url, close: () => database.close() } },
  );
}

describe.runIf(onPostgres)('the process on a database restored into a cluster of fewer transactions', () => {
  it('finds the records that were there, and what they become', async () => {
    const [old, fresh] = await Promise.all([startCluster(), startCluster()]);
    await countUp(old);
    const service = await startServiceOn(old);
    const { token } = await service.createWorkspace();
    const records = ['Green desk lamp', 'Red floor lamp', 'Blue wall lamp'].map((name, id) => ({ id, name }));
    await service.call('POST', '/collections', { token, body: { name: 'lamps' } });
    await service.call('POST', '/collections/lamps/records', { token, body: { records } });
    await service.close();
    await restore(old, fresh);

    const restored = await startServerProcess(fresh.url);
    cleanups.push(restored.stop);
    const ask = async (path: string, body: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(restored.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.json();
    };
    const find = (query: string) => ask('/collections/lamps/query', { query, top_k: 1 });
    const sure = { confidence: 'high', results: [{ external_id: '1' }] };
    expect(await find('a red floor lamp')).toMatchObject(sure);
    await ask('/collections/lamps/records', { records: [{ id: 1, name: 'Violet chandelier' }] });
    // By what the record was before, the answer could only be a guess.
    expect(await find('some violet chandelier')).toMatchObject(sure);
  });
});
