import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

type Writing = { mode?: 'replace' | 'merge'; expect?: Record<string, string>; dry_run?: boolean };

/** A collection that shows names and prices only, a writer that sees no more, and what an admin sees stored. */
async function shop(name: string, configuration: object = { exposed_fields: ['name', 'price'] }) {
  const { secret } = await workspace.must('POST', '/collections', { name });
  await workspace.must('PATCH', `/collections/${name}`, configuration);
  const group = await workspace.group();
  await workspace.must('PUT', `/collections/${name}/grants/${group}`, { permission: 'write' });
  const writer = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  return {
    writer,
    ingest: (record: object) => workspace.must('POST', `/ingest/${secret}`, record),
    write: async (records: readonly object[], how: Writing = {}, caller: Caller = workspace.admin) =>
      (await workspace.must('POST', `/collections/${name}/records`, { records, ...how }, caller)).results,
    read: (id: string, caller?: Caller) =>
      workspace.must('GET', `/collections/${name}/records/${id}`, undefined, caller),
    stored: async (id: string) => {
      await workspace.must('PATCH', `/collections/${name}`, { exposed_fields: null });
      const { attributes } = await workspace.must('GET', `/collections/${name}/records/${id}`);
      await workspace.must('PATCH', `/collections/${name}`, configuration);
      return attributes;
    },
    remove: (id: string) => workspace.must('DELETE', `/collections/${name}/records/${id}`),
  };
}

it('a merge changes the fields that are sent, removes those sent as null, and keeps all others', async () => {
  const { write, stored, writer } = await shop('merged');
  await write([
    { id: 1, name: 'Lamp', price: 5, note: 'x', cost: 12345678901234567890n.toString(), write_date: '2026-01-01' },
  ]);
  expect(await write([{ id: 1, price: 7, note: null }], { mode: 'merge' }, writer)).toMatchObject([
    { status: 'updated' },
  ]);
  expect(await stored('1')).toEqual({ name: 'Lamp', price: 7, cost: '12345678901234567890' });
  expect(await write([{ id: 1, price: 7 }], { mode: 'merge' }, writer)).toMatchObject([{ status: 'unchanged' }]);
  // An older clock is ignored as ever.
  const older = { id: 1, price: 9, write_date: '2025-01-01' };
  expect(await write([older], { mode: 'merge' })).toMatchObject([{ status: 'stale' }]);
  expect(await write([{ id: 2, name: 'New', note: null }], { mode: 'merge' })).toMatchObject([{ status: 'created' }]);
  expect(await stored('2')).toEqual({ name: 'New' });
});

it('a replace removes what its caller could see and did not send, and keeps what it cannot see', async () => {
  const { write, stored, writer, ingest } = await shop('replaced');
  await write([{ id: 1, name: 'Lamp', price: 5, cost: 3 }]);
  await write([{ id: 1, name: 'Desk lamp' }], {}, writer);
  expect(await stored('1')).toEqual({ name: 'Desk lamp', cost: 3 });
  await write([{ id: 1, name: 'Desk lamp' }]);
  expect(await stored('1')).toEqual({ name: 'Desk lamp' });
  await write([{ id: 1, name: 'Desk lamp', cost: 4 }]);
  await ingest({ id: 1, name: 'From the source' });
  expect(await stored('1')).toEqual({ name: 'From the source' });
});

it('a merge is checked as the record that it makes, and raises findings on what was sent alone', async () => {
  const { write, stored } = await shop('checked', {
    required_fields: ['name'],
    field_types: { price: 'number' },
    unknown_policy: 'warn',
  });
  await write([{ id: 1, name: 'Lamp', price: 'cheap', odd: 1 }]);
  expect(await write([{ id: 1, name: 'Desk lamp' }], { mode: 'merge' })).toEqual([
    { external_id: '1', status: 'updated', embedded: true, version: expect.any(String) },
  ]);
  const refused = await write(
    [
      { id: 1, name: null },
      { id: 2, price: 1 },
    ],
    { mode: 'merge' },
  );
  expect(refused).toMatchObject([{ error: 'missing_required_field' }, { error: 'missing_required_field' }]);
  expect(await stored('1')).toEqual({ name: 'Desk lamp', price: 'cheap', odd: 1 });
});

it('merges of one record in one call build on each other', async () => {
  const { write, stored } = await shop('steps', { required_fields: ['name'] });
  const steps = [
    { id: 1, name: 'Lamp' },
    { id: 1, price: 5 },
    { id: 1, colour: 'red' },
  ];
  expect(await write(steps, { mode: 'merge' })).toMatchObject([
    { status: 'created', embedded: true },
    { status: 'updated' },
    { status: 'updated', embedded: true },
  ]);
  expect(await stored('1')).toEqual({ name: 'Lamp', price: 5, colour: 'red' });
});

it('a deleted record keeps nothing for a merge', async () => {
  const { write, stored, remove } = await shop('revived');
  await write([{ id: 1, name: 'Lamp', cost: 3 }]);
  await remove('1');
  expect(await write([{ id: 1, price: 4 }], { mode: 'merge' })).toMatchObject([{ status: 'revived' }]);
  expect(await stored('1')).toEqual({ price: 4 });
});

it('a merge cannot move a record out of its slice, nor reach one outside', async () => {
  const writer = await workspace.sliceOf('sliced', { region: 'north' });
  await workspace.must('POST', '/collections/sliced/import', {
    records: [
      { id: 1, region: 'north', name: 'in' },
      { id: 2, region: 'south', name: 'out' },
    ],
  });
  const records = [
    { id: 1, region: 'south' },
    { id: 2, name: 'mine' },
    { id: 1, name: 'still in' },
  ];
  const { results } = await workspace.must(
    'POST',
    '/collections/sliced/records',
    { records, mode: 'merge', expect: { 2: 'guessed' } },
    writer,
  );
  expect(results).toMatchObject([{ error: 'outside_slice' }, { error: 'outside_slice' }, { status: 'updated' }]);
  expect((await workspace.must('GET', '/collections/sliced/records/1')).attributes).toEqual({
    region: 'north',
    name: 'still in',
  });
});

it('a record that is not the expected version fails alone, with its current version', async () => {
  const { write, read, remove } = await shop('versions');
  const [first, second] = await write([
    { id: 1, name: 'Lamp' },
    { id: 2, name: 'Desk' },
  ]);
  expect((await read('1')).version).toBe(first.version);
  const expected = { 1: first.version, 2: first.version === second.version ? 'another' : first.version };
  const results = await write(
    [
      { id: 1, price: 5 },
      { id: 2, price: 5 },
    ],
    { mode: 'merge', expect: expected },
  );
  expect(results).toMatchObject([
    { status: 'updated' },
    { index: 1, external_id: '2', error: 'version_mismatch', field: null, hint: second.version },
  ]);
  expect(results[0].version).not.toBe(first.version);
  expect((await read('1')).version).toBe(results[0].version);
  // Who has seen the latest version may write, also when the record is sent twice.
  const again = [
    { id: 1, price: 6 },
    { id: 1, price: 7 },
  ];
  expect(await write(again, { expect: { 1: results[0].version } })).toMatchObject([
    { status: 'updated' },
    { status: 'updated' },
  ]);
  await remove('1');
  const gone = await write(
    [
      { id: 1, price: 8 },
      { id: 9, price: 8 },
    ],
    { expect: { 1: results[0].version, 9: 'x' } },
  );
  expect(gone).toMatchObject([
    { error: 'version_mismatch', hint: null },
    { error: 'version_mismatch', hint: null },
  ]);
});

it('a version stays while nothing is written, and a dry run promises none', async () => {
  const { write, read } = await shop('steady');
  const [{ version }] = await write([{ id: 1, name: 'Lamp', write_date: '2026-01-01' }]);
  const unchanged = await write([{ id: 1, name: 'Lamp', write_date: '2026-01-01' }]);
  expect(unchanged).toMatchObject([{ status: 'unchanged', version }]);
  const [tried] = await write([{ id: 1, name: 'Desk lamp' }], { dry_run: true });
  expect(tried.version).toBeUndefined();
  expect((await read('1')).version).toBe(version);
  expect((await workspace.must('GET', '/collections/steady/records')).records[0].version).toBe(version);
});

it('of many who change one version, one wins', async () => {
  const { write, read } = await shop('raced');
  const [{ version }] = await write([{ id: 1, name: 'Lamp' }]);
  const writers = Array.from({ length: 20 }, (_, n) =>
    write([{ id: 1, [`field_${n}`]: n }], { mode: 'merge', expect: { 1: version } }),
  );
  const results = (await Promise.all(writers)).flat();
  expect(results.filter((result) => result.status === 'updated')).toHaveLength(1);
  expect(results.filter((result) => result.error === 'version_mismatch')).toHaveLength(19);
  expect(Object.keys((await read('1')).attributes)).toEqual(['name']);
});
