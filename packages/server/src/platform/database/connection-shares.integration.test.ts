import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import type { Transaction } from './database.js';

let opened: TestDatabase;
const [busy, other] = [randomUUID(), randomUUID()];
const many = Array.from({ length: 20 }, (_, n) => n);

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const slow = (transaction: Transaction) => transaction.query('select pg_sleep(0.1)');
const two = (transaction: Transaction) => transaction.query('select 2 as two');

it('database > waiting reads of one workspace leave connections to the others', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const locking = many.map(() =>
    opened.database.inWorkspace(
      busy,
      async (transaction) => {
        await two(transaction);
        await ended;
      },
      'read',
    ),
  );
  expect(await opened.database.inWorkspace(other, two, 'read')).toEqual([{ two: 2 }]);
  end();
  await Promise.all(locking);
});

it('database > queued transactions of one workspace do not delay those of another', async () => {
  const order: string[] = [];
  const all = [...many.map(() => busy), other].map(async (workspace) => {
    await opened.database.inWorkspace(workspace, slow);
    order.push(workspace);
  });
  await Promise.all(all);
  expect(order.indexOf(other)).toBeLessThan(many.length - 5);
});

it('database > a read of one workspace waits for at most one queued write of another', async () => {
  const order: string[] = [];
  const writing = many.map(() => opened.database.inWorkspace(busy, slow).then(() => order.push('write')));
  const reading = opened.database.inWorkspace(other, two, 'read').then(() => order.push('read'));
  await Promise.all([...writing, reading]);
  expect(order.indexOf('read')).toBeLessThan(2);
});
