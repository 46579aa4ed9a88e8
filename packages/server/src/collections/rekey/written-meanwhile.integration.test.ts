import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';

let service: TestService;
let workspace: CallersWorkspace;
let group: string;
let insider: Caller;

afterEach(() => service.setTime(undefined));
beforeAll(async () => {
  service = await startTestService({ SVC_CONFINED_ANSWER_STEP_MS: '0', SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
  group = await workspace.group();
  insider = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
});
afterAll(() => service.close());

const ids = ['1', '2', '3', '4', '5', '6'];
const anId = fc.constantFrom(...ids);
const aRecord = fc.record({
  id: anId,
  // Few, so that several ask for the same.
  other: fc.option(fc.constantFrom('1', '2', 3, 'new', '5.0', false), { nil: undefined }),
  color: fc.constantFrom('red', 'blue'),
  day: fc.integer({ min: 1, max: 9 }),
  otherDay: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
});
const someRecords = fc.uniqueArray(fc.tuple(aRecord, fc.boolean()), {
  selector: ([{ id }]) => id,
  minLength: 3,
  maxLength: ids.length,
});
/** What happens to a collection, by whom, and after how many steps of a change of its ids. */
const someEvents = fc.array(
  fc.record({
    after: fc.nat(12),
    confined: fc.boolean(),
    event: fc.oneof(
      fc.record({ write: fc.array(aRecord, { minLength: 1, maxLength: 3 }) }),
      fc.record({ remove: fc.oneof(anId, fc.constantFrom('new')) }),
      fc.record({ keep: fc.uniqueArray(anId, { minLength: 1 }) }),
    ),
  }),
  { minLength: 2, maxLength: 8 },
);

let written = 0;

/** A record as it is sent: its content is like no other's, so that one that is not stale always changes something. */
function sent({ day, otherDay, ...record }: { day: number; otherDay: number | undefined; id: string }): object {
  written += 1;
  const stamped = otherDay === undefined ? {} : { stamped: `2026-01-0${otherDay}` };
  return { ...record, ...stamped, name: `Part ${written}`, label: `L${written}`, write_date: `2026-01-0${day}` };
}

type Event = ReturnType<typeof requestOf>;

function requestOf({ event }: { event: { write?: Parameters<typeof sent>[0][]; remove?: string; keep?: string[] } }) {
  if (event.write !== undefined) {
    return ['POST', '/import', { records: event.write.map(sent) }] as const;
  }
  return event.remove === undefined
    ? (['POST', '/reconcile', { live_ids: event.keep }] as const)
    : (['DELETE', `/records/${event.remove}`] as const);
}

let made = 0;
async function newCollection(records: readonly object[], deleted: readonly string[]): Promise<string> {
  made += 1;
  const name = `written-${made}`;
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['label'] });
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, {
    permission: 'write',
    filter: { color: 'red' },
  });
  await workspace.must('POST', `/collections/${name}/import`, { records });
  for (const id of deleted) {
    await workspace.must('DELETE', `/collections/${name}/records/${id}`);
  }
  return name;
}

/** Sends a request about a collection; its answer, without what says which collection or when. */
async function send(name: string, [method, path, body]: Event, by: Caller): Promise<unknown> {
  const answer = await service.call(method, `/collections/${name}${path}`, {
    ...by,
    ...(body === undefined ? {} : { body }),
  });
  const { error, ...rest } = answer.body;
  return { status: answer.status, ...rest, error: error?.code };
}

interface Shown {
  readonly id: string;
  readonly attributes: { readonly label: string };
  readonly write_date: string;
}

/** What a caller is shown of all records, in this order. */
async function listed(name: string, by: Caller): Promise<Shown[]> {
  const { records } = (await service.call('GET', `/collections/${name}/records?limit=500`, by)).body;
  return records.map(({ external_id, attributes, write_date }: Record<string, never>) => ({
    id: external_id,
    attributes,
    write_date,
  }));
}

/** The same, once each is found by its id and its identifier, and no other one is. */
async function found(name: string, by: Caller): Promise<Shown[]> {
  const shown = await listed(name, by);
  for (const { id, attributes } of shown) {
    expect((await service.call('GET', `/collections/${name}/records/${id}`, by)).body.attributes).toEqual(attributes);
    for (const query of [id, attributes.label]) {
      const { results } = (await service.call('POST', `/collections/${name}/query`, { ...by, body: { query } })).body;
      expect(results.map((hit: { external_id: string }) => hit.external_id)).toEqual([id]);
    }
  }
  return shown;
}

describe('what is written while ids are changing', () => {
  it('keeps no record from an id by one that has been deleted since it was asked for its own', async () => {
    const asking = [1, 2].map((id) => ({ id, other: 'new', label: `L${id}`, write_date: `2026-01-0${5 - id}` }));
    const name = await newCollection(asking, []);
    const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'other' });
    while (await change.prepare()) {}
    await workspace.must('DELETE', `/collections/${name}/records/1`);
    await change.save();
    expect(await found(name, workspace.admin)).toMatchObject([{ id: 'new', attributes: { label: 'L2' } }]);
  });

  it('is answered and kept as before the change was saved, or after all records had moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRecords,
        someEvents,
        fc.integer({ min: 1, max: 2 }),
        fc.constantFrom(
          { id_field: 'other' },
          { write_date_field: 'stamped' },
          { id_field: 'other', write_date_field: 'stamped' },
        ),
        async (records, someOfEvents, pageSize, body) => {
          // The same for both where a record does not say when it was written.
          service.setTime(new Date());
          const stored = records.map(([record]) => sent(record));
          const deleted = records.filter(([, isDeleted]) => isDeleted).map(([{ id }]) => id);
          const [meanwhile, apart] = [await newCollection(stored, deleted), await newCollection(stored, deleted)];
          const events = [...someOfEvents]
            .sort((a, b) => a.after - b.after)
            .map((one) => ({
              after: one.after,
              by: one.confined ? insider : workspace.admin,
              request: requestOf(one),
            }));
          const change = await beginChange(service, { workspaceId: workspace.id, name: meanwhile }, body);
          const is = { saved: false, done: false };
          const step = async () => {
            if (is.saved) {
              is.done = (await change.page(pageSize)) === 'all';
            } else if (!(await change.prepare(pageSize))) {
              await change.save();
              is.saved = true;
              await workspace.must('PATCH', `/collections/${apart}`, body);
            }
          };
          let steps = 0;
          for (const { after, by, request } of events) {
            for (; steps < after; steps += 1) {
              await step();
            }
            expect(await send(meanwhile, request, by)).toEqual(await send(apart, request, by));
            expect(await listed(meanwhile, workspace.admin)).toEqual(await listed(apart, workspace.admin));
          }
          while (!is.done) {
            await step();
          }
          for (const by of [workspace.admin, insider]) {
            expect(await found(meanwhile, by)).toEqual(await found(apart, by));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
