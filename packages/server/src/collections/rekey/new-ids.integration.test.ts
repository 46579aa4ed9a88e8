import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { removeEnded } from '../prepared/ended.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';
import { expectFoundBy } from '../testing/found-by.js';
import { datesOf } from './testing/dates.js';
import { expectedIds, fields, rowOf, rows } from './testing/expected-ids.js';

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
let group: string;

beforeAll(async () => {
  service = await startTestService({ SVC_CONFINED_ANSWER_STEP_MS: '0', SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
  group = await workspace.group();
  caller = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
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
    stamped: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    deleted: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 2, maxLength: ids.length },
);
/** Fields that ids are taken from one after the other. */
const someFields = fc.array(fc.constantFrom('other', 'next', 'id'), { minLength: 1, maxLength: 3 });

let made = 0;
async function newCollection(records: readonly object[]): Promise<string> {
  made += 1;
  const name = `ids-${made}`;
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['label'] });
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'read', filter: { color: 'red' } });
  const noted = records.map((record) => ({ ...record, note: 'noted' }));
  await workspace.must('POST', `/collections/${name}/import`, { records: noted });
  return name;
}

type Seen = Readonly<Record<string, string>>;

/** A day as the other field has it that says when a record was written. */
function dated(day: number | undefined): string | undefined {
  return day === undefined ? undefined : `2026-02-0${day}T00:00:00.000Z`;
}

function shownAs({ external_id, attributes }: { external_id: string; attributes: { label: string } }) {
  return [external_id, attributes.label];
}

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
  const { results: ranked } = (await ask('POST', '/query', { query: 'what was noted', top_k: 20 })).body;
  expect(ranked.map(shownAs).sort()).toEqual(Object.entries(seen).sort());
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

/** How many rows there are about changes of a collection's ids, and about who asks for which. */
function countNoted(name: string): Promise<number> {
  return service.services.database.inWorkspace(workspace.id, async (transaction) => {
    const of = '(select id from collections where name = $1)';
    const noted = await transaction.query(
      `select from new_ids where collection_id = ${of} union all select from id_changes where collection_id = ${of}`,
      [name],
    );
    return noted.length;
  });
}

describe('while records are being given other ids', () => {
  it('every answer names each record by the id it has in the end, from one moment on, wherever the change has come', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRecords,
        someFields,
        fc.integer({ min: 1, max: 3 }),
        fc.record({ identifiers: fc.boolean(), dates: fc.boolean() }),
        async (sent, idFields, pageSize, also) => {
          const name = await newCollection(
            sent.map(({ day, stamped, deleted, ...record }) => ({
              ...record,
              label: `L${record.id}`,
              write_date: `2026-01-0${day}`,
              stamped: dated(stamped),
            })),
          );
          for (const { id } of sent.filter(({ deleted }) => deleted)) {
            await workspace.must('DELETE', `/collections/${name}/records/${id}`);
          }
          const red = new Set(sent.filter(({ color }) => color === 'red').map(({ id }) => `L${id}`));
          let identifiers = ['label'];
          const look = async () => {
            // First, while there is no index by the new ids yet, and once there is one.
            const byDatabase = await datesOf(service, name, workspace.admin);
            const all = await seenBy(name, workspace.admin);
            const inside = Object.fromEntries(Object.entries(all).filter(([, label]) => red.has(label)));
            expect(await seenBy(name, caller)).toEqual(inside);
            const dates = await datesOf(service, name, workspace.admin);
            expect(byDatabase).toEqual(dates);
            const isInside = (tell: string) => inside[tell.split(' ')[1] ?? ''] !== undefined;
            expect(await datesOf(service, name, caller)).toEqual(dates.filter(isInside));
            for (const by of [workspace.admin, caller]) {
              await expectFoundBy(service, { name, fields: identifiers, codes: ['red', 'blue'] }, by);
            }
            return { all, dates };
          };
          for (const [at, field] of idFields.entries()) {
            if (field === (idFields[at - 1] ?? 'id') && !also.dates) {
              continue;
            }
            const before = await look();
            const others = also.identifiers && at % 2 === 0 ? ['label', 'color'] : ['label'];
            const dates = also.dates ? { write_date_field: at % 2 ? 'write_date' : 'stamped' } : {};
            const body = { id_field: field, id_match_fields: others, ...dates };
            const change = await beginChange(service, { workspaceId: workspace.id, name }, body);
            while (await change.prepare(pageSize)) {
              expect(await look(), 'while it is prepared').toEqual(before);
            }
            await change.save();
            identifiers = others;
            const after = await look();
            while ((await change.page(pageSize)) !== 'all') {
              expect(await look(), 'while records move').toEqual(after);
            }
            expect(await look(), 'when all have moved').toEqual(after);
            expect(await countNoted(name)).toBe(0);
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
        const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'a' });
        while (await change.prepare(pageSize)) {}
        await change.save();
        const known = await service.services.database.inWorkspace(workspace.id, (transaction) =>
          transaction.query<{ earlier_id: string; new_id: string; tombstoned: boolean }>(
            `select earlier_id, new_id, tombstoned from new_ids
             where collection_id = (select id from collections where name = $1)`,
            [name],
          ),
        );
        const expected = [...expectedIds(all.map(rowOf), fields('a'))].map(([id, { id: earlier }]) => [earlier, id]);
        const live = known.filter((row) => !row.tombstoned);
        expect(live.map((row) => [row.earlier_id, row.new_id]).sort()).toEqual(expected.sort());
        expect(new Set(known.map((row) => row.new_id)).size, 'no id is given twice').toBe(all.length);
      }),
      { numRuns: 60 },
    );
  });

  it('a listing that is paged through meanwhile shows each record once, in the order of the ids they have', async () => {
    const records = Array.from({ length: 12 }, (_, n) => ({
      id: `id-${n}`,
      other: `other-${(n * 5) % 12}`,
      label: `L${n}`,
      color: n % 3 === 0 ? 'blue' : 'red',
    }));
    const name = await newCollection(records);
    const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'other' });
    while (await change.prepare()) {}
    await change.save();
    for (const by of [workspace.admin, caller, workspace.admin]) {
      const shown: string[] = [];
      for (let cursor = ''; cursor !== 'end'; ) {
        const { body } = await service.call('GET', `/collections/${name}/records?limit=3${cursor}`, by);
        shown.push(...body.records.map((row: { external_id: string }) => row.external_id));
        cursor = body.next_cursor === null ? 'end' : `&cursor=${body.next_cursor}`;
        expect(await change.page(1)).toBe('ids');
      }
      const expected = records.filter(({ color }) => by !== caller || color === 'red').map(({ other }) => other);
      expect(shown).toEqual(expected.sort());
    }
  });

  it('one that is prepared and never saved is forgotten some time later', async () => {
    const name = await newCollection([{ id: 1, label: 'L1', other: 2, color: 'red' }]);
    const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'other' });
    while (await change.prepare()) {}
    const { signal } = new AbortController();
    await removeEnded(service.services, signal);
    expect(await countNoted(name), 'who asks again goes on with it').toBe(2);
    for (const hours of [1, 2]) {
      service.setTime(new Date(Date.now() + hours * 3_600_000));
      await removeEnded(service.services, signal);
    }
    expect(await countNoted(name)).toBe(0);
    service.setTime(undefined);
  });

  it('that the version before began and left halfway, nobody is answered by the wrong id', async () => {
    const records = [1, 2, 3].map((id) => ({ id, label: `L${id}`, other: (id % 3) + 1, color: 'red' }));
    const name = await newCollection(records);
    // As it left them: the first record waits for the place of the second one, which is not known to leave it yet.
    await service.services.database.asSystem(async (transaction) => {
      await transaction.query(
        `update collections set configuration = configuration || '{"id_field": "other"}', rekeys_ids = true, rekey_from = ' ',
           rekeying_since = identity_version + 1, identity_version = identity_version + 1 where name = $1`,
        [name],
      );
      const waiting = ` ${randomUUID()} 1`;
      for (const table of ['records', 'record_keys', 'slice_records']) {
        const movedFrom = table === 'records' ? ", moved_from = '1', moved_in = c.identity_version" : '';
        await transaction.query(
          `update ${table} t set external_id = $2 ${movedFrom}
           from collections c where c.name = $1 and t.collection_id = c.id and t.external_id = '1'`,
          [name, waiting],
        );
      }
    });
    for (const by of [workspace.admin, caller]) {
      const answer = await service.call('GET', `/collections/${name}/records/1`, by);
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    }
    const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'other' });
    for (
      let half = true;
      half;
      half = (await service.call('GET', `/collections/${name}/describe`, caller)).status === 503
    ) {
      expect(await change.page(2)).toBe('ids');
    }
    const expected = { 1: 'L3', 2: 'L1', 3: 'L2' };
    expect(await seenBy(name, caller)).toEqual(expected);
    while ((await change.page(1)) !== 'all') {
      expect(await seenBy(name, caller)).toEqual(expected);
    }
    expect(await seenBy(name, caller)).toEqual(expected);
  });
});
