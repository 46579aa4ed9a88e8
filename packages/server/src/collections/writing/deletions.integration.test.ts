import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const day = (n: number) => `2026-03-0${n}T00:00:00.000Z`;

it('deleted_field > a record that its source deleted is a tombstone, at every door, also without required fields', async () => {
  const configuration = { deleted_field: 'deleted', required_fields: ['name'], id_match_fields: ['sku'] };
  const { at, ingest, import: send, record } = await newCollection(workspace, 'deleting', configuration);
  const doors = [
    (body: object) => workspace.must('POST', ingest, body),
    async (body: object) => (await workspace.must('POST', `${ingest}/batch`, { records: [body] })).results[0],
    async (body: object) => (await workspace.must('POST', `${at}/records`, { records: [body] })).results[0],
    async (body: object) => (await send([body])).results[0],
  ];
  for (const [id, door] of doors.entries()) {
    await door({ id, name: `Lamp ${id}`, sku: `S-${id}`, deleted: false });
    expect((await record(`${id}`)).attributes.name).toBe(`Lamp ${id}`);
    expect(await door({ id, deleted: true })).toMatchObject({ external_id: `${id}`, status: 'tombstoned' });
    expect(await door({ id, deleted: true })).toMatchObject({ status: 'unchanged' });
    expect((await service.call('GET', `${at}/records/${id}`, workspace.admin)).status).toBe(404);
    expect((await workspace.must('POST', `${at}/query`, { query: `S-${id}` })).match_type).toBe('semantic');
    expect(await door({ id, name: 'Back' })).toMatchObject({ status: 'revived' });
    expect((await record(`${id}`)).attributes).toEqual({ name: 'Back' });
  }
  const { changes } = await workspace.must('GET', `${at}/changes`);
  expect(changes.map(({ status }: { status: string }) => status)).toEqual(doors.map(() => 'upserted'));
  expect((await workspace.must('GET', `${at}/describe`)).constraints.join()).toContain('"deleted"');
});

it('deleted_field > the last event by clock decides, in any order of arrival', async () => {
  const { import: send, at } = await newCollection(workspace, 'clocked-deletions', { deleted_field: 'gone' });
  let next = 0;
  const events = fc.uniqueArray(fc.record({ clock: fc.integer({ min: 1, max: 9 }), gone: fc.boolean() }), {
    selector: ({ clock }) => clock,
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(events, fc.boolean(), async (sent, atOnce) => {
      next += 1;
      const id = `r${next}`;
      const records = sent.map(({ clock, gone }) => ({ id, name: `v${clock}`, gone, write_date: day(clock) }));
      for (const page of atOnce ? [records] : records.map((record) => [record])) await send(page);
      const last = sent.reduce((one, other) => (other.clock > one.clock ? other : one));
      const { status, body } = await service.call('GET', `${at}/records/${id}`, workspace.admin);
      expect([status, body.attributes?.name]).toEqual(last.gone ? [404, undefined] : [200, `v${last.clock}`]);
    }),
    { numRuns: propertyRuns(40) },
  );
});

it.each([
  ['deleted_at', '2026-01-01', true],
  ['deleted_at', null, false],
  ['deleted', 'No', false],
  ['deleted', 0, false],
  [{ field: 'state', values: ['gone', 3] }, 'gone', true],
  [{ field: 'state', values: ['gone', 3] }, 3, true],
  [{ field: 'state', values: ['gone', 3] }, 'here', false],
])('deleted_field %j > with the value %j means deletion: %j', async (deleted_field, value, isDeleted) => {
  const { import: send } = await newCollection(workspace, `kinds-${Math.random().toString(36).slice(2)}`, {
    deleted_field,
  });
  const field = typeof deleted_field === 'string' ? deleted_field : deleted_field.field;
  const { results } = await send([{ id: 1, [field]: value }]);
  expect(results[0].status).toBe(isDeleted ? 'tombstoned' : 'created');
});

it('deleted_field > does not delete in an append-only collection, and can be undone', async () => {
  const configuration = { deleted_field: 'deleted', append_only: true };
  const only = await newCollection(workspace, 'only-appended', configuration);
  await only.import([{ id: 1, name: 'kept' }]);
  expect((await only.import([{ id: 1, deleted: true }])).results[0].error).toBe('append_only');
  const { at, import: send, record } = await newCollection(workspace, 'undone-deletions', { deleted_field: 'deleted' });
  await send([{ id: 1, name: 'kept' }]);
  const since = new Date().toISOString();
  await send([{ id: 1, deleted: true }]);
  await workspace.must('POST', `${at}/revert`, { since, until: new Date(Date.now() + 60_000).toISOString() });
  expect((await record('1')).attributes).toEqual({ name: 'kept' });
});

it('mapping.deleted_field > reads a header or a path, also of an event without content', async () => {
  const mapping = {
    id: 'data.id',
    fields: { name: 'data.name' },
    events: { header: 'X-Topic', values: ['update', 'delete'] },
    deleted_field: { header: 'X-Topic', values: ['delete'] },
  };
  const { ingest, count } = await newCollection(workspace, 'mapped-deletions', { mapping });
  const send = (topic: string, data: object) =>
    service.call('POST', ingest, { body: { data }, headers: { 'x-topic': topic } });
  expect((await send('update', { id: 7, name: 'Lamp' })).body.status).toBe('created');
  expect((await send('delete', { id: 7 })).body.status).toBe('tombstoned');
  expect(await count()).toBe(0);
  const wrong = { ...mapping, deleted_field: 'a.b()' };
  const refused = await service.call('PATCH', '/collections/mapped-deletions', {
    ...workspace.admin,
    body: { mapping: wrong },
  });
  expect(refused.body.error.details[0].path).toBe('mapping.deleted_field');
});

it.each([
  [{ id: 7, deleted: true }, 'deleted'],
  [{ id: 7, is_deleted: 1 }, 'is_deleted'],
  [{ id: 7, deletedAt: '2026-01-01T00:00:00Z' }, 'deletedAt'],
  [{ id: 7, op: 'd', name: 'Lamp' }, 'op'],
  [{ id: 7, event: 'product.deleted' }, 'event'],
  [{ id: 7, name: 'Gr\uFFFD\uFFFDe' }, 'name'],
  [{ id: 7, names: ['ok', 'Gr\uFFFDn'] }, 'names'],
])('findings > report %j as unclear, and store it', async (body, field) => {
  const { ingest, deliveries, record } = await newCollection(
    workspace,
    `unclear-${Math.random().toString(36).slice(2)}`,
  );
  await workspace.must('POST', ingest, body);
  expect(await deliveries()).toMatchObject([{ field, kind: 'delivery', count: 1, example_ids: ['7'] }]);
  expect((await record('7')).attributes).toHaveProperty(field);
});

it('findings > do not report what is clear, and report an identifier that a spreadsheet has rounded', async () => {
  const { at, ingest, deliveries } = await newCollection(workspace, 'clear', {
    id_match_fields: ['ean'],
    field_types: { op: 'enum' },
  });
  for (const more of [
    { deleted: false },
    { deleted_at: null },
    { op: 'd' },
    { action: 'created' },
    { event: 'Loaded' },
  ]) {
    await workspace.must('POST', ingest, { id: JSON.stringify(more), ...more });
  }
  expect(await deliveries()).toEqual([]);
  const answer = await workspace.must('POST', ingest, { id: 1, ean: '4.00638E+12', price: '4.00638E+12' });
  expect(answer.findings).toContainEqual(expect.objectContaining({ field: 'ean', kind: 'type_mismatch' }));
  const { findings } = await workspace.must('GET', `${at}/findings`);
  expect(findings.filter(({ kind }: { kind: string }) => kind === 'type_mismatch')).toMatchObject([
    { field: 'ean', count: 1 },
  ]);
});
