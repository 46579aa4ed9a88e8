import { beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.js';
import { observedDatabase } from '../../testing/observed-database.js';
import { startSuiteService } from '../../testing/service.js';
import { grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service, { reader_seats: 20_000 });
beforeAll(async () => {
  const group = await shop.v1('POST', '/groups', { name: 'Everybody', paths: ['course/**'] });
  await addMembers(10_000, group.body.id);
});

async function addMembers(count: number, groupId: string): Promise<void> {
  await service.services.database.asSystem(async (transaction) => {
    // Skip triggers and foreign keys, which are slow for so many rows. The rows are valid.
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(
      `with added as (
         insert into memberships (workspace_id, id, email, name, role, access, status, confined, created_at)
         select $1, gen_random_uuid(), 'm' || n || '@example.com', 'M' || n, 'reader', 'read_only', 'active', true,
                '2026-01-01Z'::timestamptz + n * interval '1 second'
         from generate_series(1, $3::int) n returning workspace_id, id
       )
       insert into group_holders (workspace_id, group_id, holder_kind, holder_id, access)
       select workspace_id, $2, 'membership', id, 'read_only' from added`,
      [shop.id, groupId, count],
    );
  });
}

it('members.list, groups.list > use as many statements for 10,000 members as for ten', async () => {
  let statements = 0;
  // Counts only statements about members and groups, because background work runs others.
  const database = observedDatabase(service.services.database, (text) => {
    statements += /\b(memberships|groups|group_holders)\b/.test(text) ? 1 : 0;
  });
  const app = buildApp({ ...service.services, database });
  const get = async (path: string) => {
    const before = statements;
    const answer = await app.http.request(`http://tessera.test${path}`, {
      headers: { authorization: `Bearer ${shop.key}` },
    });
    const body = (await answer.json()) as { members: { email: string }[]; groups: unknown[]; count: number };
    return { body, statements: statements - before };
  };
  const few = await get('/v1/members?limit=10');
  const all = await get('/v1/members');
  const groups = await get('/v1/groups');
  await app.close();
  expect(all.body.members).toHaveLength(10_000);
  expect(all.body.count).toBe(10_000);
  expect(all.body.members[0]?.email).toBe('m10000@example.com');
  expect([few.statements, all.statements, groups.statements]).toEqual([2, 2, 2]);
  expect(groups.body.groups).toEqual([expect.objectContaining({ name: 'Everybody', members: 10_000 })]);
});
