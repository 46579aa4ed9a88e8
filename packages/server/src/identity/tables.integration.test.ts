import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.js';

const testDatabase = await openTestDatabase();
afterAll(() => testDatabase.close());

test.each(['people', 'sign_in_codes', 'device_authorizations'])(
  'a request cannot read or write %s, inside a workspace or outside',
  async (table) => {
    const { database } = testDatabase;
    const workspace = '6f1d0b0e-0000-4000-8000-000000000000';
    for (const statement of [`select * from ${table}`, `delete from ${table}`]) {
      await expect(database.withoutWorkspace((tx) => tx.query(statement))).rejects.toThrow('permission denied');
      await expect(database.inWorkspace(workspace, (tx) => tx.query(statement))).rejects.toThrow('permission denied');
    }
    await expect(database.asSystem((tx) => tx.query(`select * from ${table}`))).resolves.toEqual([]);
  },
);
