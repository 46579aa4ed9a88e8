import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const at = '/collections/visits';
const declared = {
  field_types: { updated: 'date', id: 'number', price: 'number', cost: 'number' },
  write_date_field: 'updated',
  exposed_fields: ['id', 'updated', 'name', 'price'],
};

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const reader = await workspace.pinned({ role: 'member', access: 'read_only' });
await workspace.must('POST', '/collections', { name: 'visits' });

const describedTo = (caller: Caller) => workspace.must('GET', `${at}/describe`, undefined, caller);

it('collections.describe > lists declared types and the allowlist as configured, whatever records contain', async () => {
  const { field_types: filterable_fields, exposed_fields } = declared;
  expect(await workspace.must('PATCH', at, declared)).toMatchObject({ filterable_fields, exposed_fields });
  await workspace.must('POST', `${at}/records`, { records: [{ id: 1, name: 'First' }] });
  const described = await describedTo(workspace.admin);
  expect(described).toMatchObject({ filterable_fields, exposed_fields });
  expect(described.filterable_fields).toEqual(filterable_fields);
});

it('collections.describe > lists only exposed and control fields to callers without manage', async () => {
  const described = await describedTo(reader);
  expect(described.filterable_fields).toEqual({ updated: 'date', id: 'number', price: 'number' });
  expect(described.exposed_fields).toEqual(declared.exposed_fields);
  expect(described.fields.map(({ name }: { name: string }) => name)).toEqual(['id', 'name', 'price', 'updated']);
  expect(JSON.stringify(described)).not.toContain('cost');
});

it('collections.describe > lists hidden required fields only to callers that may write them', async () => {
  const required_fields = ['cost', 'name', 'updated'];
  await workspace.must('PATCH', at, { required_fields });
  const group = await workspace.group();
  await workspace.must('PUT', `${at}/grants/${group}`, { permission: 'write' });
  const writer = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  for (const caller of [workspace.admin, writer]) {
    const constraints = ['Every record must carry cost, name, updated.'];
    expect(await describedTo(caller)).toMatchObject({ required_fields, constraints });
  }
  await workspace.must('PUT', `${at}/grants/${group}`, { permission: 'read' });
  for (const caller of [reader, writer]) {
    const described = await describedTo(caller);
    expect(described.required_fields).toEqual(['name', 'updated']);
    expect(described.constraints).toEqual(['Every record must carry name, updated.']);
    expect(JSON.stringify(described)).not.toContain('cost');
  }
  await workspace.must('PATCH', at, { required_fields: ['cost'] });
  expect(await describedTo(reader)).toMatchObject({ required_fields: [], constraints: [] });
  await workspace.must('PATCH', at, { required_fields: null });
});

it('collections.describe > omits a clock field that is neither declared nor present', async () => {
  await workspace.must('PATCH', at, { field_types: null });
  const { fields, filterable_fields } = await describedTo(workspace.admin);
  expect(filterable_fields).toEqual({});
  expect(fields.map(({ name }: { name: string }) => name)).toEqual(['id', 'name', 'price']);
});

it('collections.describe > returns the last arrival of data, even if it is shortly after another', async () => {
  await workspace.must('POST', '/collections', { name: 'arrivals' });
  for (const id of ['1', '2', '3']) {
    await workspace.must('POST', '/collections/arrivals/import', { records: [{ id, name: 'Lamp' }] });
    const described = await workspace.must('GET', '/collections/arrivals/describe');
    const { updated_at } = await workspace.must('GET', `/collections/arrivals/records/${id}`);
    expect(described.last_ingest_at).toBe(updated_at);
  }
});

it('collections.describe > returns the arrival time of one of several concurrent writers', async () => {
  const ids = ['4', '5', '6', '7', '8'];
  await Promise.all(
    ids.map((id) => workspace.must('POST', '/collections/arrivals/import', { records: [{ id, name: 'Lamp' }] })),
  );
  const times = await Promise.all(
    ids.map(async (id) => (await workspace.must('GET', `/collections/arrivals/records/${id}`)).updated_at),
  );
  const described = await workspace.must('GET', '/collections/arrivals/describe');
  expect(times).toContain(described.last_ingest_at);
});

it("collections.describe > counts records that are searched in part, in the caller's slice only", async () => {
  const inside = await workspace.sliceOf('books', { shelf: 'open' });
  const long = 'x '.repeat(8_000);
  const records = [
    { id: 1, shelf: 'open', title: 'Long', text: long },
    { id: 2, shelf: 'closed', title: 'Expands', text: '\ufdfa'.repeat(30_000) },
    { id: 3, shelf: 'open', title: 'Short', text: 'x '.repeat(100) },
  ];
  await workspace.must('POST', '/collections/books/import', { records });
  const cut = async (caller: Caller) =>
    (await workspace.must('GET', '/collections/books/describe', undefined, caller)).cut_texts;
  expect([await cut(workspace.admin), await cut(inside)]).toEqual([2, 1]);
  await workspace.must('POST', '/collections/books/query', { query: 'short' }, inside);
  expect(await cut(inside)).toBe(1);
  expect((await workspace.must('GET', '/collections/books/records/1')).attributes.text).toBe(long);
  await workspace.must('POST', '/collections/books/import', { records: [{ ...records[0], text: 'shorter' }] });
  expect([await cut(workspace.admin), await cut(inside)]).toEqual([1, 0]);
});
