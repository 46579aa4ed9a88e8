import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { type TestDatabase, withClient } from '../../testing/database.js';
import { startTestService } from '../../testing/service.js';
import { readSettings } from '../settings.js';
import { migrate } from './migrate.js';
import { openPostgres } from './postgres.js';
import { sessionOptions } from './session.js';

/** Dumps of a small workspace, one for each release, created with `pg_dump --inserts --no-owner`. */
const releases = new URL('../../testing/fixtures/releases/', import.meta.url);
/** The token of an agent that every dump contains. */
const token = 'svc_tk_mLjaDYQdHNlzqyyb2R4FEynk1RNGcgCIJ-RgbpRluCE';

/** Loads a dump into an empty database, with the role of the connection. */
async function load(connection: pg.ClientConfig, name: string): Promise<void> {
  const dump = gunzipSync(readFileSync(new URL(name, releases))).toString();
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name');
    await client.query(`do $$ begin create role svc_app nologin; exception when duplicate_object then null; end $$`);
    await client.query(dump.replaceAll(' TO postgres ', ` TO ${rows[0]?.name} `));
  });
}

async function openWith(dump: string): Promise<TestDatabase> {
  const server = String(inject('postgresUrl'));
  const name = `tessera_upgrade_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await withClient({ connectionString: server }, (client) => client.query(`create database ${name}`));
  await load({ connectionString: url.href }, dump);
  await migrate({ connectionString: url.href });
  const pool = { connectionString: url.href, max: 4, options: sessionOptions(readSettings({})) };
  const database = openPostgres({ engine: 'postgres', pool });
  const close = async (): Promise<void> => {
    await database.close();
    await withClient({ connectionString: server }, (client) => client.query(`drop database ${name} with (force)`));
  };
  return { database, isAnswering: database.isAnswering, url: url.href, close };
}

it.each(readdirSync(releases))('upgrade > starts on the data of %s and keeps all of it', async (dump) => {
  const service = await startTestService({}, { testDatabase: await openWith(dump) });
  onTestFinished(() => service.close());
  const call = async (method: string, path: string, body?: unknown) =>
    (await service.call(method, path, { token, ...(body === undefined ? {} : { body }) })).body;
  expect(await call('GET', '/collections/parts/records/1')).toMatchObject({
    attributes: { name: 'Left door hinge' },
    write_date: '2026-01-31T10:00:00.000Z',
  });
  // This record was sent without a clock value. The time that the earlier release stored in its place must not be
  // returned.
  expect(await call('GET', '/collections/parts/records/2')).toMatchObject({ write_date: null });
  const query = { query: 'hinge for a left door' };
  expect((await call('POST', '/collections/parts/query', query)).results[0]).toMatchObject({ external_id: '1' });
  expect(await call('GET', '/documents/content?path=notes/a.md')).toMatchObject({ text: '# Hinges' });
  const written = await call('POST', '/collections/parts/records', { records: [{ id: 2, write_date: '2001-01-01' }] });
  expect(written.results).toMatchObject([{ status: 'updated' }]);
});
