import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.js';
import { type RowsRead, startReadingService } from '../../testing/rows-read.js';
import type { TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

// What is long, and cannot be compressed, lies apart from its row: reading it shows in the index it is found by.
const long = randomBytes(30_000).toString('hex');
const lamp = (id: string, color: string) => ({ id, name: `Lamp ${id}`, color: [color, long] });
const ids = ['live', 'deleted'];

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
let read: RowsRead[] = [];

async function longValues(database: Database): Promise<RegExp> {
  const [values] = await database.asSystem((transaction) =>
    transaction.query<{ index: string }>(
      `select i.relname as index from pg_class r join pg_index x on x.indrelid = r.reltoastrelid join pg_class i on i.oid = x.indexrelid
       where r.oid = 'records'::regclass`,
    ),
  );
  return new RegExp(`^${values?.index}$`);
}

beforeAll(async () => {
  service = await startReadingService(longValues, (values) => read.push(values));
  workspace = await callersWorkspace(service);
  const group = await workspace.group();
  caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  await workspace.must('POST', '/collections', { name: 'lamps' });
  await workspace.must('PUT', `/collections/lamps/grants/${group}`, { permission: 'write', filter: { color: 'red' } });
  const records = ['red', 'blue'].flatMap((color) => ids.map((id) => lamp(`${color}-${id}`, color)));
  await workspace.must('POST', '/collections/lamps/import', { records });
  for (const color of ['red', 'blue']) {
    await workspace.must('DELETE', `/collections/lamps/records/${color}-deleted`);
  }
});
afterAll(() => service.close());

/** What a call of the confined caller answers, and how many pieces of long values were read for it. */
async function ask(method: string, path: string, body?: object) {
  read = [];
  const answer = await service.call(method, `/collections/lamps${path}`, {
    ...caller,
    ...(body === undefined ? {} : { body }),
  });
  expect(read, 'each transaction tells').not.toEqual([]);
  const pieces = read.flatMap((one) => Object.values(one)).reduce((sum, count) => sum + count, 0);
  return { answer, pieces };
}

const write = (id: string) => ask('POST', '/records', { records: [{ ...lamp(id, 'red'), changed: true }] });

describe.each(ids)('what a %s record outside the slice says', (id) => {
  it('is not read to refuse a write under its id', async () => {
    const { answer, pieces } = await write(`blue-${id}`);
    expect(answer.body.results).toMatchObject([{ error: 'outside_slice' }]);
    expect(pieces).toBe(0);
  });

  it('is not read to answer its deletion', async () => {
    const { answer, pieces } = await ask('DELETE', `/records/blue-${id}`);
    expect(answer.body.error.code).toBe('record_not_found');
    expect(pieces).toBe(0);
  });
});

describe('what a record inside the slice says', () => {
  it('is seen to be read to answer a resend of what it holds', async () => {
    const { answer, pieces } = await ask('POST', '/records', { records: [lamp('red-live', 'red')] });
    expect(answer.body.results).toMatchObject([{ status: 'unchanged' }]);
    expect(pieces).toBeGreaterThan(0);
  });

  it('is seen to be read to answer its deletion, done before', async () => {
    const { answer, pieces } = await ask('DELETE', '/records/red-deleted');
    expect(answer.body.status).toBe('tombstoned');
    expect(pieces).toBeGreaterThan(0);
  });
});
