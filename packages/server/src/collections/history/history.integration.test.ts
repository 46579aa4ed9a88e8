import type { RecordVersion } from '@tessera/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { deleteExpired } from '../retention.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

let made = 0;
let name: string;
let items: Awaited<ReturnType<typeof newCollection>>;

beforeEach(async () => {
  made += 1;
  name = `history-${made}`;
  items = await newCollection(workspace, name);
});

const list = async (id: string | number, caller?: Caller, query = ''): Promise<RecordVersion[]> =>
  (await workspace.must('GET', `${items.at}/records/${id}/history${query}`, undefined, caller)).versions;
const get = (id: string | number, version: string | undefined, caller?: Caller) =>
  workspace.must('GET', `${items.at}/records/${id}/history/${version}`, undefined, caller);
const refused = async (path: string, caller: Caller) => {
  const { status, body } = await service.call('GET', `${items.at}${path}`, caller);
  return [status, body.error?.code];
};
const told = (versions: readonly RecordVersion[]) => versions.map(({ status, changed }) => `${status} ${changed}`);

describe('collections.list_record_versions', () => {
  it('lists versions newest first, with author, time, request and changed fields', async () => {
    await items.import([{ id: 7, name: 'Lamp', price: 10, write_date: '2026-01-01T00:00:00Z' }]);
    await service.call('POST', `${items.at}/records`, {
      ...workspace.admin,
      headers: { 'x-request-id': 'second-write' },
      body: { records: [{ id: 7, name: 'Desk lamp', price: 10, write_date: '2026-01-02T00:00:00Z' }] },
    });
    await items.import([{ id: 7, name: 'Desk lamp', price: 10, write_date: '2026-01-03T00:00:00Z' }]);
    await workspace.must('DELETE', `${items.at}/records/7`);
    await items.import([{ id: '7.0', name: 'Floor lamp', write_date: '2026-01-04T00:00:00Z' }]);
    const versions = await list('7.0');
    expect(told(versions)).toEqual([
      'revived name,price',
      'tombstoned ',
      'updated ',
      'updated name',
      'created name,price',
    ]);
    expect(versions[3]).toEqual({
      version: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      actor: { kind: 'pinned_token', id: expect.any(String), name: expect.any(String) },
      request_id: 'second-write',
      status: 'updated',
      changed: ['name'],
    });
    expect(versions[0]?.version).toBe((await items.record('7')).version);
    expect(await get(7, versions[4]?.version)).toEqual({
      ...versions[4],
      external_id: '7',
      rendered: expect.stringContaining('Lamp'),
      attributes: { name: 'Lamp', price: 10 },
      write_date: '2026-01-01T00:00:00.000Z',
      created_at: versions[4]?.at,
      updated_at: versions[4]?.at,
    });
    expect(await get(7, versions[1]?.version)).toMatchObject({
      status: 'tombstoned',
      attributes: { name: 'Desk lamp' },
    });
  });

  it('stores no version for unchanged, stale, refused and dry-run writes; stores one for a record sent twice', async () => {
    await items.import([{ id: 1, name: 'Lamp', write_date: '2026-01-02T00:00:00Z' }]);
    await items.import([{ id: 1, name: 'Lamp', write_date: '2026-01-02T00:00:00Z' }]);
    await items.import([{ id: 1, name: 'Stale', write_date: '2026-01-01T00:00:00Z' }]);
    const dry = { records: [{ id: 1, name: 'Tried' }], dry_run: true };
    await workspace.must('POST', `${items.at}/records`, dry);
    expect(told(await list(1))).toEqual(['created name']);
    await items.import([
      { id: 1, name: 'Between', write_date: '2026-01-03T00:00:00Z' },
      { id: 1, name: 'Last', write_date: '2026-01-04T00:00:00Z' },
    ]);
    const versions = await list(1);
    expect(told(versions)).toEqual(['updated name', 'created name']);
    expect((await get(1, versions[0]?.version)).attributes).toEqual({ name: 'Last' });
  });

  it('pages without gaps for any page size', async () => {
    for (let price = 0; price < 7; price += 1) await items.import([{ id: 1, price }]);
    const all = await list(1);
    expect(all).toHaveLength(7);
    const paged: RecordVersion[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await workspace.must('GET', `${items.at}/records/1/history?limit=3${query}`);
      paged.push(...page.versions);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  it('returns 404 for versions that never existed, or of other records and workspaces', async () => {
    await items.import([{ id: 1 }]);
    await items.import([{ id: 2 }]);
    const [version] = await list(1);
    const other = await callersWorkspace(service);
    await newCollection(other, name);
    expect(await refused('/records/3/history', workspace.admin)).toEqual([404, 'record_not_found']);
    expect(await refused('/records/1/history', other.admin)).toEqual([404, 'record_not_found']);
    for (const id of [version?.version, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      expect(await refused(`/records/2/history/${id}`, workspace.admin)).toEqual([404, 'record_not_found']);
    }
  });
});

describe('collections.list_record_versions > visibility', () => {
  it('is limited to the fields that are exposed now, even for earlier values', async () => {
    await items.import([{ id: 1, name: 'Lamp', secret: 'a' }]);
    await items.import([{ id: 1, name: 'Lamp', secret: 'b' }]);
    const [second, first] = await list(1);
    expect(second?.changed).toEqual(['secret']);
    await workspace.must('PATCH', items.at, { exposed_fields: ['name'] });
    expect((await list(1)).map(({ changed }) => changed)).toEqual([[], ['name']]);
    const former = await get(1, first?.version);
    expect(former.attributes).toEqual({ name: 'Lamp' });
    expect(JSON.stringify(former)).not.toContain('secret');
  });

  it('requires that the version and the current record are in the slice', async () => {
    const group = await workspace.group();
    await workspace.must('PUT', `${items.at}/grants/${group}`, { permission: 'read', filter: { room: 'office' } });
    const office = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
    const write = (room: string, price: number) => items.import([{ id: 1, room, price }]);
    await write('office', 1);
    await write('kitchen', 2);
    await write('kitchen', 3);
    expect(await refused('/records/1/history', office)).toEqual([404, 'record_not_found']);
    await write('office', 4);
    const versions = await list(1, office);
    expect(told(versions)).toEqual(['created price,room', 'created price,room']);
    const all = await list(1);
    expect(all).toHaveLength(4);
    for (const { version } of all) {
      const isShown = versions.some((shown) => shown.version === version);
      const { status } = await service.call('GET', `${items.at}/records/1/history/${version}`, office);
      expect(status).toBe(isShown ? 200 : 404);
    }
  });

  it('of a deleted record requires manage', async () => {
    await items.import([{ id: 1, name: 'Lamp' }]);
    const [version] = await list(1);
    await workspace.must('DELETE', `${items.at}/records/1`);
    const reader = await workspace.pinned({ role: 'admin', access: 'read_only' });
    expect(await refused('/records/1/history', reader)).toEqual([404, 'record_not_found']);
    expect(await refused(`/records/1/history/${version?.version}`, reader)).toEqual([404, 'record_not_found']);
    expect(told(await list(1))).toEqual(['tombstoned ', 'created name']);
  });
});

describe('collections.update: history_days', () => {
  it('defaults to 30 days, and 0 disables history', async () => {
    expect((await workspace.must('GET', `${items.at}/describe`)).history_days).toBe(30);
    await items.import([{ id: 1, name: 'Lamp' }]);
    await items.import([{ id: 1, name: 'Desk lamp' }]);
    expect(await workspace.must('PATCH', items.at, { history_days: 0 })).toMatchObject({ history_days: 0 });
    await items.import([{ id: 1, name: 'Unseen' }]);
    expect(await list(1)).toEqual([]);
    await deleteExpired(service.services);
    await workspace.must('PATCH', items.at, { history_days: null });
    expect((await workspace.must('GET', `${items.at}/fields`)).configured.history_days).toBe(30);
    await items.import([{ id: 1, name: 'Floor lamp' }]);
    expect(told(await list(1))).toEqual(['updated name', 'updated ']);
  });

  it.each([-1, 366, 1.5, '30'])('rejects %s', async (history_days) => {
    const { status, body } = await service.call('PATCH', items.at, { ...workspace.admin, body: { history_days } });
    expect([status, body.error.details[0].path]).toEqual([400, 'history_days']);
  });

  it('hides expired versions immediately, and the next deletion removes them', async () => {
    const day = (days: number) => service.setTime(new Date(Date.UTC(2026, 0, 1) + days * 86_400_000));
    day(0);
    await items.import([{ id: 1, name: 'First' }]);
    day(10);
    await items.import([{ id: 1, name: 'Second' }]);
    day(20);
    await items.import([{ id: 1, name: 'Third' }]);
    const versions = await list(1);
    expect(versions).toHaveLength(3);
    day(41);
    expect(told(await list(1))).toEqual(['updated name', 'updated ']);
    const stored = () =>
      service.services.database.asSystem((transaction) =>
        transaction.query<{ version: string }>(
          'select v.version from record_versions v join collections c on c.id = v.collection_id where c.name = $1',
          [name],
        ),
      );
    expect(await stored()).toHaveLength(2);
    await deleteExpired(service.services);
    expect((await stored()).map(({ version }) => version)).toEqual([versions[1]?.version]);
    day(51);
    expect(told(await list(1))).toEqual(['updated ']);
  });
});

it('keeps versions of records whose ids change, and deletes them with the collection', async () => {
  await items.import([{ id: 1, code: 'A', name: 'Lamp' }]);
  await items.import([{ id: 1, code: 'A', name: 'Desk lamp' }]);
  const before = await list(1);
  await workspace.must('PATCH', items.at, { id_field: 'code' });
  expect((await list('A')).map(({ version }) => version)).toEqual(before.map(({ version }) => version));
  expect((await get('A', before[1]?.version)).attributes).toMatchObject({ name: 'Lamp' });
  await workspace.must('DELETE', items.at);
  items = await newCollection(workspace, name);
  await items.import([{ id: 'A', name: 'Namesake' }]);
  expect(await list('A')).toHaveLength(1);
});
