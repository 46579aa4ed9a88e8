import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { startSuiteService } from '../testing/service.js';
import { reportOverdue } from './overdue-sweep.js';
import { callersWorkspace } from './testing/callers.js';
import { newCollection } from './testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

const start = Date.parse('2026-03-01T10:00:00.000Z');
const day = 86_400_000;
const at = (days: number) => new Date(start + days * day);
const text = (days: number) => at(days).toISOString();
const later = (days: number) => service.setTime(at(days));

/** Creates a collection on day 0 with the records 1 to 3. */
async function filled(name: string, configuration?: object) {
  later(0);
  const collection = await newCollection(workspace, name, configuration);
  const records = [1, 2, 3].map((id) => ({ id, name: ['Oak desk', 'Elm lamp', 'Ash shelf'][id - 1], sku: `D-${id}` }));
  await collection.import(records);
  return {
    ...collection,
    records,
    confirmed: async (id: number) => (await collection.record(String(id))).confirmed_at,
    reconcile: (body: object) => service.call('POST', `${collection.at}/reconcile`, { ...workspace.admin, body }),
    query: (body: object) => workspace.must('POST', `${collection.at}/query`, body),
    freshness: async () => (await workspace.must('GET', `${collection.at}/describe`)).freshness,
  };
}

const eventsOf = async (collection: string) => {
  const { events } = await workspace.must('GET', '/audit?action=collection.overdue&limit=500');
  return events.filter(({ target }: { target: string }) => target === collection);
};

it('a write, an unchanged delivery and a list confirm a record; updated_at and version change only with a write', async () => {
  const { at: path, ingest, import: send, records, reconcile, record } = await filled('confirmed');
  const before = await record('1');
  expect(before).toMatchObject({ confirmed_at: text(0), updated_at: text(0) });
  later(1);
  await send([records[0] as object]);
  expect(await record('1')).toEqual({ ...before, confirmed_at: text(1) });
  expect(await record('2')).toMatchObject({ confirmed_at: text(0) });
  later(2);
  await service.call('POST', ingest, { body: records[1] });
  expect(await record('2')).toMatchObject({ confirmed_at: text(2), updated_at: text(0) });
  later(3);
  await workspace.must('POST', `${path}/records`, { records: [{ ...records[2], name: 'Elm table' }] });
  expect(await record('3')).toMatchObject({ confirmed_at: text(3), updated_at: text(3) });
  later(5);
  expect((await reconcile({ live_ids: [1, 2, 3], as_of: text(4), dry_run: true })).status).toBe(200);
  expect(await record('1')).toMatchObject({ confirmed_at: text(1) });
  await reconcile({ live_ids: [1, 2, 3], as_of: text(4) });
  expect(await record('1')).toEqual({ ...before, confirmed_at: text(4) });
  later(6);
  await reconcile({ live_ids: [1, 2, 3] });
  expect(await record('1')).toEqual({ ...before, confirmed_at: text(6) });
  // An older list takes nothing back, and a list cannot have been read in the future.
  await reconcile({ live_ids: [1, 2, 3], as_of: text(2) });
  await reconcile({ live_ids: [1, 2, 3], as_of: text(9) });
  expect(await record('1')).toEqual({ ...before, confirmed_at: text(6) });
  const listed = await workspace.must('GET', `${path}/records`);
  const changes = await workspace.must('GET', `${path}/changes`);
  const queried = await workspace.must('POST', `${path}/query`, { query: 'D-1', filters: { id: 1 } });
  const resolved = await workspace.must('POST', `${path}/resolve`, { queries: [{ query: '1' }] });
  const [first] = changes.changes.filter(({ external_id: id }: { external_id: string }) => id === '1');
  for (const shown of [listed.records[0], first.record, queried.results[0], resolved.results[0].result]) {
    expect(shown).toMatchObject({ external_id: '1', confirmed_at: text(6) });
    expect(shown).not.toHaveProperty('overdue');
  }
});

it('collections.reconcile_records > spares a record that its source resent unchanged after as_of', async () => {
  const { reconcile, import: send, records, record, count } = await filled('resent');
  later(2);
  await send([records[2] as object]);
  const answer = await reconcile({ live_ids: [1], as_of: text(1) });
  expect(answer.body).toMatchObject({ tombstoned: 1, kept_newer: 1 });
  expect(await count()).toBe(2);
  expect(await record('3')).toMatchObject({ confirmed_at: text(2), updated_at: text(0) });
});

it('collections.reconcile_records > deletes exactly the absent records whose last confirmation is not after as_of', async () => {
  const days = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 });
  let runs = 0;
  const property = fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 6 }), days, async (arrivals, [asOf]) => {
    runs += 1;
    const { at: path, import: send } = await newCollection(workspace, `clocks-${runs}`);
    for (let today = 0; today <= 9; today += 1) {
      later(today);
      const due = arrivals.flatMap((on, id) => (on.includes(today) ? [{ id }] : []));
      if (due.length > 0) await send(due);
    }
    later(10);
    await send([{ id: 'kept' }]);
    const body = { live_ids: ['kept'], as_of: text(asOf as number), max_tombstones: 10 };
    await workspace.must('POST', `${path}/reconcile`, body);
    const { records } = await workspace.must('GET', `${path}/records`);
    const spared = arrivals.flatMap((on, id) => (Math.max(...on) > (asOf as number) ? [String(id)] : []));
    const ids = records.map(({ external_id: id }: { external_id: string }) => id);
    expect(ids).toEqual([...spared, 'kept']);
  });
  await fc.assert(property, { numRuns: propertyRuns(40) });
});

it('collections.query > an overdue record says so, and is low if the collection wants it', async () => {
  const {
    at: path,
    query,
    record,
    import: send,
    records,
    freshness,
  } = await filled('aged', {
    expected_every: 'P2D',
    id_match_fields: ['sku'],
  });
  later(2);
  expect(await query({ query: 'D-1' })).not.toHaveProperty('results.0.overdue');
  later(12.5);
  const reason = 'The source has not confirmed this record for 12 days.';
  const said = await query({ query: 'D-1' });
  expect(said).toMatchObject({ confidence: 'high', results: [{ overdue: true, confirmed_at: text(0) }] });
  expect(said.reasons[0]).toBe(reason);
  expect(await record('1')).toMatchObject({ overdue: true });
  expect(await freshness()).toEqual({
    expected_every: 'P2D',
    overdue: 3,
    oldest: text(0),
    last_delivery_at: text(0),
  });
  expect(await workspace.must('PATCH', path, { overdue: 'low' })).toMatchObject({ overdue: 'low' });
  for (const sent of [{ query: 'D-1' }, { query: '1' }, { query: 'oak desk' }, { filters: { sku: 'D-1' } }]) {
    const lowered = await query(sent);
    expect(lowered, JSON.stringify(sent)).toMatchObject({ confidence: 'low' });
    expect(lowered.results[0].external_id).toBe('1');
    expect(lowered.reasons[0]).toBe(reason);
  }
  const queries = [{ query: 'D-1' }, { record: { sku: 'D-1' } }, { query: 'quantum turbine' }];
  const resolved = await workspace.must('POST', `${path}/resolve`, { queries });
  const confidences = resolved.results.map(({ confidence }: { confidence: string }) => confidence);
  expect(confidences).toEqual(['low', 'low', 'none']);
  expect(await workspace.must('POST', '/resolve', { query: 'D-1', collections: ['aged'] })).toMatchObject({
    confidence: 'low',
    results: [{ overdue: true }],
  });
  await workspace.must('POST', `${path}/corrections`, { query: 'the first one', external_id: '1' });
  expect(await query({ query: 'the first one' })).toMatchObject({ confidence: 'low' });
  await send([records[0] as object]);
  expect(await query({ query: 'D-1' })).toMatchObject({ confidence: 'high', results: [{ confirmed_at: text(12.5) }] });
  expect(await freshness()).toMatchObject({ overdue: 2, oldest: text(0), last_delivery_at: text(12.5) });
  await workspace.must('PATCH', path, { expected_every: null });
  expect(await freshness()).toMatchObject({ expected_every: null, overdue: 0, oldest: text(0) });
});

it('collections.describe > in a slice, freshness is that of its records', async () => {
  later(0);
  const caller = await workspace.sliceOf('sliced', { region: 'north' });
  const send = (records: object[]) => workspace.must('POST', '/collections/sliced/import', { records });
  await send([
    { id: 1, region: 'north' },
    { id: 2, region: 'south' },
  ]);
  later(1);
  await send([{ id: 1, region: 'north' }]);
  later(2);
  await send([{ id: 2, region: 'south' }]);
  await workspace.must('PATCH', '/collections/sliced', { expected_every: 'P1D' });
  const { freshness } = await workspace.must('GET', '/collections/sliced/describe', undefined, caller);
  expect(freshness).toEqual({ expected_every: 'P1D', overdue: 0, oldest: text(1), last_delivery_at: text(1) });
  // A list of a confined caller confirms only what it writes.
  later(3);
  await workspace.must('POST', '/collections/sliced/reconcile', { live_ids: [1, 2] }, caller);
  const { records } = await workspace.must('GET', '/collections/sliced/records');
  expect(records).toMatchObject([{ confirmed_at: text(3) }, { confirmed_at: text(2) }]);
});

it('collections.update > a changed id field keeps confirmations, also if records swap ids', async () => {
  later(0);
  const { at: path, import: send, record } = await newCollection(workspace, 'swapped');
  await send([
    { id: 'a', code: 'b' },
    { id: 'b', code: 'a' },
  ]);
  later(1);
  await send([{ id: 'a', code: 'b' }]);
  await workspace.must('PATCH', path, { id_field: 'code' });
  expect([(await record('b')).confirmed_at, (await record('a')).confirmed_at]).toEqual([text(1), text(0)]);
});

it('collection.overdue > is sent once after each delivery without a following one, with a mail to the admins', async () => {
  const { import: send, records } = await filled('stopped', { expected_every: 'P2D' });
  await workspace.session({ role: 'admin' });
  const mails = () => service.mails.filter(({ subject }) => subject.startsWith('The collection stopped'));
  const sweep = async (days: number) => {
    later(days);
    await Promise.all([reportOverdue(service.services), reportOverdue(service.services)]);
    return (await eventsOf('stopped')).length;
  };
  expect([await sweep(2), await sweep(2.1), await sweep(5)]).toEqual([0, 1, 1]);
  expect((await eventsOf('stopped'))[0].detail).toEqual({ last_delivery_at: text(0) });
  const sent = mails().length;
  expect(sent).toBeGreaterThan(0);
  await send(records);
  expect([await sweep(7), await sweep(7.1), await sweep(9)]).toEqual([1, 2, 2]);
  expect(mails()).toHaveLength(2 * sent);
  const metrics = await service.call('GET', '/metrics', { token: service.operatorToken });
  expect(metrics.body).toMatch(/tessera_overdue_collections\{.*collection="stopped"\} 1/);
});

it('collection.overdue > is sent for a list that confirms less than two thirds, also if it is refused', async () => {
  later(0);
  const { at: path, import: send } = await newCollection(workspace, 'short');
  await send(Array.from({ length: 60 }, (_, id) => ({ id })));
  const reconcile = (live: number, body: object = {}) =>
    service.call('POST', `${path}/reconcile`, {
      ...workspace.admin,
      body: { live_ids: Array.from({ length: live }, (_, id) => id), ...body },
    });
  await reconcile(39, { dry_run: true });
  await reconcile(40);
  expect(await eventsOf('short')).toHaveLength(0);
  await send(Array.from({ length: 60 }, (_, id) => ({ id })));
  expect((await reconcile(10)).body.error.code).toBe('too_many_tombstones');
  const [refused] = await eventsOf('short');
  expect(refused.detail).toEqual({ confirmed: 10, records: 60, refused: 'too_many_tombstones' });
});
