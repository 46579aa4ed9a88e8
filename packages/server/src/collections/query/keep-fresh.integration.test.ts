import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { IndexHost } from './index-host.js';
import type { ShelfCall } from './index-shelf.js';

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
const sent: ShelfCall[] = [];

beforeAll(async () => {
  service = await startTestService();
  workspace = await callersWorkspace(service);
  caller = await workspace.sliceOf('lamps', { color: 'red' });
  const call = IndexHost.prototype.call;
  vi.spyOn(IndexHost.prototype, 'call').mockImplementation(function (this: IndexHost, message) {
    sent.push(message);
    return call.call(this, message);
  });
});
afterAll(() => service.close());

const write = (records: readonly object[]) => workspace.must('POST', '/collections/lamps/import', { records });
const many = (color: string) =>
  Array.from({ length: 300 }, (_, n) => ({ id: `${color}${n}`, name: `Lamp ${n}`, color }));
/** What indexes were told of records that are outside or gone. */
const heardOfGone = () => sent.flatMap((call) => ('goneJson' in call && call.goneJson !== null ? [call.goneJson] : []));
/** Whether an index was brought up to date without being asked anything. */
const wasRefreshed = () => sent.some((call) => call.kind === 'apply');

describe('the index of a slice', () => {
  it('learns in the background what was written outside, so that the next answer has nothing to catch up with', async () => {
    await write(many('red'));
    await workspace.must('POST', '/collections/lamps/query', { query: 'lamp' }, caller);
    sent.length = 0;
    await write(many('blue'));
    await vi.waitUntil(wasRefreshed, { timeout: 60_000 });
    expect(heardOfGone()).toEqual([]);
    // Done for good once no older transaction runs, of another test on the same server either.
    await vi.waitUntil(
      async () => {
        sent.length = 0;
        const page = await workspace.must('GET', '/collections/lamps/records?limit=1', undefined, caller);
        expect(page.count).toBe(300);
        return sent.every((call) => call.kind === 'ask' && call.rows.length === 0 && call.goneJson === null);
      },
      { timeout: 60_000 },
    );
  });

  it('loses what moves out, also when nobody asks', async () => {
    sent.length = 0;
    await write([{ id: 'red0', name: 'Lamp 0', color: 'green', write_date: '2030-01-01' }]);
    await vi.waitUntil(() => heardOfGone().some((gone) => gone.includes('red0')), {
      timeout: 60_000,
    });
    const page = await workspace.must('GET', '/collections/lamps/records?limit=1', undefined, caller);
    expect(page.count).toBe(299);
  });

  it('hears nothing of a large reconcile outside', async () => {
    const outside = [...many('blue'), ...many('grey'), ...many('pink')];
    for (const color of ['blue', 'grey', 'pink']) {
      await write(many(color));
    }
    const { records } = await workspace.must('GET', '/collections/lamps/records?limit=500', undefined, caller);
    const live_ids = records.map(({ external_id }: { external_id: string }) => external_id);
    sent.length = 0;
    const reconciled = await workspace.must('POST', '/collections/lamps/reconcile', { live_ids });
    expect(reconciled).toMatchObject({ tombstoned: outside.length + 1, live: 299 });
    const page = await workspace.must('GET', '/collections/lamps/records?limit=1', undefined, caller);
    expect(page.count).toBe(299);
    expect(heardOfGone()).toEqual([]);
  });

  it('has learned of a reindex outside before whoever asked for that is answered', async () => {
    await write(many('white'));
    await workspace.must('PATCH', '/collections/lamps', { embed_fields: ['color'] });
    await workspace.must('GET', '/collections/lamps/describe', undefined, caller);
    sent.length = 0;
    const reindexed = await workspace.must('POST', '/collections/lamps/reindex?dry_run=false');
    const pages = sent.filter((call) => call.kind === 'apply').flatMap((call) => call.rows);
    expect(reindexed.reembedding).toBe(299 + 300);
    expect(new Set(pages.map((row) => row.external_id)).size).toBe(299);
  });
});
