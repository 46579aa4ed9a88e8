import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/database.js';
import { startTestService, type TestService } from '../../testing/service.js';
import type { Queryable, Transaction } from './database.js';

let service: TestService;
let busy: string;
let other: string;
beforeAll(async () => {
  service = await startTestService({}, { testDatabase: await openTestDatabase({ anyStatement: true }) });
});
afterAll(() => service.close());
beforeEach(async () => {
  [busy, other] = [(await service.createWorkspace()).id, (await service.createWorkspace()).id];
});

const visible = (transaction: Queryable) =>
  transaction.query<{ workspace: string; repos: number }>(
    `select nullif(current_setting('svc.workspace', true), '') as workspace,
       (select count(*)::int from repos) as repos`,
  );
const insertRepo = ({ query, workspaceId }: Transaction, name: string) =>
  query(`insert into repos (workspace_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now())`, [
    workspaceId,
    name,
  ]);

/** Starts a write that inserts a repo, and stays open until `proceed` is called. */
async function openWrite(finish: (transaction: Transaction) => Promise<unknown> = async () => undefined) {
  let proceed: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  let hasInserted: () => void = () => undefined;
  const inserted = new Promise<void>((resolve) => {
    hasInserted = resolve;
  });
  const ended = service.services.database.inWorkspace(busy, async (transaction) => {
    await insertRepo(transaction, 'one');
    hasInserted();
    await isAsked;
    return finish(transaction);
  });
  ended.catch(() => undefined);
  await inserted;
  return { proceed, ended };
}

it('database > a long write does not delay reads and lookups of other workspaces, which see nothing of it', async () => {
  const { database } = service.services;
  const { proceed, ended } = await openWrite(async (transaction) => {
    await insertRepo(transaction, 'two');
    return visible(transaction);
  });
  for (let turn = 0; turn < 3; turn += 1) {
    const read = await database.inWorkspace(other, visible, 'read');
    expect(read).toEqual([{ workspace: other, repos: 0 }]);
    expect(await database.withoutWorkspace(visible)).toEqual([{ workspace: null, repos: 0 }]);
  }
  proceed();
  expect(await ended).toEqual([{ workspace: busy, repos: 2 }]);
  expect(await database.inWorkspace(busy, visible, 'read')).toEqual([{ workspace: busy, repos: 2 }]);
});

it('database > a failing read during a long write of another workspace fails alone', async () => {
  const { database } = service.services;
  const { proceed, ended } = await openWrite(visible);
  const statements = ['select 1 / 0', `insert into repos (workspace_id, name) values ('${other}', 'x')`, 'nonsense'];
  for (const statement of statements) {
    const read = database.inWorkspace(other, (transaction) => transaction.query(statement), 'read');
    await expect(read).rejects.toThrow(/division by zero|read-only|syntax/);
  }
  proceed();
  expect(await ended).toEqual([{ workspace: busy, repos: 1 }]);
});

it('database > reads during a long write of another workspace that fails are answered', async () => {
  const { database } = service.services;
  const { proceed, ended } = await openWrite((transaction) => transaction.query('select 1 / 0'));
  proceed();
  const reads = Array.from({ length: 3 }, () => database.inWorkspace(other, visible, 'read'));
  await expect(ended).rejects.toThrow('division by zero');
  expect(await Promise.all(reads)).toEqual(Array(3).fill([{ workspace: other, repos: 0 }]));
  expect(await database.inWorkspace(busy, visible, 'read')).toEqual([{ workspace: busy, repos: 0 }]);
});

it('database > a read of the same workspace sees a long write as a whole or not at all', async () => {
  const { database } = service.services;
  const { proceed, ended } = await openWrite((transaction) => insertRepo(transaction, 'two'));
  const reading = database.inWorkspace(busy, visible, 'read');
  await database.inWorkspace(other, visible, 'read');
  proceed();
  await ended;
  expect([0, 2]).toContain((await reading)[0]?.repos);
});

it('database > writes of other workspaces follow a long write, and lose nothing', async () => {
  const { database } = service.services;
  const { proceed, ended } = await openWrite();
  const writing = database.inWorkspace(other, (transaction) => insertRepo(transaction, 'one'));
  await database.inWorkspace(other, visible, 'read');
  proceed();
  await Promise.all([ended, writing]);
  expect(await database.inWorkspace(other, visible, 'read')).toEqual([{ workspace: other, repos: 1 }]);
});
