import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from './check.js';
import { startEmbedded } from './platform/database/embedded/embedded.js';
import { migrate, migrationNames } from './platform/database/migrate.js';
import { readSettings } from './platform/settings.js';

describe('svc-server check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-check-'));
  const settings = readSettings({ SVC_DATA_DIR: folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs work on the embedded server of the folder, which is stopped afterwards. */
  async function serving<Result>(work: (connection: pg.ClientConfig) => Promise<Result>): Promise<Result> {
    const server = await startEmbedded(folder);
    try {
      return await work(server.connection);
    } finally {
      await server.close();
    }
  }
  const execute = (statement: string) =>
    serving(async (connection) => {
      const client = new pg.Client(connection);
      await client.connect();
      const { rows } = await client.query(statement);
      await client.end();
      return rows;
    });

  it('names a folder without a database', async () => {
    await expect(check(settings)).rejects.toThrow('holds no database: set SVC_DATA_DIR');
  });

  it('tries the pending migrations, and changes nothing', async () => {
    await serving(async () => undefined);
    expect(await check(settings)).toMatch(
      new RegExp(`^PostgreSQL \\d+, database of \\d+ MB, [\\d,]+ MB free\n${migrationNames.length} .* rolled back$`),
    );
    expect(await execute(`select 1 from pg_class where relname = 'schema_migrations'`)).toEqual([]);
  });

  it('reports that nothing is pending, or is in conflict, or was made by a newer version', async () => {
    await serving(migrate);
    expect(await check(settings)).toContain('No migration is pending');
    const last = migrationNames.at(-1);
    await execute(`delete from schema_migrations where name = '${last}'`);
    await expect(check(settings)).rejects.toThrow(`migration ${last} failed and nothing was changed`);
    await execute(`insert into schema_migrations values ('9999_later.sql', 'x')`);
    await expect(check(settings)).rejects.toThrow('migration 9999_later.sql, which this version does not know');
  });

  it('does not try migrations while others use the database', async () => {
    await execute('create database used');
    await serving(async (connection) => {
      const { host, port, user, password } = connection;
      const url = new URL(`postgres://${user}:${password}@localhost/used`);
      url.searchParams.set('host', String(host));
      url.port = String(port ?? '');
      const other = new pg.Client(url.href);
      await other.connect();
      const report = await check({ ...settings, SVC_DATABASE_URL: url.href });
      expect(report).toContain('not tried, because other sessions use the database');
      await other.end();
    });
  });
});
