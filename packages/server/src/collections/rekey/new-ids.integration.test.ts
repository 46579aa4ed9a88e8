import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginIdChange } from '../testing/id-change.js';
import { removeEndedChanges } from './ended.js';
import { config, expectedIds, rowOf, rows } from './testing/expected-ids.js';

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
let group: string;

beforeAll(async () => {
  service = await startTestService({ SVC_CONFINED_ANSWER_STEP_MS: '0' });
  workspace = await callersWorkspace(service);
  group = await workspace.group();
  caller = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
  // Its background work would take changes further than the test does.
  await service.app.close();
});
afterAll(() => service.close());

const ids = ['1', '2', '3', '4', '5', '6', '7'];
const anId = fc.constantFrom(...ids);
const claim = fc.option(fc.oneof({ weight: 3, arbitrary: anId }, fc.constantFrom(3, '5.0', ' 6 ', 2.5, false, '')), {
  nil: undefined,
});
const someRecords = fc.uniqueArray(
  fc.record({
    id: anId,
    other: claim,
    next: claim,
    color: fc.constantFrom('red', 'blue'),
    day: fc.integer({ min: 1, max: 3 }),
    deleted: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 2, maxLength: ids.length },
);
/** Fields that ids are taken from one after the other, and after how many pages each change gives way to the next. */
const someChanges = fc.array(fc.tuple(fc.constantFrom('other', 'next', 'id'), fc.nat(9)), {
  minLength: 1,
  maxLength: 3,
});

let made = 0;
async function newCollection(records: readonly object[]): Promise<string> {
  made += 1;
  const name = `ids-${made}`;
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['label'] });
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'read', filter: { color: 'red' } });
  await workspace.must('POST', `/collections/${name}/import`, { records });
  return name;
}

type Seen = Readonly<Record<string, string>>;

/** Which record has which id by its label, as listed; checks that it is found by this id and its label, and by no other. */
async function seenBy(name: string, by: Caller): Promise<Seen> {
  const ask = (method: string, path: string, body?: unknown) =>
    service.call(method, `/collections/${name}${path}`, { ...by, ...(body === undefined ? {} : { body }) });
  const { records } = (await ask('GET', '/records?limit=500')).body;
  const seen = Object.fromEntries(
    records.map((row: { external_id: string; attributes: { label: string } }) => [
      row.external_id,
      row.attributes.label,
    ]),
  );
  const newest = await ask('POST', '/query', { filters: { label: { exists: true } }, top_k: 20 });
  const shown = newest.body.results.map((row: { external_id: string }) => row.external_id);
  expect(shown.sort()).toEqual(Object.keys(seen).sort());
  for (const id of new Set([...ids, ...Object.keys(seen)])) {
    const { status, body } = await ask('GET', `/records/${id}`);
    expect({ id, status, label: body.attributes?.label }).toEqual({
      id,
      status: seen[id] ? 200 : 404,
      label: seen[id],
    });
    for (const query of seen[id] === undefined ? [] : [id, seen[id]]) {
      const { results, match_type } = (await ask('POST', '/query', { query })).body;
      const found = results.map((row: { external_id: string }) => row.external_id);
      expect({ query, match_type, found }).toEqual({ query, match_type: 'exact_id', found: [id] });
    }
  }
  return seen;
}

/** The change whose ids count now. */
async function countingVersion(name: string): Promise<number | null> {
  const rows = await service.services.database.inWorkspace(workspace.id, (transaction) =>
    transaction.query<{ new_ids_version: number | null }>('select new_ids_version from collections where name = $1', [
      name,
    ]),
  );
  return rows[0]?.new_ids_version ?? null;
}

describe('while records are being given other ids', () => {
  it('every answer names each record by the id it has in the end, from one moment on, wherever the change has come', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRecords,
        someChanges,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (sent, changes, pageSize, newIdentifiers) => {
          const name = await newCollection(
            sent.map(({ day, deleted, ...record }) => ({
              ...record,
              label: `L${record.id}`,
              write_date: `2026-01-0${day}`,
            })),
          );
          for (const { id } of sent.filter(({ deleted }) => deleted)) {
            await workspace.must('DELETE', `/collections/${name}/records/${id}`);
          }
          const red = new Set(sent.filter(({ color }) => color === 'red').map(({ id }) => `L${id}`));
          const look = async (): Promise<Seen> => {
            const all = await seenBy(name, workspace.admin);
            const inside = Object.fromEntries(Object.entries(all).filter(([, label]) => red.has(label)));
            expect(await seenBy(name, caller)).toEqual(inside);
            return all;
          };
          const expected = new Map([[null as number | null, await look()]]);
          const check = async () => {
            const version = await countingVersion(name);
            const seen = await look();
            expect(seen).toEqual(expected.get(version) ?? seen);
            expected.set(version, seen);
            return seen;
          };
          for (const [at, [field, pages]] of changes.entries()) {
            const change = await beginIdChange(service, { workspaceId: workspace.id, name }, field);
            if (newIdentifiers) {
              await service.services.database.asSystem((transaction) =>
                transaction.query('update collections set rekeys_identifiers = true where name = $1', [name]),
              );
            }
            let seen = await check();
            for (let page = 0; page < pages || at === changes.length - 1; page += 1) {
              if ((await change.page(pageSize)) === 'all') {
                // What has counted is what there is now.
                expect(await look()).toEqual(seen);
                expected.clear();
                break;
              }
              seen = await check();
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('each gets the id it asks for unless one that must keep it or has the better claim is in the way', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 4 }), async (sent, pageSize) => {
        const all = sent.map((row) => ({ ...row, attributes: { id: row.id, ...row.attributes } }));
        const write_date = (day: number) => `2026-01-0${day}T00:00:00Z`;
        const name = await newCollection(
          all.map(({ day, attributes }) => ({ ...attributes, write_date: write_date(day) })),
        );
        for (const { id } of all.filter(({ tombstoned }) => tombstoned)) {
          await workspace.must('DELETE', `/collections/${name}/records/${id}`);
        }
        const change = await beginIdChange(service, { workspaceId: workspace.id, name }, 'a');
        await change.untilIdsCount(pageSize);
        const known = await service.services.database.inWorkspace(workspace.id, (transaction) =>
          transaction.query<{ earlier_id: string; new_id: string }>(
            'select earlier_id, new_id from new_ids where collection_id = (select id from collections where name = $1)',
            [name],
          ),
        );
        const expected = [...expectedIds(all.map(rowOf), config('a'))].map(([id, { id: earlier }]) => [earlier, id]);
        expect(known.map((row) => [row.earlier_id, row.new_id]).sort()).toEqual(expected.sort());
      }),
      { numRuns: 60 },
    );
  });

  it('ids are found out once, and forgotten some time after the change', async () => {
    const name = await newCollection([{ id: 1, label: 'L1', other: 2, color: 'red' }]);
    const change = await beginIdChange(service, { workspaceId: workspace.id, name }, 'other');
    const kept = async () => {
      await removeEndedChanges(service.services, new AbortController().signal);
      return service.services.database.inWorkspace(workspace.id, async (transaction) => {
        const of = '(select id from collections where name = $1)';
        const rows = await transaction.query(
          `select from new_ids where collection_id = ${of} union all select from id_changes where collection_id = ${of}`,
          [name],
        );
        return rows.length;
      });
    };
    expect(await change.page()).toBe('claims');
    while ((await change.page()) !== 'all') {
      expect(await countingVersion(name)).not.toBeNull();
    }
    expect(await countingVersion(name)).toBeNull();
    expect(await kept(), 'requests may still be reading them').toBe(2);
    service.setTime(new Date(Date.now() + 3_600_000));
    expect(await kept()).toBe(0);
    service.setTime(undefined);
  });

  it('that the version before began and left halfway, nobody is answered by the wrong id', async () => {
    const records = [1, 2].map((id) => ({ id, label: `L${id}`, other: 3 - id, color: 'red' }));
    const name = await newCollection(records);
    const change = await beginIdChange(service, { workspaceId: workspace.id, name }, 'other');
    await change.page();
    await change.page(1);
    await service.services.database.asSystem(async (transaction) => {
      await transaction.query('delete from id_changes');
      await transaction.query('update collections set new_ids_version = null where name = $1', [name]);
    });
    for (const by of [workspace.admin, caller]) {
      const answer = await service.call('GET', `/collections/${name}/records/1`, by);
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    }
    await change.untilIdsCount();
    const expected = { 1: 'L2', 2: 'L1' };
    expect(await seenBy(name, caller)).toEqual(expected);
    while ((await change.page(1)) !== 'all') {
      expect(await seenBy(name, caller)).toEqual(expected);
    }
    expect(await seenBy(name, caller)).toEqual(expected);
  });
});
