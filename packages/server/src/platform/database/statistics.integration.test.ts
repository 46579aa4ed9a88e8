import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { refreshGrown } from './statistics.js';

describe('refreshGrown', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('updates a table once after it has grown, and requests stay confined afterwards', async () => {
    const { database } = opened;
    await database.asSystem((transaction) =>
      transaction.query(`insert into workspaces (id, slug, name, reader_seats, billing_active, created_at)
        select gen_random_uuid(), 's' || n, repeat('name', 20), 1, true, now() from generate_series(1, 5000) n`),
    );
    expect(await refreshGrown(database)).toEqual(['workspaces']);
    expect(await refreshGrown(database)).toEqual([]);
    const role = await database.withoutWorkspace((transaction) =>
      transaction.query('select current_user::text as name'),
    );
    expect(role).toEqual([{ name: 'svc_app' }]);
  });
});
