import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { removeEnded } from '../prepared/ended.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';
import { expectFoundBy } from '../testing/found-by.js';

let service: TestService;
let workspace: CallersWorkspace;
let group: string;
let insider: Caller;

beforeAll(async () => {
  service = await startTestService({ SVC_CONFINED_ANSWER_STEP_MS: '0', SVC_EMBED_SWEEP_SECONDS: '86400' });
  workspace = await callersWorkspace(service);
  group = await workspace.group();
  insider = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
});
afterAll(() => service.close());

const codes = ['A-1', 'B-2', 'C-3'];
const aCode = fc.constantFrom(...codes);
const codeOrNone = fc.oneof(aCode, fc.uniqueArray(aCode, { maxLength: 2 }), fc.constant(false));
const aRecord = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5'),
  sku: codeOrNone,
  ean: codeOrNone,
  color: fc.constantFrom('red', 'blue'),
});
const someRecords = fc.uniqueArray(aRecord, { selector: ({ id }) => id, minLength: 3, maxLength: 5 });
type Sent = (typeof aRecord)['generate'] extends (...args: never[]) => { value: infer Value } ? Value : never;
type Field = 'sku' | 'ean';
/** Fields before and after a change. Mostly there are some, so that writes meanwhile concern the identifiers of both. */
const someFields = fc.constantFrom<{ before: Field[]; after: Field[] }>(
  { before: ['sku'], after: ['ean'] },
  { before: ['ean'], after: ['sku', 'ean'] },
  { before: ['sku', 'ean'], after: ['sku'] },
  { before: [], after: ['ean'] },
  { before: ['sku'], after: [] },
);
/** What happens to a collection, by whom, and after how many steps of a change of its identifiers. */
const someEvents = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 5 }),
    confined: fc.boolean(),
    event: fc.oneof(
      { weight: 3, arbitrary: fc.record({ write: aRecord }) },
      fc.record({ remove: fc.constantFrom('1', '2', '3') }),
      fc.constant({ rename: true }),
    ),
  }),
  { minLength: 2, maxLength: 5 },
);

let made = 0;
async function newCollection(fields: readonly Field[], records: readonly object[]): Promise<string> {
  made += 1;
  const name = `keys-${made}`;
  const at = `/collections/${name}`;
  await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', at, { id_match_fields: fields });
  await workspace.must('PUT', `${at}/grants/${group}`, { permission: 'write', filter: { color: 'red' } });
  await workspace.must('POST', `${at}/import`, { records });
  return name;
}

/** A record whose ids by either field are in opposite orders, so that a change of them moves what lies ahead to behind. */
function sent(record: Sent): object {
  made += 1;
  return { ...record, mirrored: 6 - Number(record.id), note: `note ${made}` };
}

const expectFound = (fields: readonly Field[], name: string, by: Caller) =>
  expectFoundBy(service, { name, fields, codes }, by);

function countPrepared(name: string): Promise<number> {
  return service.services.database.inWorkspace(workspace.id, async (transaction) => {
    const rows = await transaction.query(
      `select from key_sets s join collections c on c.id = s.collection_id
       where c.name = $1 and s.id is distinct from c.key_set_id`,
      [name],
    );
    return rows.length;
  });
}

/** What the background deletes some hours later: what it gives up, it deletes the next time. */
async function removeLater(hours: number): Promise<void> {
  for (const later of [hours, hours + 1]) {
    service.setTime(new Date(Date.now() + later * 3_600_000));
    await removeEnded(service.services, new AbortController().signal);
  }
  service.setTime(undefined);
}

describe('while records are being given other identifiers', () => {
  it('each is found by the earlier ones until the change is saved and by the new ones from then on, whatever is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ records: someRecords, fields: someFields, events: someEvents }),
        fc.integer({ min: 1, max: 2 }),
        async ({ records, fields: { before, after }, events }, pageSize) => {
          const name = await newCollection(before, records.map(sent));
          const place = { workspaceId: workspace.id, name };
          const keys = await beginChange(service, place, { id_match_fields: after });
          const ids = await beginChange(service, place, { id_field: 'mirrored' });
          const is = { saved: false, renamed: false, moving: false };
          const look = async () => {
            for (const by of [workspace.admin, insider]) {
              await expectFound(is.saved ? after : before, name, by);
            }
          };
          const step = async () => {
            if (is.moving) {
              // Until all have their places this must leave it for later: there is no progress in an order that changes.
              await keys.prepare(pageSize);
              is.moving = (await ids.page(pageSize)) !== 'all';
            } else if (!is.saved && !(await keys.prepare(pageSize))) {
              await keys.save();
              is.saved = true;
            }
            await look();
          };
          const happen = async ({ event, confined }: (typeof events)[number]) => {
            const by = confined ? insider : workspace.admin;
            const at = `/collections/${name}/records`;
            // Somebody confined may be refused, but nobody has to come again.
            if ('write' in event) {
              const body = { records: [sent(event.write)] };
              expect((await service.call('POST', at, { ...by, body })).status).toBeLessThan(500);
            } else if ('remove' in event) {
              expect((await service.call('DELETE', `${at}/${event.remove}`, by)).status).toBeLessThan(500);
            } else if (!is.renamed) {
              while (await ids.prepare()) {}
              await ids.save();
              Object.assign(is, { renamed: true, moving: true });
            }
            await look();
          };
          let steps = 0;
          for (const event of [...events].sort((a, b) => a.after - b.after)) {
            for (; steps < event.after; steps += 1) {
              await step();
            }
            await happen(event);
          }
          while (!is.saved || is.moving) {
            await step();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('ones that are prepared and never saved are forgotten some time later, and those that count never are', async () => {
    const name = await newCollection(['sku'], [{ id: 1, sku: 'A-1', ean: 'B-2', color: 'red' }]);
    const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_match_fields: ['ean'] });
    while (await change.prepare()) {}
    const { signal } = new AbortController();
    await removeEnded(service.services, signal);
    expect(await countPrepared(name), 'who asks again goes on with it').toBe(1);
    await removeLater(1);
    expect(await countPrepared(name)).toBe(0);
    await expectFound(['sku'], name, insider);
    await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['ean'] });
    await removeEnded(service.services, signal);
    expect(await countPrepared(name), 'who has just met it goes by it to the end').toBe(1);
    await removeLater(1);
    expect(await countPrepared(name), 'nor is anything kept of what counted before').toBe(0);
    await expectFound(['ean'], name, insider);
  });

  it('that the version before began and left halfway, nobody is told that a record is not there', async () => {
    const name = await newCollection(
      ['sku'],
      [1, 2, 3].map((id) => ({ id, sku: 'A-1', ean: 'B-2', color: 'red' })),
    );
    // As the upgrade leaves it, which cannot tell whose identifiers are those of which fields.
    await service.services.database.asSystem(async (transaction) => {
      await transaction.query(
        `delete from key_sets s using collections c where c.name = $1 and s.collection_id = c.id`,
        [name],
      );
      await transaction.query(`update collections set key_set_id = null, rekey_from = '2' where name = $1`, [name]);
    });
    const ask = () => service.call('POST', `/collections/${name}/query`, { ...insider, body: { query: 'A-1' } });
    const change = await beginChange(service, { workspaceId: workspace.id, name }, {});
    for (let answer = await ask(); answer.status !== 200; answer = await ask()) {
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
      expect(await change.page(2)).toBe('keys');
    }
    await expectFound(['sku'], name, insider);
    while ((await change.page(1)) !== 'all') {}
    await expectFound(['sku'], name, insider);
  });
});

it('an identifier longer than an index row holds is found exactly, and no other for it', async () => {
  const long = '型'.repeat(400);
  await workspace.must('POST', '/collections', { name: 'long-codes' });
  await workspace.must('PATCH', '/collections/long-codes', { id_match_fields: ['code'] });
  const records = [long, `${long}番`].map((code, id) => ({ id: `r${id}`, name: 'Lamp', code }));
  await workspace.must('POST', '/collections/long-codes/import', { records });
  const find = (query: string) => workspace.must('POST', '/collections/long-codes/query', { query, top_k: 1 });
  for (const [id, { code }] of records.entries()) {
    const found = { match_type: 'exact_id', confidence: 'high', results: [{ external_id: `r${id}` }] };
    expect(await find(` ${code} `)).toMatchObject(found);
  }
  expect((await find(`${long}号`)).match_type).toBe('semantic');
});
