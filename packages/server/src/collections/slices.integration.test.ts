import { describe, expect, it } from 'vitest';
import { startSuiteService, type TestAnswer } from '../testing/service.js';
import { type Caller, callersWorkspace } from './testing/callers.js';

const seen = [
  { id: 'r1', name: 'Red lamp', sku: 'AB-100', color: 'red', price: 10, write_date: '2026-01-01' },
  { id: 'r2', name: 'Red oak table', sku: 'AB-200', color: 'red', price: 20, write_date: '2026-01-02' },
  { id: 'r3', name: 'Small rug', sku: 'AB-300', color: ['red', 'white'], price: '30', write_date: '2026-01-03' },
];

/**
 * Records that a caller confined to red must not see. Some resemble the records inside of the slice, some share their
 * words, and some differ.
 */
const unseen = [
  { id: 'b1', name: 'Red lamp', sku: 'AB-100', color: 'blue', price: 10, write_date: '2026-02-01' },
  { id: 'b2', name: 'lamp lamp lamp', sku: 'ZX-9', color: 'blue', secret_field: 'zebra', write_date: '2026-02-02' },
  { id: 'b3', name: 'Zebra oak table rug', color: 'green', price: 'many', write_date: '2026-02-03' },
];

const questions = [
  ...[
    'r1',
    'b1',
    'AB-100',
    'ZX-9',
    'b2',
    'B1',
    'zebra',
    'red lamp',
    'lamp',
    'oak table',
    'ZX 9',
    'rug',
    'something else',
  ],
  ...['red lamp AB-100', 'small zebra rug', 'AB', 'table'],
].map((query) => ({ query }));
const filtered = [
  { filters: { color: 'blue' } },
  { filters: { sku: 'AB-100' } },
  { filters: { price: { lte: 20 } } },
  { filters: { color: { ne: 'blue' } } },
  { filters: { secret_field: { exists: true } } },
  { query: 'lamp', filters: { sku: { in: ['AB-100', 'ZX-9'] } } },
  { query: 'lamp', filters: { secret_field: 'zebra' } },
];

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const group = await workspace.group();

/** A response without the values that contain the collection's name or a time. */
function told({ status, body, headers }: TestAnswer, name: string): unknown {
  const text = JSON.stringify(body)
    .replaceAll(name, 'collection')
    .replace(/"(id|created_at|updated_at|version|last_ingest_at)":"[^"]*[-:][^"]*"/g, '"$1":"*"');
  const kept = [...headers].filter(([header]) => header !== 'x-request-id' && header !== 'content-length');
  return { status, body: JSON.parse(text), headers: kept };
}

/** Creates two collections that differ only in records outside of the slice. Returns the responses of both callers. */
async function pair(name: string, options: { filter?: object; caller: Caller; outside?: readonly object[] }) {
  const { filter = { color: 'red' }, caller, outside = unseen } = options;
  for (const [at, records] of [
    [`${name}-with`, [...outside.slice(0, 1), ...seen, ...outside.slice(1)]],
    [`${name}-without`, seen],
  ] as const) {
    service.setTime(new Date('2026-03-01T00:00:00Z'));
    await workspace.must('POST', '/collections', { name: at });
    await workspace.must('PATCH', `/collections/${at}`, {
      id_match_fields: ['sku'],
      field_types: { price: 'number', color: 'enum' },
    });
    await workspace.must('PUT', `/collections/${at}/grants/${group}`, { permission: 'write', filter });
    await workspace.must('POST', `/collections/${at}/import`, { records: seen });
    service.setTime(new Date('2026-03-02T00:00:00Z'));
    // Both send the slice again, which confirms its records.
    await workspace.must('POST', `/collections/${at}/import`, { records });
    service.setTime(undefined);
  }
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answers: unknown[] = [];
    service.setTime(new Date('2026-03-03T00:00:00Z'));
    for (const at of [`${name}-with`, `${name}-without`]) {
      const sent = body === undefined ? {} : { body };
      const answer = await service.call(method, `/collections/${at}${path}`, { ...caller, ...sent });
      answers.push(told(answer, at));
    }
    service.setTime(undefined);
    expect(answers[0], `${method} ${path} ${JSON.stringify(body)}`).toEqual(answers[1]);
    return answers[0];
  };
}

describe('slices', () => {
  it.each(['read_only', 'read_write'] as const)(
    '%s access reads the same with and without records outside',
    async (access) => {
      const caller = await workspace.pinned({ role: 'member', access, groups: [group] });
      const ask = await pair(`read-${access.replace('_', '-')}`, { caller });
      expect(await ask('GET', '/describe')).toMatchObject({ body: { records: 3, record_filter: { color: 'red' } } });
      expect(await ask('GET', '/records')).toMatchObject({ body: { count: 3 } });
      await ask('GET', '/records?limit=1');
      for (const { id } of [...seen, ...unseen, { id: 'never' }]) {
        await ask('GET', `/records/${id}`);
      }
      for (const question of [...questions, ...filtered]) {
        await ask('POST', '/query', question);
      }
      for (const path of ['/fields', '/findings', '/matches', `/grants/${group}`]) {
        expect(await ask('GET', path)).toMatchObject({ status: 403 });
      }
    },
  );

  it('contain counts and last arrival of the slice only, in lists of collections', async () => {
    const caller = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
    await pair('listed', { caller });
    const { collections } = await workspace.must('GET', '/collections', undefined, caller);
    const [first, second] = ['listed-with', 'listed-without'].map((name) => {
      const { id, name: _name, ...shown } = collections.find((entry: { name: string }) => entry.name === name);
      return shown;
    });
    expect(first).toEqual(second);
    expect(first).toMatchObject({ records: 3, last_ingest_at: '2026-03-01T00:00:00.000Z' });
  });

  it('are written, deleted and reconciled in the same way with and without records outside', async () => {
    const caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
    const ask = await pair('write', { caller });
    expect(await ask('DELETE', '/records/b1')).toMatchObject({ status: 404 });
    const records = [
      { id: 'r1', name: 'Red lamp', sku: 'ZX-9', color: 'red' },
      { id: 'new', name: 'New', secret_field: 'x' },
      { id: 'bad', color: 'blue' },
      { id: 'b2', color: 'blue' },
    ];
    for (const dry_run of [true, false]) {
      expect(await ask('POST', '/records', { records, dry_run })).toMatchObject({ body: { written: 2, failed: 2 } });
    }
    await ask('POST', '/import', {
      records: [
        { id: 'newer', name: 'Newer' },
        { id: 'b3', color: 'green' },
      ],
    });
    await ask('POST', '/query', { query: 'ZX-9' });
    expect(await ask('POST', '/reconcile', { live_ids: ['r1', 'b1', 'b2', 'nowhere'] })).toMatchObject({
      body: { tombstoned: 4, live: 1, unknown: 3 },
    });
    await ask('GET', '/describe');
    expect((await workspace.must('GET', '/collections/write-with/records')).count).toBe(4);
  });

  it('report a record outside, live or deleted, with the error of an invalid new record', async () => {
    const caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
    await pair('refused', { caller });
    const records = [
      { id: 'b1', color: 'red' },
      { id: 'b2', color: 'red', write_date: '2020-01-01' },
      { id: 'other', color: 'blue' },
    ];
    const write = async () => {
      const { results } = await workspace.must('POST', '/collections/refused-with/records', { records }, caller);
      return results.map(({ index: _index, external_id: _id, ...refusal }: Record<string, unknown>) => refusal);
    };
    const refusals = await write();
    // The field that puts a record outside of the slice is named only if the caller sent it.
    const sameWords = { error: 'outside_slice', field: null, hint: expect.stringContaining('{"color":"red"}') };
    expect(refusals[0]).toMatchObject(sameWords);
    expect(refusals).toEqual([refusals[0], refusals[0], { ...refusals[0], field: 'color' }]);
    expect((await workspace.must('GET', '/collections/refused-with/records/b1')).attributes.color).toBe('blue');
    for (const id of ['b1', 'b2']) {
      await workspace.must('DELETE', `/collections/refused-with/records/${id}`);
    }
    expect(await write()).toEqual(refusals);
  });

  it('with a single filter fill in its values; with several filters the caller must send them', async () => {
    const second = await workspace.group();
    const both = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group, second] });
    const one = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
    await pair('union', { caller: one, filter: { color: 'red', price: { lte: 100 } } });
    await workspace.must('PUT', `/collections/union-with/grants/${second}`, {
      permission: 'write',
      filter: { color: 'blue' },
    });
    const write = async (caller: Caller, record: object) =>
      (await workspace.must('POST', '/collections/union-with/records', { records: [record] }, caller)).results[0];
    expect(await write(one, { id: 's1', price: 5 })).toMatchObject({ status: 'created' });
    expect((await workspace.must('GET', '/collections/union-with/records/s1')).attributes.color).toBe('red');
    expect(await write(one, { id: 's2', price: 500 })).toMatchObject({ error: 'outside_slice', field: 'price' });
    expect(await write(one, { id: 's2', price: 500, color: 'blue' })).toMatchObject({ field: null });
    expect(await write(both, { id: 's3', price: 5 })).toMatchObject({ error: 'outside_slice', field: null });
    expect(await write(both, { id: 's4', color: 'blue' })).toMatchObject({ status: 'created' });
    const described = await workspace.must('GET', '/collections/union-with/describe', undefined, both);
    expect(described.record_filter.any).toHaveLength(2);
    expect(described.record_filter.any).toContainEqual({ color: 'blue' });
  });

  it('fill in empty fields, even from a list of one value, but never other values', async () => {
    const one = await workspace.sliceOf('stamped', { region: 'north', color: { in: ['red'] } });
    const empties = [{}, { region: false }, { region: null, color: '' }, { region: [], color: [] }];
    const records = [...empties.map((sent, index) => ({ id: index, ...sent })), { id: 'other', color: 0 }];
    const { results } = await workspace.must('POST', '/collections/stamped/records', { records }, one);
    expect(results.map(({ status, error }: { status: string; error: string }) => status ?? error)).toEqual([
      ...empties.map(() => 'created'),
      'outside_slice',
    ]);
    const stored = (await workspace.must('GET', '/collections/stamped/records')).records;
    expect(stored.map(({ attributes }: { attributes: object }) => attributes)).toEqual(
      empties.map(() => ({ region: 'north', color: 'red' })),
    );
  });

  it.each(['reject', 'warn'])('fill in values without adding findings (unknown_policy %s)', async (unknown_policy) => {
    const name = `stamped-${unknown_policy}`;
    const one = await workspace.sliceOf(name, { region: 'north' });
    await workspace.must('PATCH', `/collections/${name}`, { required_fields: ['id'], unknown_policy });
    const records = [{ id: 's1' }, { id: 's2', region: 'north' }];
    const { results } = await workspace.must('POST', `/collections/${name}/records`, { records }, one);
    const sentUndeclared =
      unknown_policy === 'reject' ? { error: 'unknown_field', field: 'region' } : { status: 'created' };
    expect(results).toMatchObject([{ status: 'created' }, sentUndeclared]);
    expect((await workspace.must('GET', `/collections/${name}/records/s1`)).attributes.region).toBe('north');
    const { findings } = await workspace.must('GET', `/collections/${name}/findings`);
    expect(findings).toMatchObject(unknown_policy === 'reject' ? [] : [{ field: 'region', example_ids: ['s2'] }]);
  });

  it('are listed by describe if they can be written, and only these accept writes', async () => {
    const writable = await workspace.group();
    const caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group, writable] });
    await workspace.must('POST', '/collections', { name: 'uneven' });
    await workspace.must('PUT', `/collections/uneven/grants/${group}`, { permission: 'read' });
    await workspace.must('PUT', `/collections/uneven/grants/${writable}`, {
      permission: 'write',
      filter: { color: 'red' },
    });
    await workspace.must('POST', '/collections/uneven/records', { records: [...seen, ...unseen] });
    const described = await workspace.must('GET', '/collections/uneven/describe', undefined, caller);
    expect(described).toMatchObject({ access: 'write', records: 6 });
    expect(described.record_filter).toBeUndefined();
    expect(described.constraints).toEqual(['You write only records that match {"color":"red"}.']);
    const records = [{ id: 'b1', color: 'red' }, { id: 'n1' }, { id: 'n2', color: 'blue' }];
    const hint = expect.stringContaining('match {"color":"red"}');
    expect((await workspace.must('POST', '/collections/uneven/records', { records }, caller)).results).toMatchObject([
      { error: 'outside_slice', field: null, hint },
      { status: 'created' },
      { error: 'outside_slice', field: 'color', hint },
    ]);
    expect((await service.call('DELETE', '/collections/uneven/records/b1', caller)).status).toBe(404);
  });

  it('use the field types that are declared at the time', async () => {
    const caller = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
    const outside = [1, 2].map((price) => ({ id: `b${price}`, name: 'Red lamp', price }));
    const ask = await pair('retyped', { caller, filter: { price: { gt: '3' } }, outside });
    expect(await ask('GET', '/records')).toMatchObject({ body: { count: 3 } });
    for (const name of ['retyped-with', 'retyped-without']) {
      await workspace.must('PATCH', `/collections/${name}`, { field_types: null });
    }
    expect(await ask('GET', '/records')).toMatchObject({ body: { count: 1, records: [{ external_id: 'r3' }] } });
    expect(await ask('POST', '/query', { query: 'AB-100' })).toMatchObject({ body: { match_type: 'semantic' } });
  });

  it('shorten long filters in hints', async () => {
    const region = { in: Array.from({ length: 400 }, (_, index) => `region ${index}`) };
    const one = await workspace.sliceOf('regions', { region });
    const records = [{ id: 1, region: 'elsewhere' }];
    const { results } = await workspace.must('POST', '/collections/regions/records', { records }, one);
    expect(results).toMatchObject([{ field: 'region', hint: expect.stringContaining('record_filter') }]);
    expect(results[0].hint.length).toBeLessThan(200);
  });
});
