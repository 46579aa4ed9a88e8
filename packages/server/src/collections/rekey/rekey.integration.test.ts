import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.js';
import { startTestService, type TestAnswer, type TestService, type TestWorkspace } from '../../testing/service.js';

let service: TestService;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.createWorkspace();
});
afterAll(() => service.close());

async function call(method: string, path: string, body?: unknown): Promise<TestAnswer> {
  const answer = await service.call(method, `/collections${path}`, {
    token: workspace.token,
    ...(body === undefined ? {} : { body }),
  });
  return answer;
}

/** More than a request gives new keys to before it answers. */
const many = 6_500;

/** A record whose other id fields name other records, too. */
function part(n: number): Record<string, unknown> {
  return {
    id: n,
    mirrored_id: many + 1 - n,
    next_id: (n % many) + 1,
    name: `Part ${n}`,
    sku: n % 2 ? `SKU-${n}` : [`SKU-${n}`, `alt-${n}`],
    supplier: [n % 7, `Supplier ${n}`],
    ean: `${4_000_000 + n}.0`,
    write_date: '2026-01-01',
  };
}

function isSettled(): Promise<boolean> {
  return service.services.database.asSystem(async (transaction) => {
    const rows = await transaction.query('select from collections where name = $1 and rekey_from is null', ['parts']);
    return rows.length === 1;
  });
}

/** Lets whatever runs in the background of a new process finish what the old one has left. */
async function finishInAnotherProcess(): Promise<void> {
  const successor = buildApp(service.services);
  await expect.poll(() => isSettled(), { timeout: 50_000, interval: 50 }).toBe(true);
  await successor.close();
}

const sample = [1, 2, 999, 1_000, 1_001, 2_500, 3_250, 4_999, 5_000, 5_001, 6_000, 6_499, 6_500];

describe('records that are given other keys by a process that is killed right after its answer', () => {
  beforeAll(async () => {
    // As in a process that is killed right after its answers: its background work never runs.
    await service.app.close();
    await call('POST', '', { name: 'parts' });
    for (let start = 0; start < many; start += 500) {
      const records = Array.from({ length: 500 }, (_, at) => part(start + at + 1));
      expect((await call('POST', '/parts/import', { records })).body).toMatchObject({ imported: 500, failed: 0 });
    }
  });

  it('are found by their new identifiers in every spelling', async () => {
    await call('PATCH', '/parts', { id_match_fields: ['sku', 'supplier', 'ean'] });
    for (const n of sample) {
      const keys = [`SKU-${n}`, `Supplier ${n}`, String(4_000_000 + n), ...(n % 2 ? [] : [`alt-${n}`])];
      for (const query of keys) {
        expect((await call('POST', '/parts/query', { query })).body).toMatchObject({
          match_type: 'exact_id',
          confidence: 'high',
          results: [{ external_id: String(n) }],
        });
      }
    }
    expect((await call('POST', '/parts/query', { query: '6.0' })).body.results).toMatchObject([{ external_id: '6' }]);
  });

  it('are found by their new ids, and never under the id of another, where old and new ids are the same numbers', async () => {
    expect((await call('PATCH', '/parts', { id_field: 'mirrored_id' })).body).toMatchObject({ records: many });
    expect(await isSettled()).toBe(false);
    const check = async () => {
      for (const n of sample) {
        const id = String(many + 1 - n);
        const found = { external_id: id, attributes: { id: n, name: `Part ${n}` } };
        expect((await call('GET', `/parts/records/${id}`)).body).toMatchObject(found);
        expect((await call('POST', '/parts/query', { query: `${id}.0` })).body).toMatchObject({
          match_type: 'exact_id',
          confidence: 'high',
          results: [found],
        });
      }
    };
    await check();
    const ranked = await call('POST', '/parts/query', { query: 'Part 6400 please', top_k: 5 });
    expect(ranked.body.results.map((hit: { external_id: string }) => hit.external_id)).toContain('101');
    await finishInAnotherProcess();
    await check();
    const again = await call('POST', '/parts/query', { query: 'Part 6400 please', top_k: 5 });
    expect(again.body.results[0]).toMatchObject({ external_id: '101', attributes: { name: 'Part 6400' } });
    expect((await call('GET', '/parts/records?limit=1')).body.count).toBe(many);
  });

  it('are updated, deleted and reconciled by their new ids, never taken for others', async () => {
    await call('PATCH', '/parts', { id_field: 'next_id' });
    expect(await isSettled()).toBe(false);
    // Whether one of them gets its id hangs on all the others here, which pass theirs round.
    expect((await call('GET', '/parts/records/6401')).body.attributes).toMatchObject({ id: 6_400 });
    const { records } = (await call('GET', '/parts/records?limit=20')).body;
    expect(records).toHaveLength(20);
    for (const shown of records) {
      expect(shown.external_id).toBe(String((shown.attributes.id % many) + 1));
    }
    const changed = { ...part(6_400), name: 'Changed', write_date: '2026-02-01' };
    const written = await call('POST', '/parts/records', { records: [changed] });
    expect(written.body.results).toMatchObject([{ external_id: '6401', status: 'updated' }]);
    expect((await call('GET', '/parts/records/6401')).body.attributes).toMatchObject({ id: 6_400, name: 'Changed' });
    await call('PATCH', '/parts', { id_field: 'mirrored_id' });
    expect(await isSettled()).toBe(false);
    expect((await call('DELETE', '/parts/records/1')).status).toBe(200);
    await call('PATCH', '/parts', { id_field: null });
    expect(await isSettled()).toBe(false);
    const live = Array.from({ length: many - 1 }, (_, at) => at + 1);
    expect((await call('POST', '/parts/reconcile', { live_ids: live })).body).toMatchObject({
      tombstoned: 0,
      live: many - 1,
      unknown: 0,
    });
    expect((await call('POST', '/parts/records', { records: [part(2)] })).body.results).toMatchObject([
      { external_id: '2', status: 'unchanged' },
    ]);
  });
});
