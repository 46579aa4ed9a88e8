import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import type { Transaction } from './database.js';

describe('read-only transactions', () => {
  let opened: TestDatabase;
  const workspace = randomUUID();
  const read = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    opened.database.inWorkspace(workspace, work, 'read');

  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('see the rows of their workspace only', async () => {
    const rows = await read((transaction) =>
      transaction.query(`select current_setting('svc.workspace', true) as workspace, current_user::text as role`),
    );
    expect(rows).toEqual([{ workspace, role: 'svc_app' }]);
  });

  it('cannot write', async () => {
    const insert = `insert into call_windows (key, seconds, calls, checked_at, accepted) values ('a', '{}', '{}', now(), true)`;
    await expect(read((transaction) => transaction.query(insert))).rejects.toThrow('read-only transaction');
  });

  it('do not block others while they wait for something outside of the database', async () => {
    const found = await read(async (transaction) => {
      await transaction.query('select 1');
      const others = await read((other) => other.query('select 2 as two'));
      return [...others, ...(await transaction.query('select 3 as three'))];
    });
    expect(found).toEqual([{ two: 2 }, { three: 3 }]);
  });

  it('leave no open transaction on their connection, even after a failure', async () => {
    await expect(read((transaction) => transaction.query('select 1 / 0'))).rejects.toThrow('division by zero');
    await read((transaction) => transaction.query('select 1'));
    const rows = await opened.database.withoutWorkspace((queryable) =>
      queryable.query(
        // Null on a connection of the pool that has never worked for a workspace.
        `select coalesce(current_setting('svc.workspace', true), '') as workspace,
                now() = statement_timestamp() as alone`,
      ),
    );
    expect(rows).toEqual([{ workspace: '', alone: true }]);
  });
});

describe('transactions in which a statement sent without waiting fails', () => {
  let opened: TestDatabase;
  const write = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    opened.database.inWorkspace(randomUUID(), work);

  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('fail with the error of that statement, whatever statements follow', async () => {
    const attempt = write(async (transaction) => {
      transaction.send(`do $$ begin raise exception using errcode = '53200'; end $$`);
      await transaction.query('select 1');
    });
    await expect(attempt).rejects.toMatchObject({ code: '53200' });
  });

  it('are retried after a conflict with another transaction', async () => {
    const failures = [`do $$ begin raise exception using errcode = '40001'; end $$`];
    const rows = await write((transaction) => {
      transaction.send(failures.pop() ?? 'select 1');
      return transaction.query('select 2 as two');
    });
    expect(rows).toEqual([{ two: 2 }]);
  });
});
