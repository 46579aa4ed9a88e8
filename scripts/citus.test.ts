import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from '../acceptance/http.js';
import { type OwnService, startService } from '../acceptance/service.js';
import { type CitusCluster, citusBinaries, startCitusCluster } from './testing/citus-cluster.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

// The order matters: each test starts with the state of the previous one.
describe.runIf(citusBinaries)('svc-server distribute', () => {
  let cluster: CitusCluster;
  let service: OwnService;
  beforeAll(async () => {
    cluster = await startCitusCluster();
  });
  afterAll(async () => {
    await service?.dispose();
    await cluster?.stop();
  });

  async function distribute(): Promise<string> {
    const command = [process.execPath, 'packages/server/dist/main.js', 'distribute'] as const;
    const { stdout } = await run(command[0], command.slice(1), { cwd: root, env: { SVC_DATABASE_URL: cluster.url } });
    return stdout.trim();
  }

  /** The number of statements that the coordinator has sent to one and to several shards. */
  async function statements(): Promise<{ one: number; several: number }> {
    const line = await cluster.sql(
      "select query_execution_single_shard, query_execution_multi_shard from citus_stat_counters where name = 'tessera'",
    );
    const [one = 0, several = 0] = line.split('|').map(Number);
    return { one, several };
  }

  it('fails with a clear message without a database, the extension or a worker', async () => {
    await expect(
      run(process.execPath, ['packages/server/dist/main.js', 'distribute'], { cwd: root, env: {} }),
    ).rejects.toThrow(/the embedded database cannot be distributed: set SVC_DATABASE_URL/);
    service = await startService({ databaseUrl: cluster.url });
    await service.end('SIGTERM');
    await expect(distribute()).rejects.toThrow(/no extension citus: run "create extension citus"/);
    await cluster.sql('create extension citus');
    await expect(distribute()).rejects.toThrow(/no worker: add one with citus_add_node/);
  });

  it('distributes the large tables with their rows, and does nothing the second time', async () => {
    service = await startService({ databaseUrl: cluster.url, operatorToken: service.operatorToken });
    const token = await makeToken((await makeWorkspace(service)).id, { target: service });
    await ok('POST /collections', { target: service, token, body: { name: 'before' } });
    await service.end('SIGTERM');
    await cluster.addWorkers();
    const tables = (await distribute()).split('\n');
    expect(tables).toContain('distributed records by workspace_id');
    expect(await distribute()).toBe('all large tables are distributed already');
    const tableCount = await cluster.sql(
      "select count(distinct nodeport) from citus_shards where table_name = 'records'::regclass",
    );
    expect(tableCount).toBe('2');
    service = await startService({ databaseUrl: cluster.url, operatorToken: service.operatorToken });
    const { collections } = await ok<{ collections: unknown[] }>('GET /collections', { target: service, token });
    expect(collections).toMatchObject([{ name: 'before' }]);
  });

  it('limits each query, upsert and document read to one shard', async () => {
    const token = await makeToken((await makeWorkspace(service)).id, { target: service });
    const asAdmin = { target: service, token };
    await ok('POST /collections', { ...asAdmin, body: { name: 'parts' } });
    await ok('POST /repos', { ...asAdmin, body: { name: 'notes' } });
    const document = { path: 'notes/start.md', base: 'any', text: '# Start\n' };
    await ok('PUT /documents/content', { ...asAdmin, body: document });
    const calls = {
      upsert: ['POST /collections/parts/records', { records: [{ id: 7, name: 'Left door hinge', sku: 'HN-220' }] }],
      query: ['POST /collections/parts/query', { query: 'door hinge' }],
      'query by identifier': ['POST /collections/parts/query', { query: 'HN-220' }],
      'document read': ['GET /documents/content?path=notes/start.md', undefined],
    } as const;
    for (const [name, [request, body]] of Object.entries(calls)) {
      const before = await statements();
      await ok(request, { ...asAdmin, body });
      const after = await statements();
      expect([name, after.several - before.several]).toEqual([name, 0]);
      expect(after.one - before.one, name).toBeGreaterThan(0);
    }
  });

  it('preserves row security: a transaction of one workspace sees only its own rows', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { id } = await makeWorkspace(service);
      const token = await makeToken(id, { target: service });
      await ok('POST /collections', { target: service, token, body: { name: 'own' } });
      const asRequest = ['begin', 'set local role svc_app', `set local svc.workspace = '${id}'`];
      const seen = await cluster.sql(...asRequest, 'select count(*), min(workspace_id::text) from collections');
      expect(seen).toBe(`1|${id}`);
    }
    expect(await cluster.sql('begin', 'set local role svc_app', 'select count(*) from collections')).toBe('0');
  });

  it('distributes the tables of a later migration with the tables that they refer to', async () => {
    await cluster.sql(
      `create table added (workspace_id uuid not null, collection_id uuid not null, primary key (workspace_id, collection_id),
         foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade)`,
      "select confine_to_workspace('added')",
    );
    expect(await distribute()).toBe('distributed added by workspace_id');
    const statement =
      "select count(distinct colocation_id) from citus_tables where table_name::text in ('added', 'records')";
    expect(await cluster.sql(statement)).toBe('1');
  });
});
