import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { listUnfinished } from './queries.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const identified = { id_match_fields: ['sku'] };

/** Collections in the order of their ids, in which those that answer nobody lie between others. */
const collections: Readonly<Record<string, object>> = {
  'records on their way': { rekeys_ids: true, id_change: randomUUID() },
  'ids unknown': { rekeys_ids: true },
  'never configured': { configuration: {} },
  'identifiers unknown': { configuration: identified },
  'fields taken back': { configuration: { id_match_fields: null } },
  'no fields': { configuration: { id_match_fields: [] } },
  'neither known': { rekeys_ids: true, configuration: identified },
  'another clock': { key_set_id: randomUUID(), configuration: identified },
  'nothing to do': { rekey_from: null, key_set_id: randomUUID(), configuration: identified },
};

describe('what changed configurations have left to do', () => {
  it('begins with the collections that answer nobody until it is done, and names all others after them', async () => {
    const workspaceId = randomUUID();
    const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
    const listed = await test.database.asSystem(async (transaction) => {
      await transaction.query(
        `insert into workspaces (id, slug, name, reader_seats, billing_active, created_at) values ($1, 'one', 'One', 1, true, now())`,
        [workspaceId],
      );
      for (const [at, [name, columns]] of Object.entries(collections).entries()) {
        const row = { rekeys_ids: false, configuration: {}, rekey_from: '1', identity_version: 1, ...columns };
        await transaction.query(`insert into collections select (jsonb_populate_record(null::collections, $1)).*`, [
          {
            ...row,
            workspace_id: workspaceId,
            id: idOf(at),
            name,
            configuration_version: 1,
            ingest_secret_hash: `\\x0${at}`,
            created_at: '2026-01-01',
            updated_at: '2026-01-01',
          },
        ]);
      }
      return listUnfinished(transaction);
    });
    const names = listed.map(({ collectionId }) => Object.keys(collections)[Number(collectionId.at(-1))]);
    expect(names.slice(0, 3).sort()).toEqual(['identifiers unknown', 'ids unknown', 'neither known']);
    expect(names.slice(3).sort()).toEqual([
      'another clock',
      'fields taken back',
      'never configured',
      'no fields',
      'records on their way',
    ]);
    expect(new Set(listed.map((place) => place.workspaceId))).toEqual(new Set([workspaceId]));
  });
});
