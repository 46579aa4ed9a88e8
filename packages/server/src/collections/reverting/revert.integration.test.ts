import { beforeEach, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

let made = 0;
let name: string;
let items: Awaited<ReturnType<typeof newCollection>>;

beforeEach(async () => {
  made += 1;
  name = `reverted-${made}`;
  items = await newCollection(workspace, name);
});

/** Sends a call, and returns its request id. */
async function request(method: string, path: string, body: unknown, caller = workspace.admin): Promise<string> {
  made += 1;
  const id = `request-${made}`;
  const answer = await service.call(method, `${items.at}${path}`, { ...caller, headers: { 'x-request-id': id }, body });
  expect(answer.status).toBe(200);
  return id;
}

const upsert = (records: readonly object[], caller = workspace.admin) =>
  request('POST', '/records', { records }, caller);
const revert = (body: object) => workspace.must('POST', `${items.at}/revert`, body);
const refusal = async (body: object, caller = workspace.admin) => {
  const answer = await service.call('POST', `${items.at}/revert`, { ...caller, body });
  return [answer.status, answer.body.error?.code];
};
const versions = async (id: string) => (await workspace.must('GET', `${items.at}/records/${id}/history`)).versions;

/** All live records, as their source sent them. */
async function state(): Promise<object> {
  const { records } = await workspace.must('GET', `${items.at}/records?limit=500`);
  return Object.fromEntries(
    records.map((record: { external_id: string; attributes: object; write_date: string | null }) => [
      record.external_id,
      { ...record.attributes, ...(record.write_date === null ? {} : { at: record.write_date }) },
    ]),
  );
}

const done = (reverted: number, rest: object = {}) => ({
  reverted,
  unchanged: 0,
  conflicts: [],
  dry_run: false,
  ...rest,
});

describe('collections.revert_records > by request', () => {
  it('undoes creations, changes, deletions and revivals; a dry run only reports them', async () => {
    await upsert([{ id: 'kept', name: 'Kept', write_date: '2026-01-01T00:00:00Z' }]);
    await upsert([{ id: 'gone', name: 'Gone' }]);
    await upsert([{ id: 'dead', name: 'Dead' }]);
    await workspace.must('DELETE', `${items.at}/records/dead`);
    const before = await state();
    const bad = await upsert([
      { id: 'kept', name: 'Spoiled', write_date: '2026-02-01T00:00:00Z' },
      { id: 'new', name: 'New', write_date: '2026-02-01T00:00:00Z' },
      { id: 'dead', name: 'Revived' },
    ]);
    const after = await state();
    expect(await revert({ request_id: bad, dry_run: true })).toMatchObject(done(3, { dry_run: true }));
    expect(await state()).toEqual(after);
    const answer = await revert({ request_id: bad });
    expect(answer).toEqual({ ...done(3), workspace: expect.objectContaining({ id: workspace.id }) });
    expect(await state()).toEqual(before);
    // The second revert changes nothing.
    expect(await revert({ request_id: bad })).toMatchObject(done(0, { unchanged: 3 }));
    const removed = await request('POST', '/reconcile', { live_ids: ['kept'], max_tombstones: 5 });
    expect(Object.keys(await state())).toEqual(['kept']);
    expect(await revert({ request_id: removed })).toMatchObject(done(1));
    expect(await state()).toEqual(before);
  });

  it('can be reverted itself, is audited, and appears in the change feed', async () => {
    await upsert([{ id: 1, name: 'Lamp' }]);
    const bad = await upsert([
      { id: 1, name: 'Spoiled' },
      { id: 2, name: 'New' },
    ]);
    const spoiled = await state();
    const { next } = await workspace.must('GET', `${items.at}/changes`);
    const undo = await request('POST', '/revert', { request_id: bad });
    const { changes } = await workspace.must('GET', `${items.at}/changes?since=${next}`);
    expect(changes.map(({ external_id, status }: Record<string, string>) => `${external_id} ${status}`)).toEqual([
      '1 upserted',
      '2 tombstoned',
    ]);
    const { events } = await workspace.must('GET', '/audit?limit=1');
    expect(events).toMatchObject([
      {
        action: 'collection.records_reverted',
        target: name,
        request_id: undo,
        detail: {
          collection: name,
          reverted: 2,
          conflicts: 0,
          external_ids: ['1', '2'],
          request_id: bad,
          force: false,
        },
      },
    ]);
    expect((await versions('1')).map(({ status }: { status: string }) => status)).toEqual([
      'updated',
      'updated',
      'created',
    ]);
    expect(await revert({ request_id: undo })).toMatchObject(done(2));
    expect(await state()).toEqual(spoiled);
  });

  it('reports later changes as conflicts, and overwrites them only if forced', async () => {
    await upsert([
      { id: 1, name: 'One' },
      { id: 2, name: 'Two' },
    ]);
    const before = await state();
    const bad = await upsert([
      { id: 1, name: 'Bad' },
      { id: 2, name: 'Bad' },
      { id: 3, name: 'Bad' },
    ]);
    await upsert([{ id: 2, name: 'Corrected' }]);
    const answer = await revert({ request_id: bad });
    expect(answer).toMatchObject({ reverted: 2, unchanged: 0 });
    expect(answer.conflicts).toEqual([
      { external_id: '2', message: expect.stringMatching(/changed again at 2\d{3}-/) },
    ]);
    expect(await state()).toEqual({ 1: { name: 'One' }, 2: { name: 'Corrected' } });
    expect(await revert({ request_id: bad, force: true })).toMatchObject(done(1, { unchanged: 2 }));
    expect(await state()).toEqual(before);
  });

  it('restores the clock, so that the source can continue', async () => {
    await upsert([
      { id: 1, name: 'One', write_date: '2026-01-01T00:00:00Z' },
      { id: 2, name: 'Two' },
    ]);
    const far = '2099-01-01T00:00:00Z';
    const bad = await upsert([1, 2, 3].map((id) => ({ id, name: 'Bad', write_date: far })));
    await revert({ request_id: bad });
    const write_date = '2026-01-02T00:00:00Z';
    const { results } = await items.import([1, 2, 3].map((id) => ({ id, name: 'Next', write_date })));
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['updated', 'updated', 'revived']);
  });

  it('makes the record found by its earlier words, and not by the words of the reverted write', async () => {
    await upsert([{ id: 1, name: 'Blue desk lamp', sku: 'A-1' }]);
    await workspace.must('PATCH', items.at, { id_match_fields: ['sku'] });
    const bad = await upsert([{ id: 1, name: 'Garden chair', sku: 'B-2' }]);
    await revert({ request_id: bad });
    const ask = (query: string) => workspace.must('POST', `${items.at}/query`, { query });
    expect(await ask('A-1')).toMatchObject({ confidence: 'high', results: [{ external_id: '1' }] });
    expect(await ask('B-2')).not.toMatchObject({ match_type: 'exact_id' });
    expect(await ask('blue desk lamp')).toMatchObject({ confidence: 'high', results: [{ external_id: '1' }] });
    expect((await workspace.must('GET', `${items.at}/describe`)).pending_embed).toBe(0);
  });

  it('accepts more records than one write', async () => {
    const records = (name: string) => Array.from({ length: 600 }, (_, id) => ({ id, name: `${name} ${id}` }));
    const same = { 'x-request-id': 'one-request-for-two-pages' };
    const write = async (name: string) => {
      for (const from of [0, 300]) {
        const body = { records: records(name).slice(from, from + 300) };
        await service.call('POST', `${items.at}/import`, { ...workspace.admin, headers: same, body });
      }
    };
    await items.import(records('Item').slice(0, 500));
    await write('Spoiled');
    expect(await revert({ request_id: same['x-request-id'] })).toMatchObject(done(600));
    expect(await items.count()).toBe(500);
    expect((await items.record('499')).attributes).toEqual({ name: 'Item 499' });
  });
});

describe('collections.revert_records', () => {
  it('undoes the write of a version', async () => {
    await upsert([{ id: 7, name: 'First' }]);
    await upsert([{ id: 7, name: 'Second' }]);
    await upsert([{ id: 7, name: 'Third' }]);
    const [third, second, first] = await versions('7');
    const answer = await revert({ external_id: 7, version: second.version });
    expect(answer).toMatchObject({ reverted: 0, conflicts: [{ external_id: '7' }] });
    expect(await revert({ external_id: '7.0', version: third.version })).toMatchObject(done(1));
    expect(await state()).toEqual({ 7: { name: 'Second' } });
    expect(await revert({ external_id: '7', version: first.version, force: true })).toMatchObject(done(1));
    expect(await state()).toEqual({});
  });

  it('returns 404 for a version that the record does not have', async () => {
    await upsert([{ id: 1 }]);
    await upsert([{ id: 2 }]);
    const [{ version }] = await versions('1');
    for (const body of [
      { external_id: '2', version },
      { external_id: '3', version },
      { external_id: '1', version: 'nonsense' },
      { external_id: '', version },
    ]) {
      expect(await refusal(body)).toEqual([404, 'record_not_found']);
    }
  });
});

it('collections.revert_records > undoes what one actor wrote in a time range', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  const write = (minute: number, id: number, value: string, caller = agent) => {
    service.setTime(at(minute));
    return upsert([{ id, value }], caller);
  };
  await write(0, 1, 'before');
  await write(1, 1, 'bad');
  await write(2, 2, 'bad');
  await write(3, 3, 'a person', workspace.admin);
  await write(4, 1, 'worse');
  await write(9, 4, 'after');
  const [{ actor }] = await versions('4');
  const span = { since: at(1).toISOString(), until: '2026-01-01T13:04:00+01:00' };
  expect(await revert({ ...span, actor: 'somebody else' })).toMatchObject(done(0));
  expect(await revert({ ...span, actor: actor.id, dry_run: true })).toMatchObject(done(2, { dry_run: true }));
  expect(await revert({ ...span, actor: actor.name, dry_run: true })).toMatchObject(done(2, { dry_run: true }));
  expect(await revert({ ...span, actor: actor.id })).toMatchObject(done(2));
  expect(await state()).toEqual({ 1: { value: 'before' }, 3: { value: 'a person' }, 4: { value: 'after' } });
  expect(await revert(span)).toMatchObject(done(1, { unchanged: 2 }));
  expect(Object.keys(await state())).toEqual(['1', '4']);
});

describe('collections.revert_records > refusals', () => {
  it.each([
    {},
    { dry_run: true },
    { version: 'a' },
    { external_id: '1' },
    { since: '2026-01-01T00:00:00Z' },
    { until: '2026-01-01T00:00:00Z' },
    { actor: 'agent' },
    { since: 'yesterday', until: '2026-01-01T00:00:00Z' },
    { request_id: 'a', external_id: '1', version: 'b' },
    { request_id: 'a', since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' },
    { request_id: 'a', reason: 'unknown key' },
  ])('rejects %j', async (body) => {
    expect(await refusal(body)).toEqual([400, 'invalid_request']);
  });

  it('requires manage, and rejects append-only collections', async () => {
    const group = await workspace.group();
    await workspace.must('PUT', `${items.at}/grants/${group}`, { permission: 'write' });
    const agent = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
    const bad = await upsert([{ id: 1 }], agent);
    expect(await refusal({ request_id: bad }, agent)).toEqual([403, 'operation_not_allowed']);
    const { operations } = await workspace.must('GET', `${items.at}/describe`, undefined, agent);
    expect(operations).toContain('list_record_versions');
    expect(operations).not.toContain('revert_records');
    await workspace.must('PATCH', items.at, { append_only: true });
    expect(await refusal({ request_id: bad })).toEqual([409, 'append_only']);
    expect(await refusal({ request_id: bad, dry_run: true })).toEqual([409, 'append_only']);
    expect((await workspace.must('GET', `${items.at}/describe`)).operations).not.toContain('revert_records');
  });

  it('refuses single records whose earlier version is not kept or would now be invalid', async () => {
    service.setTime(new Date(Date.UTC(2026, 0, 1)));
    await upsert([{ id: 1, code: 'A' }]);
    service.setTime(new Date(Date.UTC(2026, 0, 2)));
    await workspace.must('PATCH', items.at, { history_days: 0 });
    const unkept = await upsert([{ id: 1, code: 'B', name: 'B' }]);
    await workspace.must('PATCH', items.at, { history_days: 30 });
    expect(await revert({ request_id: unkept })).toMatchObject({
      reverted: 0,
      conflicts: [{ external_id: '1', message: expect.stringContaining('not kept') }],
    });
    const renamed = await upsert([{ id: 1, code: 'C', name: 'C' }]);
    const nameless = await upsert([{ id: 2, code: 'D' }]).then(() => upsert([{ id: 2, code: 'D', name: 'D' }]));
    await workspace.must('PATCH', items.at, { required_fields: ['name'] });
    expect(await revert({ request_id: nameless })).toMatchObject({
      conflicts: [{ external_id: '2', message: expect.stringContaining('name') }],
    });
    await workspace.must('PATCH', items.at, { id_field: 'code' });
    expect(await revert({ request_id: renamed })).toMatchObject({
      conflicts: [{ external_id: 'C', message: expect.stringContaining('"B"') }],
    });
  });

  it('changes nothing in other workspaces or collections with the same request id', async () => {
    const bad = await upsert([{ id: 1 }]);
    const other = await callersWorkspace(service);
    await newCollection(other, name);
    expect(await other.must('POST', `${items.at}/revert`, { request_id: bad })).toMatchObject(done(0));
    const elsewhere = await newCollection(workspace, `${name}-elsewhere`);
    expect(await workspace.must('POST', `${elsewhere.at}/revert`, { request_id: bad })).toMatchObject(done(0));
    expect(await items.count()).toBe(1);
  });
});
