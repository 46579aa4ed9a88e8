import { expect, test } from 'vitest';
import { openPglite, startPglite } from './pglite.js';
import { openPostgres } from './postgres.js';

test('a connection after one that broke finds nothing of it: no statement, setting or open transaction', async () => {
  const pglite = await startPglite({ snapshot: undefined });
  const statement = { name: 'one', text: 'select 1 as one' };
  const broken = openPostgres({ engine: 'pglite', pool: pglite.pool });
  await broken.withoutWorkspace(async (transaction) => {
    await transaction.query('create role svc_app nologin');
    await transaction.query(statement);
    await transaction.query(`set session svc.workspace = 'left behind'`);
  });
  await broken.close();
  const database = openPglite(pglite);
  try {
    const seen = await database.withoutWorkspace(async (transaction) => [
      ...(await transaction.query(statement)),
      ...(await transaction.query(
        `select current_user, nullif(current_setting('svc.workspace', true), '') as workspace`,
      )),
    ]);
    expect(seen).toEqual([{ one: 1 }, { current_user: 'svc_app', workspace: null }]);
  } finally {
    await database.close();
  }
});
