import { compileSlice } from '@tessera/resolver';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsRead } from '../../testing/rows-read.js';
import { startTestService, type TestService } from '../../testing/service.js';
import type { SliceScope } from '../records/queries.js';
import { maintainSlices } from '../slices/maintain.js';
import { type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';
import { listChanged } from './index-changes.js';
import type { IndexPlace } from './index-place.js';
import { currentSnapshot } from './index-queries.js';
import { SearchIndexes } from './indexes.js';

const filters = [{ color: 'red' }, { color: 'gold' }] as const;

let service: TestService;
let workspace: CallersWorkspace;
const ids: Record<string, string> = {};
/** Those of another process, where nothing brings them up to date but what they are asked. */
let indexes: SearchIndexes;

beforeAll(async () => {
  service = await startTestService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
  const { database, log } = service.services;
  indexes = new SearchIndexes({ database, log, embedderId: 'none', answerStepMs: 0, memoryBytes: 1e9 });
});
afterAll(async () => {
  await indexes.close();
  await service.close();
});

async function newCollection(name: string): Promise<void> {
  ids[name] = (await workspace.must('POST', '/collections', { name })).id;
  for (const filter of filters) {
    const grant = { permission: 'write', filter };
    await workspace.must('PUT', `/collections/${name}/grants/${await workspace.group()}`, grant);
  }
}

async function sliceOf(name: string, of: readonly { readonly color: string }[]): Promise<SliceScope> {
  const rows = await service.services.database.asSystem((transaction) =>
    transaction.query<{ id: string; color: string }>(
      `select id, filter ->> 'color' as color from slices where collection_id = $1 and retired_at is null`,
      [ids[name]],
    ),
  );
  const listedIn = rows.filter(({ color }) => of.some((filter) => filter.color === color)).map(({ id }) => id);
  expect(listedIn).toHaveLength(of.length);
  return { compiled: compileSlice([...of], {}), listedIn };
}

async function placeOf(name: string, of: readonly { readonly color: string }[]): Promise<IndexPlace> {
  const slice = await sliceOf(name, of);
  return { workspaceId: workspace.id, collectionId: ids[name] ?? '', identityVersion: 1, slice };
}

/** The ids that an index holds. */
async function held(place: IndexPlace): Promise<readonly string[] | undefined> {
  const answer = await service.services.database.inWorkspace(workspace.id, (transaction) =>
    indexes.ask(transaction, place, { asks: 'page', question: { after: null, limit: 1_000 } }),
  );
  return answer?.ids;
}

async function write(name: string, records: readonly object[]): Promise<void> {
  const { failed } = await workspace.must('POST', `/collections/${name}/import`, { records });
  expect(failed).toBe(0);
}

/** What is noted to have left slices of a collection. */
async function left(name: string): Promise<string[]> {
  const rows = await service.services.database.asSystem((transaction) =>
    transaction.query<{ id: string }>(
      'select distinct external_id as id from slice_departures where collection_id = $1 order by 1',
      [ids[name]],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Lets more than an hour pass since what left slices did so. */
function age(name: string): Promise<unknown> {
  return service.services.database.asSystem((transaction) =>
    transaction.query(
      `update slice_departures set left_at = left_at - interval '61 minutes' where collection_id = $1`,
      [ids[name]],
    ),
  );
}

const numbered = (color: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${color}-${n}`, name: `Lamp ${n}`, color }));

/** What may happen to one of a few records: it is written with colours, or deleted. */
const event = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  color: fc.constantFrom<unknown>('red', 'gold', 'blue', ['red', 'gold'], ['gold', 'blue'], null),
});
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.array(event, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant('ask' as const) },
  ),
  {
    minLength: 1,
    maxLength: 12,
  },
);

describe('an index that was not asked for a while', () => {
  it('holds what is inside its slices, whatever came, left, was deleted or came back meanwhile', async () => {
    await newCollection('moves');
    const slices = [filters.slice(0, 1), filters.slice(1), filters];
    const places = await Promise.all(slices.map((of) => placeOf('moves', of)));
    for (const place of places) {
      await indexes.prepare(place, []);
    }
    const colors = new Map<string, unknown>();
    const expectHeld = async () => {
      for (const [at, of] of slices.entries()) {
        const inside = [...colors].filter(([, color]) =>
          [color].flat().some((one) => of.some((filter) => filter.color === one)),
        );
        expect(await held(places[at] as IndexPlace)).toEqual(inside.map(([id]) => id).sort());
      }
    };
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        for (const step of taken) {
          if (step === 'ask') {
            await expectHeld();
            continue;
          }
          for (const { id, color } of step) {
            if (color === null) {
              colors.delete(id);
              await service.call('DELETE', `/collections/moves/records/${id}`, workspace.admin);
            } else {
              colors.set(id, color);
            }
          }
          const records = step
            .filter(({ color }) => color !== null)
            .map(({ id, color }) => ({ id, name: 'Lamp', color }));
          // In the order in which they came, each in its own way: what was deleted in between comes back.
          if (records.length > 0) {
            await write('moves', records);
            for (const { id, color } of records) {
              colors.set(id, color);
            }
          }
        }
        await expectHeld();
      }),
      { numRuns: 25 },
    );
  });

  it('reads nothing of what a reconcile deleted outside, however much that was', async () => {
    await newCollection('reconciled');
    await write('reconciled', [...numbered('red', 20), ...numbered('gold', 5)]);
    await write('reconciled', numbered('blue', 400));
    const scope = { collectionId: ids.reconciled ?? '', slice: await sliceOf('reconciled', filters) };
    const { database } = service.services;
    const seen = await database.inWorkspace(workspace.id, currentSnapshot);
    const live_ids = [...numbered('red', 18), ...numbered('gold', 5)].map(({ id }) => id);
    expect(await workspace.must('POST', '/collections/reconciled/reconcile', { live_ids })).toMatchObject({
      tombstoned: 402,
    });
    const { answer, read } = await rowsRead(service, workspace.id, {
      tables: /^(records|slice_records|slice_tombstones|slice_departures)/,
      work: (transaction) => listChanged(transaction, scope, { seen, withAttributes: true }),
    });
    expect(answer.rows).toEqual([]);
    expect(
      JSON.parse(answer.goneJson ?? '[]')
        .map(([id]: [string]) => id)
        .sort(),
    ).toEqual(['red-18', 'red-19']);
    expect(Math.max(...Object.values(read))).toBeLessThan(10);
  });

  it('holds records by the ids that they have, also while these are changing', async () => {
    await newCollection('renamed');
    const records = ['1', '2', '3', '4', '5'].map((n) => ({ id: `red-${n}`, other: `other-${n}`, color: 'red' }));
    await write('renamed', records);
    const change = await beginChange(service, { workspaceId: workspace.id, name: 'renamed' }, { id_field: 'other' });
    while (await change.prepare()) {}
    await change.save();
    const place = { ...(await placeOf('renamed', filters)), identityVersion: 2 };
    await indexes.prepare(place, []);
    await workspace.must('DELETE', '/collections/renamed/records/other-1');
    await write('renamed', [{ id: 'red-2', other: 'other-2', color: 'blue' }]);
    expect(await held(place)).toEqual(['other-3', 'other-4', 'other-5']);
    await workspace.must('POST', '/collections/renamed/reconcile', { live_ids: ['other-2', 'other-4'] });
    expect(await held(place)).toEqual(['other-4']);
    while ((await change.page(2)) === 'ids') {
      expect(await held(place)).toEqual(['other-4']);
    }
  });

  it('is right also where what left its slice has been forgotten, and where its list is not kept any more', async () => {
    await newCollection('forgotten');
    await write('forgotten', numbered('red', 4));
    const place = await placeOf('forgotten', filters.slice(0, 1));
    await indexes.prepare(place, []);
    const { database } = service.services;
    await write('forgotten', [{ id: 'red-0', name: 'Lamp', color: 'blue' }]);
    await age('forgotten');
    await maintainSlices(service.services, new AbortController().signal);
    expect(await left('forgotten')).toEqual([]);
    expect(await held(place)).toEqual(['red-1', 'red-2', 'red-3']);
    await database.asSystem((transaction) =>
      transaction.query('update slices set retired_at = now() where collection_id = $1', [ids.forgotten]),
    );
    await write('forgotten', [{ id: 'red-1', name: 'Lamp', color: 'blue' }]);
    expect(await held(place)).toEqual(['red-2', 'red-3']);
  });

  it('what left its slices is gone with a collection', async () => {
    await newCollection('deleted');
    await write('deleted', numbered('red', 3));
    const live_ids = ['red-1'];
    await workspace.must('POST', '/collections/deleted/reconcile', { live_ids });
    expect(await left('deleted')).toEqual(['red-0', 'red-2']);
    await workspace.must('DELETE', '/collections/deleted');
    expect(await left('deleted')).toEqual([]);
  });

  it('what left a slice is forgotten after an hour', async () => {
    await newCollection('later');
    await write('later', numbered('red', 4));
    await write('later', [{ id: 'red-0', name: 'Lamp', color: 'blue' }]);
    await age('later');
    await write('later', [{ id: 'red-1', name: 'Lamp', color: 'blue' }]);
    expect(await left('later')).toEqual(['red-0', 'red-1']);
    await maintainSlices(service.services, new AbortController().signal);
    expect(await left('later')).toEqual(['red-1']);
  });
});
