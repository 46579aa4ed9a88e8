import { assert, asyncProperty, constantFrom, dictionary, record as shape, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

type Writing = { mode?: 'replace' | 'merge'; expect?: Record<string, string>; dry_run?: boolean };

/**
 * Creates a collection that exposes names and prices. Returns a writer who sees these only, and a function that reads
 * all stored fields as an admin.
 */
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

it('collections.upsert_records > merge changes sent fields, removes fields sent as null, and keeps the others', async () => {
  const { write, stored, writer } = await shop('merged');
  await write([
    { id: 1, name: 'Lamp', price: 5, note: 'x', cost: 12345678901234567890n.toString(), write_date: '2026-01-01' },
  ]);
  expect(await write([{ id: 1, note: null }], { mode: 'merge' })).toMatchObject([{ status: 'updated' }]);
  expect(await write([{ id: 1, price: 7 }], { mode: 'merge' }, writer)).toMatchObject([{ status: 'updated' }]);
  expect(await stored('1')).toEqual({ name: 'Lamp', price: 7, cost: '12345678901234567890' });
  expect(await write([{ id: 1, price: 7 }], { mode: 'merge' }, writer)).toMatchObject([{ status: 'unchanged' }]);
  // The clock rule applies to merges too.
  const older = { id: 1, price: 9, write_date: '2025-01-01' };
  expect(await write([older], { mode: 'merge' })).toMatchObject([{ status: 'stale' }]);
  expect(await write([{ id: 2, name: 'New', note: null }], { mode: 'merge' })).toMatchObject([{ status: 'created' }]);
  expect(await stored('2')).toEqual({ name: 'New' });
});

it('collections.upsert_records > replace removes visible fields that were not sent, and keeps hidden ones', async () => {
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

it('collections.upsert_records > ignores hidden fields with a warning, and neither changes nor removes them', async () => {
  const { write, stored, writer } = await shop('unseen');
  await write([{ id: 1, name: 'Lamp', price: 5, cost: 3 }]);
  for (const how of [{ mode: 'merge' }, { mode: 'replace' }] as const) {
    for (const cost of [3, 4, null]) {
      const record = { id: 1, name: 'Lamp', price: 5, cost };
      const expected = [{ external_id: '1', status: 'unchanged', ignored: ['cost'] }];
      expect(await write([record], { ...how, dry_run: true }, writer)).toMatchObject(expected);
      expect(await write([record], how, writer)).toMatchObject(expected);
    }
  }
  expect(await stored('1')).toEqual({ name: 'Lamp', price: 5, cost: 3 });
  const [created] = await write([{ id: 2, name: 'Desk', cost: 1 }], {}, writer);
  expect(created).toMatchObject({ status: 'created', ignored: ['cost'] });
  expect(created.findings).toBeUndefined();
  expect(await stored('2')).toEqual({ name: 'Desk' });
  const { results } = await workspace.must('POST', '/collections/unseen/import', {
    records: [{ id: 1, name: 'Lamp', price: 5, cost: 9 }],
  });
  expect(results[0].ignored).toBeUndefined();
  expect(await stored('1')).toMatchObject({ cost: 9 });
});

it('collections.upsert_records > accepts hidden fields of new records only if they are required or part of the slice', async () => {
  const writer = await workspace.sliceOf('needed', { region: { in: ['north', 'west'] } });
  await workspace.must('PATCH', '/collections/needed', { exposed_fields: ['name'], required_fields: ['owner'] });
  const write = async (record: object) =>
    (await workspace.must('POST', '/collections/needed/records', { records: [record] }, writer)).results[0];
  const record = { id: 1, name: 'Lamp', owner: 'Ada', region: 'north', cost: 1 };
  expect(await write(record)).toMatchObject({ status: 'created', ignored: ['cost'] });
  const again = { ...record, owner: 'Bo', region: 'west' };
  expect(await write(again)).toMatchObject({ status: 'unchanged', ignored: ['owner', 'region', 'cost'] });
  expect(await write({ ...record, id: 2, region: 'south' })).toMatchObject({ error: 'outside_slice' });
});

it('collections.upsert_records > returns results that do not depend on hidden values', async () => {
  const shops = await Promise.all(
    ['left', 'right'].map((name) =>
      shop(`blind-${name}`, { exposed_fields: ['name', 'price'], field_types: { cost: 'number', price: 'number' } }),
    ),
  );
  const value = constantFrom<(string | number | boolean | null)[]>(0, 1, 2, 'x', '', '1,5', false, null);
  const fields = dictionary(constantFrom('name', 'price', 'cost', 'note'), value);
  const how = shape({ mode: constantFrom('merge', 'replace'), dry_run: constantFrom(true, false) });
  let id = 0;
  const property = asyncProperty(tuple(value, value), fields, fields, how, async (hidden, seen, sent, how) => {
    id += 1;
    const { cost: _cost, note: _note, ...visible } = seen;
    const answers = await Promise.all(
      shops.map(async ({ write, writer, read }, index) => {
        const cost = hidden[index];
        await write([{ id, ...visible, cost, note: cost }]);
        const [{ version: _version, ...answer }] = await write([{ id, ...sent }], how, writer);
        return [answer, (await read(String(id), writer)).attributes];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
  await assert(property, { numRuns: 40, seed: 1 });
});

it('collections.upsert_records > does not reveal that a record is embedded again because of hidden fields', async () => {
  const { write, writer, remove } = await shop('pending', { exposed_fields: ['name'], embed_fields: ['name'] });
  const named = (id: number) => ({ id, name: `Lamp ${id}` });
  await write([{ ...named(1), cost: 'secret' }, named(2)]);
  await workspace.must('PATCH', '/collections/pending', { embed_fields: ['name', 'cost'] });
  await workspace.must('POST', '/collections/pending/reindex?dry_run=false');
  const both = [named(1), named(2)];
  const quiet = { status: 'unchanged', embedded: false };
  expect(await write(both, {}, writer)).toMatchObject([quiet, quiet]);
  const renamed = both.map(({ id, name }) => ({ id, name: `${name} and shade` }));
  const told = { status: 'updated', embedded: true };
  expect(await write(renamed, {}, writer)).toMatchObject([told, told]);
  await remove('1');
  await remove('2');
  const revived = { status: 'revived', embedded: false };
  expect(await write(renamed, { dry_run: true }, writer)).toMatchObject([revived, revived]);
  expect(await write(renamed, {}, writer)).toMatchObject([1, 2].map(() => ({ status: 'revived', embedded: true })));
});

it('collections.upsert_records > reads ids in expect like record ids, and rejects ids that are not in the call', async () => {
  const { write, read } = await shop('spelled');
  const [{ version }] = await write([{ id: 7, name: 'Lamp' }]);
  for (const key of ['7', '7.0', ' 7 ', '7.00']) {
    const refused = await write([{ id: '7.0', name: 'Desk' }], { expect: { [key]: 'another' } });
    expect(refused).toMatchObject([{ error: 'version_mismatch', hint: `The current version is ${version}.` }]);
  }
  const call = (expected: object, records: unknown[] = [{ id: 7, name: 'Desk' }, 'not a record', { id: true }]) =>
    service.call('POST', '/collections/spelled/records', { ...workspace.admin, body: { records, expect: expected } });
  for (const [expected, path] of [
    [{ 7: version, 8: version }, 'expect.8'],
    [{ ' ': version }, 'expect. '],
    [{ true: version }, 'expect.true'],
    [{ '7': version, '7.0': 'another' }, 'expect.7.0'],
  ] as const) {
    const { status, body } = await call(expected);
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'invalid_request', path]);
  }
  expect((await read('7')).attributes).toEqual({ name: 'Lamp' });
  expect((await call({ '7': version, '7.0': version })).status).toBe(200);
});

it('collections.upsert_records > validates the merged record, and adds findings only for sent fields', async () => {
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

it('collections.upsert_records > applies merges of the same record in one call in order', async () => {
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

it('collections.upsert_records > merges nothing into a deleted record', async () => {
  const { write, stored, remove } = await shop('revived');
  await write([{ id: 1, name: 'Lamp', cost: 3 }]);
  await remove('1');
  expect(await write([{ id: 1, price: 4 }], { mode: 'merge' })).toMatchObject([{ status: 'revived' }]);
  expect(await stored('1')).toEqual({ price: 4 });
});

it('collections.upsert_records > merge cannot move a record out of its slice, or change one outside of it', async () => {
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

it('collections.upsert_records > refuses only the record without the expected version, and returns its current version', async () => {
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
    {
      index: 1,
      external_id: '2',
      error: 'version_mismatch',
      field: null,
      hint: `The current version is ${second.version}.`,
    },
  ]);
  expect(results[0].version).not.toBe(first.version);
  expect((await read('1')).version).toBe(results[0].version);
  // The write succeeds with the latest version, even if the record is sent twice.
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

it('collections.upsert_records > keeps the version if nothing is written, and a dry run returns no new version', async () => {
  const { write, read } = await shop('steady');
  const [{ version }] = await write([{ id: 1, name: 'Lamp', write_date: '2026-01-01' }]);
  const unchanged = await write([{ id: 1, name: 'Lamp', write_date: '2026-01-01' }]);
  expect(unchanged).toMatchObject([{ status: 'unchanged', version }]);
  const [tried] = await write([{ id: 1, name: 'Desk lamp' }], { dry_run: true });
  expect(tried.version).toBeUndefined();
  expect((await read('1')).version).toBe(version);
  expect((await workspace.must('GET', '/collections/steady/records')).records[0].version).toBe(version);
});

it('collections.upsert_records > lets one of many concurrent writers change an expected version', async () => {
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
