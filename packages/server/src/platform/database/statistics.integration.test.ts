import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { refreshGrown } from './statistics.js';

describe('refreshGrown', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  const insert = `insert into workspaces (id, slug, name, reader_seats, billing_active, created_at)
    select gen_random_uuid(), gen_random_uuid()::text, repeat('name', 20), 1, true, now() from generate_series(1, 5000) n`;

  it('updates a table once after it has grown, and requests stay confined afterwards', async () => {
    const { database } = opened;
    await database.asSystem(async (transaction) => {
      await transaction.query(insert);
      // Before a large import is committed, its table would be analyzed as empty.
      expect(await refreshGrown(database)).toEqual([]);
      // Otherwise PostgreSQL counts the changes of several transactions once a second.
      await transaction.query('select pg_stat_force_next_flush()');
    });
    expect(await refreshGrown(database)).toEqual(['workspaces']);
    expect(await refreshGrown(database)).toEqual([]);
    const role = await database.withoutWorkspace((transaction) =>
      transaction.query('select current_user::text as name'),
    );
    expect(role).toEqual([{ name: 'svc_app' }]);
  });
});
