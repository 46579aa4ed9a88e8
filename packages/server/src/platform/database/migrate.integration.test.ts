import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresBinaries } from '../../../../../scripts/testing/postgres-binaries.mjs';
import { type PostgresCluster, startPostgresCluster } from '../../../../../scripts/testing/postgres-cluster.js';
import { startServerProcess } from '../../access/testing/server-process.js';
import { migrateUpTo } from '../../testing/earlier-schema.js';
import { dumpSchema } from '../../testing/schema.js';
import { startTestService } from '../../testing/service.js';
import { createLog } from '../log.js';
import { readSettings } from '../settings.js';
import { confinedUrl, openDatabase } from '../start.js';
import { migrate } from './migrate.js';
import { startPglite } from './pglite.js';

const schemaFile = fileURLToPath(new URL('../../../schema.sql', import.meta.url));
const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));
const names = readdirSync(folder).sort();
const binaries = postgresBinaries();
const onPostgres = process.env.TEST_ENGINE === 'postgres' && binaries !== undefined;
if (process.env.TEST_ENGINE === 'postgres' && !onPostgres) {
  console.info('Not run: migrations on a cluster of their own (no PostgreSQL binaries here).');
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

// A cluster of its own, because the request role belongs to the whole cluster.
describe.runIf(onPostgres)('migrations on PostgreSQL', () => {
  let cluster: PostgresCluster;
  const log = createLog('silent');

  beforeAll(async () => {
    cluster = await startPostgresCluster();
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

  it('tell an owner who may neither create the request role nor use it what to ask for', async () => {
    await asSuperuser('create role bare login', 'create database bare_db owner bare');
    await expect(open(address('bare_db', 'bare'))).rejects.toThrow(
      /the role bare may not create roles: give it CREATEROLE, or have an administrator run: create role svc_app nologin/,
    );
  });

  it('run as an owner without superuser rights, and the service works as that owner', async () => {
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

  it('tell an owner to whom an existing request role was not granted what to ask for, and run once it was', async () => {
    await asSuperuser('create role late login', 'create database late_db owner late');
    const url = address('late_db', 'late');
    await expect(open(url)).rejects.toThrow(/the role late may not act as svc_app: .*grant svc_app to late/);
    await asSuperuser('grant svc_app to late');
    await (await open(url)).close();
  });

  it('are applied once, also by two processes that start at the same moment', async () => {
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

  /** A database to which all migrations but the last have been applied, and a connection to it. */
  async function lackingTheLast(database: string): Promise<{ url: string; client: pg.Client }> {
    await asSuperuser(`create database ${database}`);
    const url = address(database);
    await migrateUpTo({ connectionString: url }, names.at(-2) ?? '');
    return { url, client: await connected(url) };
  }

  const waiting = (client: pg.Client, count: number) =>
    vi.waitFor(
      async () => {
        expect((await client.query('select from pg_locks where not granted')).rowCount).toBe(count);
      },
      { timeout: 10_000, interval: 20 },
    );

  it('try again when a server still at work holds a lock for longer than they wait', async () => {
    const { url, client: reader } = await lackingTheLast('busy_db');
    await reader.query('begin; lock table schema_migrations in share mode');
    const migrated = migrate({ connectionString: url }, 300);
    await waiting(reader, 1);
    // While the lock is held, the wait ends only by giving the first try up.
    await waiting(reader, 0);
    await reader.query('rollback');
    await reader.end();
    expect(await migrated).toEqual([names.at(-1)]);
  });

  it('try again when they and a server still at work wait for each other', async () => {
    const { url, client: hinge } = await lackingTheLast('deadlock_db');
    // The migration locks one table and, once the hinge lets it, the other, which a request has that waits for the first.
    await hinge.query(`
      create table one (); create table other ();
      create function lock_both() returns trigger language plpgsql as $$ begin
        lock table one; perform pg_advisory_xact_lock(1); lock table other; return new;
      end $$;
      create trigger lock_both before insert on schema_migrations for each row execute function lock_both();
      select pg_advisory_lock(1)`);
    const request = await connected(url);
    // Left to the migration to find out, and so to lose.
    await request.query(`set deadlock_timeout = '1h'; begin; lock table other`);
    const migrated = migrate({ connectionString: url }, 60_000);
    await waiting(hinge, 1);
    const served = request.query('lock table one; commit');
    await waiting(hinge, 2);
    await hinge.query('select pg_advisory_unlock(1)');
    await served;
    expect(await migrated).toEqual([names.at(-1)]);
    const deadlocks = `select deadlocks::integer from pg_stat_database where datname = 'deadlock_db'`;
    await vi.waitFor(async () => expect((await hinge.query(deadlocks)).rows).toEqual([{ deadlocks: 1 }]), 10_000);
    await Promise.all([request.end(), hinge.end()]);
  });

  it('are refused once a file differs from what was applied', async () => {
    const client = await connected(address('twice_db'));
    await client.query(`update schema_migrations set checksum = 'other' where name = $1`, [names[0]]);
    await client.end();
    await expect(open(address('twice_db'))).rejects.toThrow(
      `migration ${names[0]} was changed after it had been applied: add a new file instead`,
    );
  });

  it('are refused on a database that a newer version has migrated, which changes nothing', async () => {
    const client = await connected(address('late_db', 'late'));
    await client.query(`insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'any')`);
    await expect(open(address('late_db', 'late'))).rejects.toThrow(
      'the database has migration 9999_newer.sql, which this version does not know: start the newer version',
    );
    await client.query(`delete from schema_migrations where name = '9999_newer.sql'`);
    await client.end();
    await (await open(address('late_db', 'late'))).close();
  });

  it('make the schema that schema.sql in the repository shows', async () => {
    await asSuperuser('create database schema_db');
    await migrate({ connectionString: address('schema_db') });
    // `npm run schema` writes the file anew.
    await expect(await dumpSchema(address('schema_db'))).toMatchFileSnapshot(schemaFile);
  });

  it('leave connections confined, whatever options their URL brings', async () => {
    const url = `${address('schema_db')}?options=${encodeURIComponent('-c role=postgres -c search_path=public')}`;
    const client = await connected(confinedUrl(url));
    const { rows } = await client.query(`select current_user as role, current_setting('search_path') as path`);
    await client.end();
    expect(rows).toEqual([{ role: 'svc_app', path: 'public' }]);
  });

  it('are followed by a check that row security holds for the request role', async () => {
    await asSuperuser('alter role svc_app bypassrls');
    await expect(open(address('schema_db'))).rejects.toThrow('row security could not protect workspaces');
    await asSuperuser('alter role svc_app nobypassrls');
  });

  it('that cannot reach the database say so in one line without its password', async () => {
    const url = 'postgres://tessera:top-secret@127.0.0.1:1/none';
    const failure = await open(url).catch((error: Error) => error.message);
    expect(failure).toMatch(/^cannot open the database: .*ECONNREFUSED[^\n]*$/);
    expect(failure).not.toContain('top-secret');
  });
});

describe.runIf(process.env.TEST_ENGINE === 'pglite')('migrations on the embedded database', () => {
  it('are applied once', async () => {
    const pglite = await startPglite({ snapshot: undefined });
    expect(await migrate(pglite.pool)).toEqual(names);
    expect(await migrate(pglite.pool)).toEqual([]);
    await pglite.close();
  });
});
