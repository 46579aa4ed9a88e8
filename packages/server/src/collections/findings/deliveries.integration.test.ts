import { afterEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

const collection = (name: string) => newCollection(workspace, name);

it('findings > count calls of a rotated ingest URL by day, and ignore unknown secrets', async () => {
  const { at, ingest, deliveries } = await collection('rotated');
  await workspace.must('POST', `${at}/rotate-secret`);
  for (const [day, calls] of [
    ['2027-03-01', 3],
    ['2027-03-02', 1],
  ] as const) {
    service.setTime(new Date(`${day}T10:00:00Z`));
    for (let call = 0; call < calls; call += 1) {
      expect((await service.call('POST', ingest, { body: { id: 1 } })).body.error.code).toBe('invalid_ingest_secret');
    }
  }
  await service.call('POST', `${ingest}x`, { body: { id: 1 } });
  expect(await deliveries()).toMatchObject([
    { field: 'ingest_url', count: 1, message: expect.stringContaining('2027-03-02') },
    { field: 'ingest_url', count: 3, message: expect.stringContaining('2027-03-01') },
  ]);
  expect(JSON.stringify(await deliveries())).not.toContain(ingest.slice('/ingest/'.length));
});

it('findings > report refused bodies by error code', async () => {
  const { ingest, deliveries } = await collection('refused');
  await service.call('POST', ingest, { body: '{"id": ' });
  await service.call('POST', ingest, { body: { name: 'no id' } });
  await service.call('POST', `${ingest}/batch`, { body: { records: [{ id: 1 }, { name: 'no id' }, { id: true }] } });
  const found = await deliveries();
  const counts = found.map(({ field, count }: { field: string; count: number }) => [field, count]).sort();
  expect(counts).toEqual([
    ['invalid_id', 1],
    ['invalid_json', 1],
    ['missing_id', 2],
  ]);
  expect(found[0].message).toMatch(/^Deliveries are refused\. The last one: /);
});

it('findings > report stale updates once `staleRun` of them follow each other', async () => {
  const { at, ingest, deliveries } = await collection('stale');
  const lamp = (write_date: string) => ({ id: 1, name: `Lamp of ${write_date}`, write_date });
  const older = (count: number) => Array.from({ length: count }, () => lamp('2025-01-01'));
  await workspace.must('POST', ingest, lamp('2026-01-01'));
  await workspace.must('POST', `${at}/import`, { records: older(15) });
  // Any update that is not stale ends the run.
  await workspace.must('POST', ingest, lamp('2026-01-02'));
  await workspace.must('POST', `${at}/import`, { records: older(15) });
  expect(await deliveries()).toEqual([]);
  for (let call = 0; call < 6; call += 1) {
    expect((await workspace.must('POST', ingest, lamp('2025-01-01'))).status).toBe('stale');
  }
  expect(await deliveries()).toMatchObject([{ field: 'write_date', message: expect.stringContaining('21 updates') }]);
});

it('findings > forget a rotated URL when its collection is deleted', async () => {
  const { at, ingest } = await collection('gone');
  await workspace.must('POST', `${at}/rotate-secret`);
  await workspace.must('DELETE', at);
  expect((await service.call('POST', ingest, { body: { id: 1 } })).status).toBe(401);
});
