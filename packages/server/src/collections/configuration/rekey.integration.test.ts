import { limits } from '@tessera/contract';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
const workspace = await callersWorkspace(service);

/** More records than fit on a page. */
const many = 1_100;

/** A record whose alternative id field contains the id of another record. */
const part = (n: number) => ({
  id: n,
  mirrored_id: many + 1 - n,
  name: `Part ${n}`,
  sku: n % 2 ? `SKU-${n}` : [`SKU-${n}`, `alt-${n}`],
  seen_at: `2025-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z`,
  write_date: '2026-01-01',
  ...(n === 7 ? { colour: 'odd' } : {}),
});

async function newCollection(name: string, records: readonly object[]): Promise<string> {
  const path = `/collections/${name}`;
  await workspace.must('POST', '/collections', { name });
  for (let start = 0; start < records.length; start += 500) {
    await workspace.must('POST', `${path}/import`, { records: records.slice(start, start + 500) });
  }
  return path;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const idsOf = async (path: string) =>
  (await workspace.must('GET', `${path}/records?limit=500`)).records.map(
    (row: { external_id: string }) => row.external_id,
  );

describe('collections.update: id_field', () => {
  let path: string;
  beforeAll(async () => {
    path = await newCollection('parts', numbers(many).map(part));
    await workspace.must('PATCH', path, { field_types: { name: 'string' } });
    await workspace.must('POST', `${path}/query`, { query: 'Part 1 please' });
  });

  it('gives every record its new id, even if it equals the old id of another record', async () => {
    expect(await workspace.must('PATCH', path, { id_field: 'mirrored_id' })).toMatchObject({ records: many });
    for (const n of [1, 2, 499, 500, 501, 550, 551, 999, many]) {
      const id = String(many + 1 - n);
      const found = { external_id: id, attributes: { id: n, name: `Part ${n}` } };
      expect(await workspace.must('GET', `${path}/records/${id}`)).toMatchObject(found);
      expect(await workspace.must('POST', `${path}/query`, { query: `${id}.0` })).toMatchObject({
        confidence: 'high',
        results: [found],
      });
    }
    const ranked = await workspace.must('POST', `${path}/query`, { query: 'Part 1000 please', top_k: 1 });
    expect(ranked.results).toMatchObject([{ external_id: '101', attributes: { name: 'Part 1000' } }]);
    const changed = { ...part(1_000), name: 'Changed', write_date: '2026-02-01' };
    const written = await workspace.must('POST', `${path}/records`, { records: [changed, part(3)] });
    expect(written.results).toMatchObject([
      { external_id: '101', status: 'updated' },
      { external_id: String(many - 2), status: 'unchanged' },
    ]);
    const live = await workspace.must('POST', `${path}/reconcile`, { live_ids: numbers(many) });
    expect(live).toMatchObject({ tombstoned: 0, live: many, unknown: 0 });
  });

  it('records findings whose examples have the new ids', async () => {
    const path = await newCollection('told', []);
    await workspace.must('PATCH', path, { required_fields: ['name'] });
    await workspace.must('POST', `${path}/import`, { records: [{ id: 'a', ref: 'b', name: 'A', extra: 1 }] });
    await workspace.must('PATCH', path, { id_field: 'ref' });
    const { findings } = await workspace.must('GET', `${path}/findings`);
    expect(findings.map((finding: { example_ids: string[] }) => finding.example_ids)).toEqual([['b']]);
  });

  it('is refused and changes nothing if live records would share an id or have none', async () => {
    const path = await newCollection('twins', [
      { id: 1, ref: 'same' },
      { id: 2, ref: 'same' },
      { id: 3, ref: 'same' },
      { id: 4 },
      { id: 5, ref: 'own' },
    ]);
    const before = await workspace.must('GET', `${path}/describe`);
    const refused = await service.call('PATCH', path, {
      ...workspace.admin,
      body: { id_field: 'ref', guidance: 'By ref.' },
    });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'id_conflict', count: 4 } } });
    expect([...refused.body.error.examples].sort()).toEqual(['1', '2', '3', '4']);
    expect(await workspace.must('GET', `${path}/describe`)).toEqual(before);
    expect(await idsOf(path)).toEqual(['1', '2', '3', '4', '5']);
    expect((await service.call('GET', `${path}/records/own`, workspace.admin)).status).toBe(404);
  });

  it('names at most twenty conflicting records', async () => {
    const path = await newCollection(
      'crowd',
      numbers(50).map((id) => ({ id, ref: 'same' })),
    );
    const refused = await service.call('PATCH', path, { ...workspace.admin, body: { id_field: 'ref' } });
    expect(refused.body.error).toMatchObject({ code: 'id_conflict', count: 50 });
    expect(refused.body.error.examples).toHaveLength(20);
  });

  it('deletes a tombstone whose new id is taken by a live record; otherwise moves it', async () => {
    const path = await newCollection('graves', [
      { id: 1, ref: 'x', write_date: '2026-01-01' },
      { id: 2, ref: 'y', write_date: '2026-01-01' },
      { id: 3, ref: 'x', write_date: '2026-01-01' },
    ]);
    await workspace.must('DELETE', `${path}/records/1`);
    await workspace.must('DELETE', `${path}/records/2`);
    await workspace.must('PATCH', path, { id_field: 'ref' });
    expect(await idsOf(path)).toEqual(['x']);
    expect(await workspace.must('DELETE', `${path}/records/y`)).toMatchObject({ status: 'tombstoned' });
    const again = await workspace.must('POST', `${path}/records`, {
      records: [{ ref: 'y', write_date: '2025-01-01' }],
    });
    expect(again.results).toMatchObject([{ status: 'stale' }]);
  });
});

describe('collections.update: id_match_fields', () => {
  it('applies to all live records at once and replaces the earlier identifiers', async () => {
    const path = await newCollection('coded', [...numbers(many).map(part), { id: 'gone', sku: 'SKU-gone' }]);
    await workspace.must('DELETE', `${path}/records/gone`);
    const ask = (query: string) => workspace.must('POST', `${path}/query`, { query });
    await workspace.must('PATCH', path, { id_match_fields: ['sku'] });
    for (const [query, id] of [
      ['SKU-1', '1'],
      ['SKU-600', '600'],
      ['alt-1100', '1100'],
    ] as const) {
      expect(await ask(query)).toMatchObject({ match_type: 'exact_id', results: [{ external_id: id }] });
    }
    expect((await ask('SKU-gone')).match_type).toBe('semantic');
    await workspace.must('PATCH', path, { id_match_fields: ['name'] });
    expect((await ask('SKU-600')).match_type).toBe('semantic');
    expect(await ask('Part 600')).toMatchObject({ match_type: 'exact_id', results: [{ external_id: '600' }] });
  });
});

describe('collections.update: write_date_field', () => {
  it('updates the date of all records, and treats older writes as stale', async () => {
    const path = await newCollection('dated', numbers(20).map(part));
    await workspace.must('PATCH', path, { write_date_field: 'seen_at' });
    const { results } = await workspace.must('POST', `${path}/query`, {
      filters: { name: { exists: true } },
      top_k: 3,
    });
    expect(results.map((hit: { external_id: string }) => hit.external_id)).toEqual(['20', '19', '18']);
    const { body } = await service.call('GET', `${path}/records/20`, workspace.admin);
    expect(body.write_date).toBe('2025-01-01T00:00:20.000Z');
    const older = { ...part(20), name: 'Older', seen_at: '2024-01-01' };
    const newer = { ...part(19), name: 'Newer', seen_at: '2025-06-01' };
    const written = await workspace.must('POST', `${path}/records`, { records: [older, newer, part(18)] });
    expect(written.results.map((one: { status: string }) => one.status)).toEqual(['stale', 'updated', 'unchanged']);
  });
});

// The embedded database runs one transaction at a time, so no lock can be observed there.
describe('collections.update (collection locked)', () => {
  it('does not block readers, and refuses a writer that waits too long as unavailable', async () => {
    const wait = vi.spyOn(limits, 'lockWaitSeconds', 'get').mockReturnValue(0.2 as typeof limits.lockWaitSeconds);
    onTestFinished(() => wait.mockRestore());
    const path = await newCollection('held', [{ id: 1, name: 'Oak' }]);
    let letGo: () => void = () => undefined;
    let holds: () => void = () => undefined;
    const isLocked = new Promise<void>((resolve) => {
      holds = resolve;
    });
    const holding = service.services.database.inWorkspace(workspace.id, async (transaction) => {
      await transaction.query('select from collection_states where workspace_id = $1 for update', [workspace.id]);
      holds();
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    });
    await isLocked;
    const waiting = ['POST', 'PATCH'].map((method) =>
      service.call(method, method === 'POST' ? `${path}/records` : path, {
        ...workspace.admin,
        body: method === 'POST' ? { records: [{ id: 2 }] } : { id_field: 'name' },
      }),
    );
    expect(await idsOf(path)).toEqual(['1']);
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    letGo();
    await holding;
    expect((await workspace.must('POST', `${path}/records`, { records: [{ id: 2 }] })).written).toBe(1);
  });
});
