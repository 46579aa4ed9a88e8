import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from './database.js';
import { migrate } from './migrate.js';
import { openPglite, type Pglite, startPglite } from './pglite.js';
import { openPostgres } from './postgres.js';
import { refusalOf } from './sqlstate.js';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const statement = { name: 'one', text: 'select 1 as one' };

/** Breaks a connection in the middle of a transaction, which leaves settings and statements in the session. */
async function leaveBehind({ pool }: Pglite): Promise<void> {
  const broken = openPostgres({ engine: 'pglite', pool });
  await broken.withoutWorkspace(async (transaction) => {
    await transaction.query(statement);
    await transaction.query(`set session svc.workspace = 'left behind'`);
  });
  await broken.close();
}

describe('PGlite', () => {
  let folder: string;
  let pglite: Pglite;
  let database: OpenDatabase;
  let applied: readonly (readonly string[])[];
  const crashes: Error[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-embedded-'));
    // Simulates a process that stopped while it created the database.
    await mkdir(join(folder, 'pglite.unfinished'));
    await writeFile(join(folder, 'pglite.unfinished', 'PG_VERSION'), '17\n');
    pglite = await startPglite({ folder }, { onCrash: (error) => crashes.push(error) });
    applied = [await migrate(pglite.pool), await migrate(pglite.pool)];
    await leaveBehind(pglite);
    database = openPglite(pglite);
    await database.asSystem((transaction) => transaction.query('create table kept (number integer)'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const keep = (number: number) =>
    database.asSystem((transaction) => transaction.query('insert into kept values ($1)', [number]));
  const kept = async () => {
    const rows = await database.asSystem((transaction) =>
      transaction.query<{ number: number }>('select number from kept order by number'),
    );
    return rows.map((row) => row.number);
  };

  it('creates the database again if creating it was interrupted', async () => {
    expect(await readdir(folder)).not.toContain('pglite.unfinished');
    expect(await kept()).toEqual([]);
  });

  it('applies migrations once', () => {
    expect(applied).toEqual([readdirSync(migrations).sort(), []]);
  });

  it('resets statements, settings and transactions of a broken connection', async () => {
    const seen = await database.withoutWorkspace(async (transaction) => [
      ...(await transaction.query(statement)),
      ...(await transaction.query(
        `select current_user, nullif(current_setting('svc.workspace', true), '') as workspace`,
      )),
    ]);
    expect(seen).toEqual([{ one: 1 }, { current_user: 'svc_app', workspace: null }]);
  });

  it('does not block the event loop during a slow query', async () => {
    let isDone = false;
    const query = database
      .withoutWorkspace((transaction) => transaction.query('select sum(n) from generate_series(1, 2000000) as n'))
      .finally(() => {
        isDone = true;
      });
    let turns = 0;
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await query;
    // If PGlite ran in this thread, the event loop would turn only before and after the query.
    expect(turns).toBeGreaterThan(1_000);
  });

  it('after a crash, running queries fail as unavailable, and every commit is recovered', async () => {
    await keep(1);
    const slow = database.withoutWorkspace((transaction) =>
      transaction.query('select sum(n) from generate_series(1, 50000000) as n'),
    );
    const waiting = kept();
    const ends = Promise.allSettled([slow, waiting]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await pglite.crash();
    const [first, second] = await ends;
    expect(first).toMatchObject({ status: 'rejected' });
    expect(refusalOf(first.status === 'rejected' ? first.reason : undefined)?.code).toBe('unavailable');
    // This query was queued during the crash, so it runs after the restart.
    expect(second).toEqual({ status: 'fulfilled', value: [1] });
    await keep(2);
    expect(await kept()).toEqual([1, 2]);
    expect(crashes).toHaveLength(1);
  });

  it('counts as healthy during a long transaction, and after recovery from a crash', async () => {
    const asked = await database.asSystem(() => database.isAnswering());
    expect(asked).toBe(true);
    await pglite.crash();
    expect(await database.isAnswering()).toBe(true);
  });

  it('starts every connection with a clean session, even after a broken transaction', async () => {
    await pglite.crash();
    const prepared = () =>
      database.withoutWorkspace((transaction) =>
        transaction.query<{ role: string }>({ name: 'who', text: 'select current_user as role' }),
      );
    expect(await prepared().catch(prepared)).toEqual([{ role: 'svc_app' }]);
    expect(await prepared()).toEqual([{ role: 'svc_app' }]);
  });

  it('closes while work is aborted, which is rolled back', async () => {
    const brokenOff = database.asSystem(async (transaction) => {
      await transaction.query('create table half (number integer)');
      await database.breakOff();
    });
    await expect(brokenOff).rejects.toThrow();
    await database.close();
    expect(await readdir(folder)).toEqual(['pglite']);
    database = openPglite(await startPglite({ folder }));
    const tables = await database.asSystem((transaction) => transaction.query("select to_regclass('half') as half"));
    expect(tables).toEqual([{ half: null }]);
  });
});
