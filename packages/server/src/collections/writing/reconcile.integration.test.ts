import { afterEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, index) => ({ id: from + index }));

/** Creates a collection with records 1 to `count`. Returns a function that reconciles it. */
async function filled(name: string, count: number) {
  const collection = await newCollection(workspace, name);
  await collection.import(numbered(count));
  return {
    ...collection,
    reconcile: (body: object) => service.call('POST', `${collection.at}/reconcile`, { ...workspace.admin, body }),
  };
}

const newestEvent = async () => (await workspace.must('GET', '/audit?limit=1')).events[0];

it('collections.reconcile_records > keeps records written after the source listed its ids', async () => {
  service.setTime(new Date('2026-01-31T10:00:00.000Z'));
  const { import: send, reconcile, count } = await filled('racing', 4);
  service.setTime(new Date('2026-01-31T10:00:05.000Z'));
  await send([
    { id: 3, name: 'changed since' },
    { id: 9, name: 'made since' },
  ]);
  const answer = await reconcile({ live_ids: [1, 2], as_of: '2026-01-31T11:00:04+01:00' });
  expect(answer.body).toMatchObject({ tombstoned: 1, kept_newer: 2, live: 2, unknown: 0, dry_run: false });
  expect(await count()).toBe(4);
  expect((await reconcile({ live_ids: [1, 2] })).body).toMatchObject({ tombstoned: 2, kept_newer: 0 });
  expect((await reconcile({ live_ids: [1], as_of: 'yesterday' })).body.error.code).toBe('invalid_request');
});

it('collections.reconcile_records > dry run returns the same counts, and changes neither records nor audit log', async () => {
  const { reconcile, count } = await filled('tried', 5);
  const before = await newestEvent();
  const tried = await reconcile({ live_ids: [1, 2], dry_run: true });
  expect(tried.body).toMatchObject({ tombstoned: 3, kept_newer: 0, dry_run: true, workspace: { id: workspace.id } });
  expect(await count()).toBe(5);
  expect(await newestEvent()).toEqual(before);
  expect((await reconcile({ live_ids: [1, 2] })).body).toEqual({ ...tried.body, dry_run: false });
  expect(await newestEvent()).toMatchObject({ action: 'collection.reconciled', detail: { tombstoned: 3 } });
});

it('collections.reconcile_records > refuses to delete more than half of the records, or more than max_tombstones', async () => {
  const { reconcile, count } = await filled('guarded', 60);
  const many = numbered(30).map(({ id }) => id);
  const refused = await reconcile({ live_ids: many.slice(1) });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'too_many_tombstones', count: 31 } } });
  expect(refused.body.error.examples).toHaveLength(20);
  expect((await reconcile({ live_ids: many.slice(1), dry_run: true })).status).toBe(409);
  expect((await reconcile({ live_ids: many, max_tombstones: 29 })).status).toBe(409);
  expect(await count()).toBe(60);
  expect((await reconcile({ live_ids: many })).body.tombstoned).toBe(30);
  // A small collection may lose all records but one.
  expect((await reconcile({ live_ids: many.slice(0, 21) })).body.tombstoned).toBe(9);
  expect((await reconcile({ live_ids: [1] })).body.tombstoned).toBe(20);
});

it("collections.reconcile_records > applies the limit to the records in the caller's slice", async () => {
  const caller = await workspace.sliceOf('bounded', { region: 'north' });
  const south = numbered(200).map(({ id }) => ({ id, region: 'south' }));
  const north = numbered(30, 1_000).map(({ id }) => ({ id, region: 'north' }));
  await workspace.must('POST', '/collections/bounded/import', { records: [...south, ...north] });
  const body = { live_ids: north.slice(0, 5).map(({ id }) => id) };
  const refused = await service.call('POST', '/collections/bounded/reconcile', { ...caller, body });
  expect(refused.body.error).toMatchObject({ code: 'too_many_tombstones', count: 25 });
});

it.each([
  ['words', ['id', 'name']],
  ['ids on one line', ['1,2,3']],
  ['quoted ids', ['"1"', '"2"']],
  ['rows', ['1;Desk', '2;Lamp']],
  ['JSON', ['{"id":1}', '{"id":2}']],
])(
  'collections.reconcile_records > rejects a list without any live id, also on a dry run, and changes nothing: %s',
  async (what, live_ids) => {
    const { reconcile, count } = await filled(`unknown-${what.replaceAll(' ', '-').toLowerCase()}`, 3);
    const before = await newestEvent();
    for (const dry_run of [true, false]) {
      expect(await reconcile({ live_ids, dry_run })).toMatchObject({
        status: 409,
        body: { error: { code: 'unknown_ids' } },
      });
    }
    expect(await count()).toBe(3);
    expect(await newestEvent()).toEqual(before);
    expect((await reconcile({ live_ids, max_tombstones: 2 })).body.error.code).toBe('too_many_tombstones');
    expect((await reconcile({ live_ids, max_tombstones: 3 })).body).toMatchObject({ tombstoned: 3, live: 0 });
    expect((await reconcile({ live_ids })).body).toMatchObject({ tombstoned: 0, live: 0 });
  },
);

it('collections.reconcile_records > rejects ids that a spreadsheet has rounded, with the reason', async () => {
  const { reconcile, count } = await filled('rounded', 3);
  const { status, body } = await reconcile({ live_ids: ['1', '4.00638E+12'], max_tombstones: 3 });
  expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_request' });
  expect(body.error.message).toContain('live_ids.1: A spreadsheet has rounded the id');
  expect(await count()).toBe(3);
});
