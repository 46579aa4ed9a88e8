import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.js';
import { type EmptyDatabase, openEmptyDatabase, withClient } from '../../testing/database.js';
import { addCollection, addWorkspace, migrateUpTo } from '../../testing/earlier-schema.js';
import { recordFindings } from './store.js';

let empty: EmptyDatabase;
const places = Array.from({ length: 2 }, () => ({ workspaceId: randomUUID(), collectionId: randomUUID() }));

/** As the version before told them apart, also by what differs in case, accents and spelling of an accent. */
const earlier = [
  ['color', 'unknown_field'],
  ['color', 'type_mismatch'],
  ['Color', 'unknown_field'],
  ['\u00e9', 'unknown_field'],
  ['e\u0301', 'unknown_field'],
  ['\\x41', 'unknown_field'],
] as const;

beforeAll(async () => {
  empty = await openEmptyDatabase();
  await migrateUpTo(empty.connection, '0020_grants_of_groups.sql');
  await withClient(empty.connection, async (client) => {
    for (const { workspaceId, collectionId } of places) {
      await addWorkspace(client, workspaceId);
      await addCollection(client, { workspaceId, collectionId, name: 'parts' });
      for (const [field, kind] of earlier) {
        await client.query(
          `insert into findings (workspace_id, collection_id, field, kind, count, example_ids, message, first_seen_at, last_seen_at)
           values ($1, $2, $3, $4, 7, '{1}', 'Look at it.', '2026-01-01', '2026-01-01')`,
          [workspaceId, collectionId, field, kind],
        );
      }
    }
  });
  expect(await migrate(empty.connection)).toContain('0021_field_hashes.sql');
});
afterAll(() => empty.close());

it('an upgrade keeps every finding, and what is seen again counts on', async () => {
  const [seen, other] = places as [(typeof places)[0], (typeof places)[0]];
  const now = new Date('2026-02-01T00:00:00.000Z');
  await withClient(empty.connection, async (client) => {
    const again = earlier.map(([field, kind]) => ({ field, kind, externalId: '2', message: 'Again.' }));
    const transaction = {
      query: async <Row>(statement: unknown, values: readonly unknown[] = []) =>
        (await client.query(statement as string, [...values])).rows as Row[],
    };
    await recordFindings(transaction, { ...seen, now }, again);
    const found = async (collectionId: string) =>
      (
        await client.query('select field, kind, count::int, example_ids from findings where collection_id = $1', [
          collectionId,
        ])
      ).rows;
    const all = (count: number, example_ids: string[]) =>
      expect.arrayContaining(earlier.map(([field, kind]) => ({ field, kind, count, example_ids })));
    expect(await found(seen.collectionId)).toEqual(all(8, ['2', '1']));
    expect(await found(seen.collectionId)).toHaveLength(earlier.length);
    expect(await found(other.collectionId)).toEqual(all(7, ['1']));
  });
});
