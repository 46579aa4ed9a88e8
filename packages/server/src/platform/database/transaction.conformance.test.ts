import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import type { Transaction } from './database.js';

describe('the last statement of a transaction', () => {
  let opened: TestDatabase;
  const workspace = randomUUID();
  const run = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    opened.database.inWorkspace(workspace, work);

  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('still runs in the workspace, after everything asked before it', async () => {
    const read = `select current_setting('svc.workspace', true) as workspace, now()::text as began`;
    const [first, last] = await run(async (transaction) => [
      ...(await transaction.query<{ workspace: string; began: string }>(read)),
      ...(await transaction.last.query<{ workspace: string; began: string }>(read)),
    ]);
    expect(first?.workspace).toBe(workspace);
    expect(last).toEqual(first);
  });

  it('has none after it: another one is refused rather than run outside', async () => {
    await expect(
      run(async (transaction) => {
        await transaction.last.query('select 1');
        return transaction.query('select 1');
      }),
    ).rejects.toThrow('after the last one');
  });

  it('is reported when it fails, and the next transaction is not touched by it', async () => {
    await expect(run((transaction) => transaction.last.query('select 1 / 0'))).rejects.toThrow('division by zero');
    expect(await run((transaction) => transaction.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});
