import { afterEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

const findingsOf = async (at: string) => (await workspace.must('GET', `${at}/findings`)).findings;

it('collections.upsert_records > reports a finding with its value and a suggestion, once for all records of a call', async () => {
  const collection = await newCollection(workspace, 'prices', { field_types: { price: 'number', released: 'date' } });
  const { results } = await collection.import([
    { id: 1, price: 1 },
    ...['12,50', '8,00', 'x'.repeat(200)].map((price, id) => ({ id: id + 2, price, released: '03/04/2026' })),
  ]);
  expect(results.map(({ findings }: { findings?: object[] }) => findings?.length)).toEqual([
    undefined,
    2,
    undefined,
    undefined,
  ]);
  expect(results[1].findings).toEqual([
    {
      field: 'price',
      kind: 'type_mismatch',
      message: 'Field "price" arrives with "12,50", which does not match its type, number: decimal comma: send 12.50.',
      records: 3,
    },
    expect.objectContaining({ field: 'released', records: 3, message: expect.stringContaining('day or month first?') }),
  ]);
  const stored = (await findingsOf(collection.at)).find(({ field }: { field: string }) => field === 'price');
  expect(stored).toMatchObject({ count: 3, message: expect.stringContaining(`"${'x'.repeat(59)}…`) });
  expect(stored.message).not.toContain('x'.repeat(60));
});

it('collections.upsert_records > shows no value in a finding about a field that is not exposed', async () => {
  const { at, import: send } = await newCollection(workspace, 'secret-prices', {
    field_types: { cost: 'number', price: 'number' },
    exposed_fields: ['price'],
  });
  const { results } = await send([{ id: 1, cost: 'confidential', price: 'public', write_date: 'soon' }]);
  const told = JSON.stringify([results, await findingsOf(at)]);
  expect(told).not.toContain('confidential');
  expect(told).toContain('public');
  expect(told).toContain('soon');
});

it('ingest.record > adds a finding for two spellings of one id once a day, and stores one record', async () => {
  const { at, ingest, import: send, count } = await newCollection(workspace, 'spelled');
  const spelled = async () =>
    (await findingsOf(at))
      .filter(({ kind }: { kind: string }) => kind === 'id_spelling')
      .map(({ count: n, message }: { count: number; message: string }) => [n, message]);
  service.setTime(new Date('2026-03-01T10:00:00Z'));
  await send([
    { id: 31, name: 'Lamp' },
    { id: ' 32 ', name: 'Desk' },
    { id: 'A-1', name: 'Chair' },
  ]);
  // The same spelling again, also as a number, adds no finding.
  await send([
    { id: '31', name: 'Lamp' },
    { id: ' 32 ', name: 'Desks' },
    { id: 'A-1', name: 'Chairs' },
  ]);
  expect(await spelled()).toEqual([]);
  const { results } = await send([
    { id: '31.0', name: 'Lamp' },
    { id: ' 31 ', name: 'Lamps' },
    { id: 32, name: 'Desk' },
  ]);
  expect(results).toMatchObject([
    { external_id: '31', status: 'unchanged', findings: [{ field: 'id', kind: 'id_spelling', records: 3 }] },
    { external_id: '31', status: 'updated' },
    { external_id: '32', status: 'updated' },
  ]);
  expect(await spelled()).toEqual([
    [3, expect.stringMatching(/^Two spellings of one id arrive in field "id", such as " 32 " and "32": /)],
  ]);
  await workspace.must('POST', ingest, { id: '31.00', name: 'Lamp' });
  expect((await spelled()).map(([n]: [number]) => n)).toEqual([4]);
  service.setTime(new Date('2026-03-02T10:00:00Z'));
  await workspace.must('POST', ingest, { id: 31, name: 'Lamp' });
  expect((await spelled()).map(([n]: [number]) => n)).toEqual([1, 4]);
  expect(await count()).toBe(3);
});

it('ingest.batch > detects a second spelling within one call', async () => {
  const { at, import: send } = await newCollection(workspace, 'spelled-at-once');
  await send([
    { id: '7.0', name: 'a' },
    { id: 7, name: 'b' },
  ]);
  expect(await findingsOf(at)).toMatchObject([{ kind: 'id_spelling', count: 1, example_ids: ['7'] }]);
});

it('collections.import_records > counts stale records as stale instead of written', async () => {
  const { at, import: send } = await newCollection(workspace, 'counted');
  await send([{ id: 1, name: 'new', write_date: '2026-03-02' }]);
  const records = [{ id: 1, name: 'old', write_date: '2026-03-01' }, { id: 2, name: 'Desk' }, { id: true }];
  expect(await send(records)).toMatchObject({ imported: 1, stale: 1, failed: 1 });
  expect(await workspace.must('POST', `${at}/records`, { records })).toMatchObject({ written: 1, stale: 1, failed: 1 });
});
