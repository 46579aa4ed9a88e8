import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedBinaries } from '../../../../../scripts/testing/postgres-binaries.mjs';
import { type PostgresCluster, startPostgresCluster } from '../../../../../scripts/testing/postgres-cluster.mjs';
import { startServerProcess } from '../../access/testing/server-process.js';
import { dumpSchema } from '../../testing/schema.js';
import { startTestService } from '../../testing/service.js';
import { createLog } from '../log.js';
import { readSettings } from '../settings.js';
import { confinedUrl, openDatabase } from '../start.js';
import { prepared } from './database.js';
import { migrate } from './migrate.js';

const schemaFile = fileURLToPath(new URL('../../../schema.sql', import.meta.url));
const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));
const names = readdirSync(folder).sort();
const binaries = installedBinaries();
if (binaries === undefined) {
  console.info('Not run: migrations on a cluster of their own (no PostgreSQL binaries here).');
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

// This uses its own cluster, because all databases of a cluster share roles.
describe.runIf(binaries)('migrate (PostgreSQL)', () => {
  let cluster: PostgresCluster;
  const log = createLog('silent');

  beforeAll(async () => {
    cluster = await startPostgresCluster({ binaries });
  });
  afterAll(() => cluster.stop());

  async function asSuperuser(...statements: string[]): Promise<void> {
    const client = await connected(cluster.url);
    for (const statement of statements) {
      await client.query(statement);
    }
    await client.end();
  }

  const address = (database: string, user = 'postgres'): string => {
    const url = new URL(cluster.url);
    url.username = user;
    url.pathname = `/${database}`;
    return url.toString();
  };
  const open = (url: string) => openDatabase(readSettings({ SVC_DATABASE_URL: url }), log);

  it('names the missing right if the owner may not use the request role', async () => {
    await asSuperuser('create role bare login', 'create database bare_db owner bare');
    await expect(open(address('bare_db', 'bare'))).rejects.toThrow(
      /the role bare may not create roles: give it CREATEROLE, or have an administrator run: create role svc_app nologin/,
    );
  });

  it('needs no superuser: an owner without these rights migrates, and the service works', async () => {
    await asSuperuser('create role hosted login createrole', 'create database hosted_db owner hosted');
    const url = address('hosted_db', 'hosted');
    const database = await open(url);
    const service = await startTestService(
      {},
      { testDatabase: { database, isAnswering: database.isAnswering, url, close: () => database.close() } },
    );
    const { token } = await service.createWorkspace();
    await service.call('POST', '/collections', { token, body: { name: 'things' } });
    const records = [{ id: 1, name: 'Blue lamp' }];
    await service.call('POST', '/collections/things/records', { token, body: { records } });
    const found = await service.call('POST', '/collections/things/query', { token, body: { query: 'blue lamp' } });
    expect(found.body.results).toMatchObject([{ external_id: '1' }]);
    expect(await database.withoutWorkspace((transaction) => transaction.query('select from records'))).toEqual([]);
    await service.close();
  });

  it('names the grant that an owner lacks on an existing request role, and succeeds after the grant', async () => {
    await asSuperuser('create role late login', 'create database late_db owner late');
    const url = address('late_db', 'late');
    await expect(open(url)).rejects.toThrow(/the role late may not act as svc_app: .*grant svc_app to late/);
    await asSuperuser('grant svc_app to late');
    await (await open(url)).close();
  });

  it('applies each migration once, even from two concurrent processes', async () => {
    await asSuperuser('create database twice_db');
    const url = address('twice_db');
    const both = await Promise.all([startServerProcess(url), startServerProcess(url)]);
    for (const process of both) {
      expect((await fetch(`${process.url}/health`)).status).toBe(200);
    }
    await Promise.all(both.map((process) => process.stop()));
    const client = await connected(url);
    const { rows } = await client.query('select name from schema_migrations order by name');
    await client.end();
    expect(rows.map((row) => row.name)).toEqual(names);
    expect(await migrate({ connectionString: url })).toEqual([]);
  });

  it('rejects a changed file of an applied migration', async () => {
    const client = await connected(address('twice_db'));
    await client.query(`update schema_migrations set checksum = 'other' where name = $1`, [names[0]]);
    await client.end();
    await expect(open(address('twice_db'))).rejects.toThrow(
      `migration ${names[0]} was changed after it had been applied`,
    );
  });

  it('rejects a database that a newer version migrated, without changes', async () => {
    const client = await connected(address('late_db', 'late'));
    await client.query(`insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'any')`);
    await expect(open(address('late_db', 'late'))).rejects.toThrow(
      'the database has migration 9999_newer.sql, which this version does not know: start the version that made it',
    );
    await client.query(`delete from schema_migrations where name = '9999_newer.sql'`);
    await client.end();
    await (await open(address('late_db', 'late'))).close();
  });

  it('applies all pending migrations or none, and names the one that failed', async () => {
    await asSuperuser('create database half_db');
    const client = await connected(address('half_db'));
    await client.query('create table collection_views ()');
    await expect(open(address('half_db'))).rejects.toThrow(
      /migration 0001_schema.sql failed and nothing was changed: .* start this version again: relation "collection_views" already exists/,
    );
    const { rows } = await client.query(`select relname from pg_class where relname = 'workspaces'`);
    expect(rows).toEqual([]);
    await client.query('drop table collection_views');
    await client.end();
    await (await open(address('half_db'))).close();
  });

  it('stops a running process once a newer version has migrated its database', async () => {
    const running = await startServerProcess(address('half_db'));
    const client = await connected(address('half_db'));
    await client.query(`insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'any')`);
    expect(await running.exited).toBe(1);
    await client.query(`delete from schema_migrations where name = '9999_newer.sql'`);
    await client.end();
  });

  it('prepares a statement again whose table was migrated meanwhile', async () => {
    const database = await open(address('half_db'));
    const read = () =>
      database.asSystem((transaction) => transaction.query<{ added: number }>(prepared('select * from people')));
    const client = await connected(address('half_db'));
    await client.query(
      `insert into people (id, email, name, created_at) values (gen_random_uuid(), 'a@b.test', 'A', now())`,
    );
    await read();
    await client.query('alter table people add column added integer default 1');
    expect(await read()).toMatchObject([{ added: 1 }]);
    await client.end();
    await database.close();
  });

  it('creates the schema in schema.sql', async () => {
    await asSuperuser('create database schema_db');
    await migrate({ connectionString: address('schema_db') });
    // `npm run schema` updates the file.
    await expect(await dumpSchema(address('schema_db'))).toMatchFileSnapshot(schemaFile);
  });

  it('starts every connection as the request role, whatever options the URL contains', async () => {
    const url = `${address('schema_db')}?options=${encodeURIComponent('-c role=postgres -c search_path=public')}`;
    const client = await connected(confinedUrl(url, readSettings({})));
    const { rows } = await client.query(`select current_user as role, current_setting('search_path') as path`);
    await client.end();
    expect(rows).toEqual([{ role: 'svc_app', path: 'public' }]);
  });

  it('checks afterwards that row security applies to the request role', async () => {
    await asSuperuser('alter role svc_app bypassrls');
    await expect(open(address('schema_db'))).rejects.toThrow('row security could not protect workspaces');
    await asSuperuser('alter role svc_app nobypassrls');
  });

  it('reports an unreachable database in one line without its password', async () => {
    const url = 'postgres://tessera:top-secret@127.0.0.1:1/none';
    const failure = await open(url).catch((error: Error) => error.message);
    expect(failure).toMatch(/^cannot open the database: .*ECONNREFUSED[^\n]*$/);
    expect(failure).not.toContain('top-secret');
  });
});
