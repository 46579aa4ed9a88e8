import { type JsonObject, matchesSlice } from '@tessera/resolver';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { readConfig } from '../domain/index.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { compileDefinition, definitionOf, type SliceDefinition } from './definition.js';
import { maintainSlices } from './maintain.js';

let service: TestService;
let workspace: CallersWorkspace;
let groups: readonly string[];
let caller: Caller;

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  groups = [await workspace.group(), await workspace.group()];
  caller = await workspace.pinned({ role: 'member', access: 'read_only', groups });
});
afterAll(() => service.close());

const ask = <Row>(statement: string, values: readonly unknown[]) =>
  service.services.database.asSystem((transaction) => transaction.query<Row>(statement, values));

/** What the database holds of a collection's slices, and what it should. */
async function slicesOf(name: string) {
  const slices = await ask<
    SliceDefinition & { id: string; ids: string[]; deleted: string[]; waiting: string[]; groups: string[] }
  >(
    `select s.id, s.filter, s.field_types,
       array(select external_id from slice_records l where l.slice_id = s.id order by 1) as ids,
       array(select external_id from slice_tombstones l where l.slice_id = s.id order by 1) as deleted,
       array(select external_id || ':' || embed_tries from slice_pending l where l.slice_id = s.id order by 1) as waiting,
       array(select group_id::text from collection_grants g where g.slice_id = s.id order by 1) as groups
     from slices s join collections c on c.id = s.collection_id
     where c.name = $1 and c.workspace_id = $2 and s.retired_at is null and s.listed_to is null`,
    [name, workspace.id],
  );
  const records = await ask<{ external_id: string; attributes: JsonObject; tombstoned: boolean; tries: number | null }>(
    `select r.external_id, r.attributes, r.tombstoned_at is not null as tombstoned, case when r.pending then r.embed_tries end as tries
     from records r join collections c on c.id = r.collection_id
     where c.name = $1 and c.workspace_id = $2 order by 1`,
    [name, workspace.id],
  );
  const grants = await ask<{ group_id: string; filter: JsonObject; configuration: JsonObject }>(
    `select g.group_id, g.filter, c.configuration from collection_grants g join collections c on c.id = g.collection_id
     where c.name = $1 and c.workspace_id = $2 and g.filter is not null order by 1`,
    [name, workspace.id],
  );
  const inside = (definition: SliceDefinition) => {
    const matching = records.filter((record) => matchesSlice(compileDefinition(definition), record.attributes));
    const live = matching.filter((record) => !record.tombstoned);
    const waiting = live.filter((record) => record.tries !== null);
    return {
      ids: live.map((record) => record.external_id),
      deleted: matching.filter((record) => record.tombstoned).map((record) => record.external_id),
      waiting: waiting.map((record) => `${record.external_id}:${record.tries}`).sort(),
    };
  };
  return { slices, grants, inside };
}

/** Checks that each grant has the slice of its filter, and that each slice lists what is inside and nothing else. */
async function expectKept(name: string): Promise<void> {
  const { slices, grants, inside } = await slicesOf(name);
  for (const slice of slices) {
    expect(slice).toMatchObject(inside(slice));
  }
  for (const { group_id, filter, configuration } of grants) {
    const { field_types } = definitionOf(filter, readConfig(configuration));
    const held = slices.filter((slice) => slice.groups.includes(group_id));
    expect(held, `${name}: ${JSON.stringify(filter)}`).toMatchObject([{ filter, field_types }]);
  }
}

const anId = fc.integer({ min: 1, max: 6 });
const record = fc.record(
  {
    id: anId,
    other: fc.oneof(anId, fc.constant(false)),
    color: fc.oneof(fc.constantFrom('red', 'blue', false), fc.constant(['red', 'blue'])),
    size: fc.constantFrom(4, '5', '05', 6.5, '2026-01-01', null),
    day: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: ['id'] },
);
const filter = fc.constantFrom(
  { color: 'red' },
  { color: { ne: 'blue' } },
  { size: { gte: 5 } },
  { size: { lte: '2026-01-01' } },
  { size: 5, color: { in: ['red', false] } },
  { absent: { exists: true } },
);
const group = fc.constantFrom(0, 1);
const sizeTypes = fc.constantFrom({}, { size: 'number' }, { size: 'date' }, { size: 'string', color: 'enum' });

/** What may be done to a collection; what is refused must leave everything as it was. */
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(record, { minLength: 1 }).map((records) => ['POST', '/import', { records }] as const),
  },
  // As the source system does, whose records wait for their vectors.
  {
    weight: 2,
    arbitrary: fc.array(record, { minLength: 1 }).map((records) => ['SEND', '/batch', { records }] as const),
  },
  { weight: 1, arbitrary: fc.constant(['SEND', '/embed-pending'] as const) },
  { weight: 1, arbitrary: fc.constant(['POST', '/reindex?dry_run=false'] as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['color'], ['size']).map((embed_fields) => ['PATCH', '', { embed_fields }] as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(group, filter)
      .map(([at, one]) => ['PUT', `grant ${at}`, { permission: 'read', filter: one }] as const),
  },
  { weight: 1, arbitrary: group.map((at) => ['DELETE', `grant ${at}`] as const) },
  { weight: 1, arbitrary: anId.map((id) => ['DELETE', `/records/${id}`] as const) },
  { weight: 1, arbitrary: fc.array(anId).map((live_ids) => ['POST', '/reconcile', { live_ids }] as const) },
  { weight: 1, arbitrary: sizeTypes.map((field_types) => ['PATCH', '', { field_types }] as const) },
  { weight: 1, arbitrary: fc.constantFrom('id', 'other').map((id_field) => ['PATCH', '', { id_field }] as const) },
  // Slices that nobody asks for any more are retired and deleted in passing.
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 80 }).map((minutes) => ['MAINTAIN', `${minutes}`] as const) },
);

const maintain = () => maintainSlices(service.services, new AbortController().signal);
const secrets = new Map<string, string>();
async function newCollection(): Promise<string> {
  const name = `kept-${secrets.size}`;
  const { secret } = await workspace.must('POST', '/collections', { name });
  secrets.set(name, secret);
  return name;
}

/** Carries a command out; refusals are answers, too, faults are not. */
async function carryOut(name: string, [method, what, body]: readonly [string, string, object?]): Promise<void> {
  if (method === 'MAINTAIN') {
    service.setTime(new Date(service.services.clock().getTime() + Number(what) * 60_000));
    await maintain();
    return;
  }
  const sent = body === undefined ? {} : { body };
  const path = what.replace(/^grant (\d)$/, (_, at) => `/grants/${groups[Number(at)]}`);
  const answer = await (method === 'SEND'
    ? service.call('POST', `/ingest/${secrets.get(name)}${path}`, sent)
    : service.call(method, `/collections/${name}${path}`, { ...workspace.admin, ...sent }));
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
}

describe('the slices that the database keeps', () => {
  it('list exactly the live and the deleted records inside, whatever is written, shared and configured in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
        service.setTime(new Date());
        const name = await newCollection();
        for (const one of commands) {
          await carryOut(name, one);
          await expectKept(name);
        }
      }),
      { numRuns: 40 },
    );
    service.setTime(undefined);
  });

  it('list what was deleted and what waits before they begin', async () => {
    const name = await newCollection();
    const records = [1, 2, 3].map((id) => ({ id, color: 'red' }));
    await carryOut(name, ['SEND', '/batch', { records }]);
    await carryOut(name, ['DELETE', '/records/1']);
    await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
    await expectKept(name);
    expect((await slicesOf(name)).slices).toMatchObject([{ ids: ['2', '3'], deleted: ['1'], waiting: ['2:0', '3:0'] }]);
  });

  it('lose no record that is written while a slice begins', async () => {
    const name = await newCollection();
    const part = (n: number, color: string) => ({ id: n, color, name: `Part ${n}` });
    const rows = Array.from({ length: 3_000 }, (_, n) => part(n, n % 2 ? 'red' : 'blue'));
    for (let start = 0; start < rows.length; start += 500) {
      await workspace.must('POST', `/collections/${name}/import`, { records: rows.slice(start, start + 500) });
    }
    const swapped = rows.map(({ id, color }) => part(id, color === 'red' ? 'blue' : 'red'));
    const share = (at: number) =>
      workspace.must('PUT', `/collections/${name}/grants/${groups[at]}`, {
        permission: 'read',
        filter: { color: 'red' },
      });
    const writes = Array.from({ length: 30 }, (_, n) => swapped.slice(n * 100, n * 100 + 100));
    await Promise.all([
      share(0),
      ...writes.map((records) => workspace.must('POST', `/collections/${name}/import`, { records })),
      share(1),
      workspace.must('POST', `/collections/${name}/reconcile`, {
        live_ids: swapped.slice(0, 2_900).map(({ id }) => id),
      }),
    ]);
    await expectKept(name);
    expect((await slicesOf(name)).slices).toHaveLength(1);
    const { count } = await workspace.must('GET', `/collections/${name}/records?limit=1`, undefined, caller);
    expect(count).toBe((await slicesOf(name)).slices[0]?.ids.length);
  });

  it('come back to grants that have none, as after an upgrade, which do not count until then', async () => {
    const name = await newCollection();
    await carryOut(name, [
      'POST',
      '/import',
      {
        records: [
          { id: 1, color: 'red' },
          { id: 2, color: 'blue' },
        ],
      },
    ]);
    await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
    await carryOut(name, ['PUT', 'grant 1', { permission: 'read', filter: { color: { in: ['red', 'blue'] } } }]);
    await ask('delete from slices', []);
    expect((await slicesOf(name)).slices).toEqual([]);
    const answer = await service.call('GET', `/collections/${name}/records`, caller);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    const { collections } = await workspace.must('GET', '/collections', undefined, caller);
    expect(collections.map((one: { name: string }) => one.name)).not.toContain(name);
    await carryOut(name, ['POST', '/import', { records: [{ id: 3, color: 'red' }] }]);
    await maintain();
    await expectKept(name);
    const seen = () => workspace.must('GET', `/collections/${name}/records`, undefined, caller);
    expect(await seen()).toMatchObject({ count: 3 });
    await ask(`update collection_grants set slice_id = null where filter ->> 'color' <> 'red'`, []);
    expect(await seen(), 'the other one counts').toMatchObject({ count: 2 });
  });

  it('are removed a while after no grant names them any more', async () => {
    const name = await newCollection();
    await carryOut(name, ['POST', '/import', { records: [{ id: 1, color: 'red' }] }]);
    await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
    await carryOut(name, ['PUT', 'grant 1', { permission: 'read', filter: { color: 'blue' } }]);
    await carryOut(name, ['DELETE', 'grant 0']);
    const filtersKept = async () => (await slicesOf(name)).slices.map((slice) => slice.filter);
    const all = () =>
      ask('select from slices s join collections c on c.id = s.collection_id where c.name = $1', [name]);
    await maintain();
    expect(await filtersKept(), 'a new one may be about to be given to a grant').toHaveLength(2);
    service.setTime(new Date(Date.now() + 3_700_000));
    await maintain();
    expect(await filtersKept()).toEqual([{ color: 'blue' }]);
    expect(await all(), 'requests may still read it').toHaveLength(2);
    service.setTime(new Date(Date.now() + 3 * 3_700_000));
    await maintain();
    expect(await all()).toHaveLength(1);
    service.setTime(undefined);
    await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
    await expectKept(name);
  });

  it('are given to a grant that is changed at the same moment as its own', async () => {
    for (let time = 0; time < 10; time += 1) {
      const name = await newCollection();
      await carryOut(name, ['PATCH', '', { field_types: { size: 'number' } }]);
      await carryOut(name, ['POST', '/import', { records: [{ id: 1, color: 'red', size: '05' }] }]);
      await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
      await ask('update collection_grants set slice_id = null', []);
      const another = ['PUT', 'grant 0', { permission: 'read', filter: { size: 5 } }] as const;
      await Promise.all([maintain(), carryOut(name, another), maintain()]);
      await maintain();
      await expectKept(name);
    }
  });

  it('begin anew where ids changed before all records were listed', async () => {
    const name = await newCollection();
    const records = [1, 2, 3, 4].map((id) => ({ id, other: 5 - id, color: 'red' }));
    await carryOut(name, ['POST', '/import', { records }]);
    await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
    // As by a process that was killed after the first two records.
    await ask(`delete from slice_records where external_id > '2'`, []);
    await ask(`update slices set listed_to = '2' where retired_at is null`, []);
    await ask('update collection_grants set slice_id = null', []);
    await carryOut(name, ['PATCH', '', { id_field: 'other' }]);
    await maintain();
    await expectKept(name);
  });

  it('that are not kept any more leave no record out of an index', async () => {
    const name = await newCollection();
    await carryOut(name, ['POST', '/import', { records: [{ id: 1, name: 'Oak lamp', color: 'red' }] }]);
    await carryOut(name, ['PUT', 'grant 0', { permission: 'read', filter: { color: 'red' } }]);
    // As one that is retired between a request for an index and the moment at which it is built.
    await ask('update slices set retired_at = now()', []);
    await carryOut(name, ['POST', '/import', { records: [{ id: 2, name: 'Oak table', color: 'red' }] }]);
    const question = { query: 'oak' };
    const { results } = await workspace.must('POST', `/collections/${name}/query`, question, caller);
    expect(results).toHaveLength(2);
  });
});
