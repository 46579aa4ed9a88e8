import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, buildApp } from '../../app.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { SearchIndexes } from './indexes.js';

/** Ids that code units, code points and locales put in different orders. */
const strangeIds = [
  'a',
  'B',
  'b',
  'ä',
  'Z-1',
  'Z-10',
  'Z-9',
  '\u{e000}',
  '\u{ff5e}',
  '\u{1f4a1}',
  '\u{1f4a1}b',
  '0',
  '00',
];
const ids = [...strangeIds, ...Array.from({ length: 30 }, (_, n) => `lamp-${n}`)];
const record = (id: string, n: number) => ({
  id,
  name: `Lamp ${n}`,
  color: n % 3 === 2 ? 'blue' : 'red',
  size: n,
  code: ['AB-1', 'ab1', 'A.B 1', '--', 'Ａ-1', '0', 'lamp-4'][n % 7],
  ...(n % 5 === 0 ? { finish: `brass ${n}` } : {}),
  write_date: `2026-01-0${1 + (n % 4)}`,
});
const names = ['left', 'right'] as const;

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
const byIndex = vi.spyOn(SearchIndexes.prototype, 'ask');

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  const group = await workspace.group();
  caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  for (const name of names) {
    await workspace.must('POST', '/collections', { name });
    await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['code'] });
    await workspace.must('PUT', `/collections/${name}/grants/${group}`, {
      permission: 'write',
      filter: { color: 'red' },
    });
    await workspace.must('POST', `/collections/${name}/import`, { records: ids.map(record) });
  }
  // Some whose text was never embedded, and some whose embedding was given up.
  await service.services.database.asSystem((transaction) =>
    transaction.query(
      `update records set pending = true, embed_tries = case when attributes ->> 'size' < '2' then 5 else 1 end
       where attributes ->> 'size' < '3'`,
    ),
  );
});
afterEach(() => byIndex.mockClear());
afterAll(() => service.close());

async function ask(app: App, [method, path, body]: readonly [string, string, unknown?]): Promise<unknown> {
  const answer = await app.http.request(`http://tessera.test${path}`, {
    method,
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The answer of a process that has no index yet, and so asks the database. */
async function byDatabase(...request: Parameters<typeof ask>[1]): Promise<unknown> {
  const fresh = buildApp(service.services);
  const answer = await ask(fresh, request);
  expect(byIndex).not.toHaveBeenCalled();
  await fresh.close();
  return answer;
}

/** The answer of a process that has the slice's index. */
async function bySlice(...request: Parameters<typeof ask>[1]): Promise<unknown> {
  for (const name of names) {
    await ask(service.app, ['POST', `/collections/${name}/query`, { query: 'lamp' }]);
  }
  byIndex.mockClear();
  const answer = await ask(service.app, request);
  expect(byIndex).toHaveBeenCalled();
  byIndex.mockClear();
  return answer;
}

async function expectSame(path: string): Promise<unknown> {
  const answer = await bySlice('GET', path);
  expect(answer).toEqual(await byDatabase('GET', path));
  return answer;
}

describe('a slice is answered the same by its own index as by the database', () => {
  it('described', async () => {
    expect(await expectSame('/collections/left/describe')).toMatchObject({ pending_embed: expect.any(Number) });
  });

  it('listed among collections', async () => {
    const { collections } = (await expectSame('/collections')) as { collections: { records: number }[] };
    expect(collections[0]?.records).toBe(ids.filter((_, n) => n % 3 !== 2).length);
  });

  it.each([3, 100])('browsed in pages of %i, in the order of code points', async (limit) => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = (await expectSame(`/collections/left/records?limit=${limit}${after}`)) as {
        records: { external_id: string }[];
        next_cursor: string | null;
      };
      seen.push(...page.records.map(({ external_id }) => external_id));
      cursor = page.next_cursor;
    }
    const inside = ids.filter((_, n) => n % 3 !== 2);
    expect(seen).toEqual(inside.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  const inside = ids.map(record).filter(({ color }) => color === 'red');
  const asked = [...strangeIds, 'AB-1', 'ab1', 'ab 1', 'A.B 1', '--', 'A-1', 'lamp-2', 'lamp-4', 'lamp-5'];
  const isHeld = (query: string) => inside.some(({ id, code }) => id === query || code === query);

  it.each(asked.filter(isHeld))('asked for what is exactly %s', async (query) => {
    const request = ['POST', '/collections/left/query', { query, top_k: 20 }] as const;
    const answer = await bySlice(...request);
    expect(answer).toMatchObject({ match_type: 'exact_id' });
    expect(answer).toEqual(await byDatabase(...request));
  });

  it.each(asked.filter((query) => !isHeld(query)))('asked for %s, which nothing inside is exactly', async (query) => {
    const answer = await bySlice('POST', '/collections/left/query', { query });
    expect(answer).toMatchObject({ match_type: 'semantic' });
  });

  it('reconciled, and after what was written, changed and deleted a moment ago', async () => {
    const live_ids = ['a', 'B', 'ä', 'b', 'never', 'lamp-3', 'lamp-29'];
    const left = await bySlice('POST', '/collections/left/reconcile', { live_ids });
    expect(await byDatabase('POST', '/collections/right/reconcile', { live_ids })).toEqual(left);
    expect(left).toMatchObject({ live: 5, unknown: 2 });
    await workspace.must('POST', '/collections/left/records', {
      records: [
        { id: 'new', name: 'New lamp', color: 'red' },
        { id: 'a', name: 'Moved out', color: 'blue' },
      ],
    });
    await workspace.must('DELETE', '/collections/left/records/B');
    for (const path of ['/collections/left/describe', '/collections/left/records', '/collections']) {
      await expectSame(path);
    }
    expect(await expectSame('/collections/left/records')).toMatchObject({ count: 4 });
  });
});
