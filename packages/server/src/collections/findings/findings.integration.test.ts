import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const at = '/collections/health';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
await workspace.must('POST', '/collections', { name: 'health' });
await workspace.must('PATCH', at, { field_types: { price: 'number' } });

const write = (records: readonly object[]) => workspace.must('POST', `${at}/records`, { records });
const findings = async () => (await workspace.must('GET', `${at}/findings`)).findings;

it('findings > are not added in a collection without configuration', async () => {
  await workspace.must('POST', '/collections', { name: 'schemaless' });
  await workspace.must('PATCH', '/collections/schemaless', { guidance: 'Anything goes.', description: 'Bag' });
  const written = await workspace.must('POST', '/collections/schemaless/records', { records: [{ id: 1, x: 'y' }] });
  expect(written.results[0].findings).toBeUndefined();
  expect(await workspace.must('GET', '/collections/schemaless/findings')).toEqual({ findings: [], count: 0 });
});

it('findings > count violations per field, with first and last time and example ids', async () => {
  service.setTime(new Date('2026-05-01T10:00:00.000Z'));
  await write([
    { id: 1, price: 'many', color: 'red' },
    { id: 2, price: false, color: 'blue' },
  ]);
  service.setTime(new Date('2026-05-02T10:00:00.000Z'));
  await write(Array.from({ length: 12 }, (_, n) => ({ id: 10 + n, price: n, color: 'green' })));
  expect(await findings()).toEqual([
    {
      id: expect.any(String),
      field: 'color',
      kind: 'unknown_field',
      count: 14,
      first_seen_at: '2026-05-01T10:00:00.000Z',
      last_seen_at: '2026-05-02T10:00:00.000Z',
      example_ids: ['21', '20', '19', '18', '17', '16', '15', '14', '13', '12'],
      message: expect.stringContaining('"color"'),
    },
    {
      id: expect.any(String),
      field: 'price',
      kind: 'type_mismatch',
      count: 1,
      first_seen_at: '2026-05-01T10:00:00.000Z',
      last_seen_at: '2026-05-01T10:00:00.000Z',
      example_ids: ['1'],
      message: expect.stringContaining('number'),
    },
  ]);
});

it('findings > do not prevent storing the record', async () => {
  expect((await workspace.must('GET', `${at}/records/1`)).attributes).toEqual({ price: 'many', color: 'red' });
});

it('findings > are not added by a dry run or an unchanged record', async () => {
  const before = await findings();
  await workspace.must('POST', `${at}/records`, { dry_run: true, records: [{ id: 99, color: 'x' }] });
  await write([{ id: 1, price: 'many', color: 'red' }]);
  expect(await findings()).toEqual(before);
});

it('collections.dismiss_finding > hides a finding until it occurs again, with a new count', async () => {
  const [color] = await findings();
  expect(await workspace.must('DELETE', `${at}/findings/${color.id}`)).toMatchObject({ dismissed: true });
  await write([{ id: 50, price: 1 }]);
  expect((await findings()).map(({ field }: { field: string }) => field)).toEqual(['price']);
  expect((await service.call('DELETE', `${at}/findings/${color.id}`, workspace.admin)).body.error.code).toBe(
    'finding_not_found',
  );
  service.setTime(new Date('2026-05-03T10:00:00.000Z'));
  await write([{ id: 51, color: 'pink' }]);
  const [again] = await findings();
  expect(again).toMatchObject({
    field: 'color',
    count: 1,
    first_seen_at: '2026-05-03T10:00:00.000Z',
    example_ids: ['51'],
  });
  expect(again.id).not.toBe(color.id);
});

it.each([
  ['its type', { field_types: { price: 'number', color: 'enum' } }],
  ['as an identifier', { id_match_fields: ['color'] }],
  ['as semantic', { embed_fields: ['color'] }],
  ['as exposed', { exposed_fields: ['color'] }],
  ['as required', { required_fields: ['color'] }],
])('collections.update > declaring a field by %s deletes its finding', async (_, body) => {
  await write([{ id: 60, color: `shade ${Math.random()}` }]);
  expect((await findings()).map(({ field }: { field: string }) => field)).toContain('color');
  await workspace.must('PATCH', at, body);
  expect((await findings()).map(({ field }: { field: string }) => field)).not.toContain('color');
  const reset = Object.fromEntries(Object.keys(body).map((key) => [key, null]));
  await workspace.must('PATCH', at, { ...reset, field_types: { price: 'number' } });
});

it('collections.update > when undeclared fields become accepted, deletes exactly their findings', async () => {
  await write([{ id: 61, price: 'dear', color: 'ochre', shape: 'round' }]);
  const kinds = async () => new Set((await findings()).map(({ kind }: { kind: string }) => kind));
  await workspace.must('PATCH', at, { guidance: 'Prices are list prices.' });
  expect(await kinds()).toEqual(new Set(['unknown_field', 'type_mismatch']));
  await workspace.must('PATCH', at, { unknown_policy: 'accept' });
  expect(await kinds()).toEqual(new Set(['type_mismatch']));
  await workspace.must('PATCH', at, { unknown_policy: null });
});

it('collections.update > when a field gets another type, deletes its mismatches with the earlier type', async () => {
  await workspace.must('PATCH', at, { field_types: { price: 'string' } });
  expect((await findings()).filter(({ kind }: { kind: string }) => kind === 'type_mismatch')).toEqual([]);
});

it('unknown_fields > accept adds findings for types only; reject refuses the record', async () => {
  await workspace.must('POST', '/collections', { name: 'strict' });
  await workspace.must('PATCH', '/collections/strict', { field_types: { price: 'number' }, unknown_policy: 'accept' });
  const records = [
    { id: 1, price: 'x', extra: 1 },
    { id: 2, price: 1 },
  ];
  const silent = await workspace.must('POST', '/collections/strict/records', { records });
  expect(silent.results[0].findings).toMatchObject([{ field: 'price', kind: 'type_mismatch' }]);
  await workspace.must('PATCH', '/collections/strict', { unknown_policy: 'reject' });
  const refused = await workspace.must('POST', '/collections/strict/import', {
    records: [{ id: 3, extra: 1 }, { id: 4 }],
  });
  expect(refused.results).toMatchObject([
    { index: 0, external_id: '3', error: 'unknown_field', field: 'extra', hint: expect.any(String) },
    { external_id: '4', status: 'created' },
  ]);
});

it('findings > are added for field names of any length, without affecting other records', async () => {
  const at = '/collections/wide';
  // Random, so that compression cannot make it fit into an index row.
  const long = randomBytes(6_000).toString('base64');
  await workspace.must('POST', '/collections', { name: 'wide' });
  await workspace.must('PATCH', at, { required_fields: ['id'] });
  const records = [{ id: 1 }, { id: 2, [long]: 'x' }, { id: 3, [long]: 'y', [`!${long}`]: 'z' }];
  const { written, failed } = await workspace.must('POST', `${at}/records`, { records });
  expect({ written, failed }).toEqual({ written: 3, failed: 0 });
  const again = await workspace.must('POST', `${at}/records`, { records: [{ id: 4, [long]: 'x' }] });
  expect(again.results[0].findings).toMatchObject([{ field: long, kind: 'unknown_field' }]);
  expect((await workspace.must('GET', `${at}/records/2`)).attributes).toEqual({ [long]: 'x' });
  expect(await workspace.must('GET', `${at}/findings`)).toMatchObject({
    findings: [
      { field: `!${long}`, kind: 'unknown_field', count: 1, example_ids: ['3'] },
      { field: long, kind: 'unknown_field', count: 3, example_ids: ['4', '3', '2'] },
    ],
    count: 2,
  });
});

it('collections.list_findings > continues after the last finding, even if it was dismissed or occurred again', async () => {
  await workspace.must('POST', '/collections', { name: 'paged' });
  await workspace.must('PATCH', '/collections/paged', { required_fields: ['id'] });
  const see = (...fields: string[]) =>
    workspace.must('POST', '/collections/paged/records', {
      records: [Object.fromEntries([['id', `seen ${fields} ${Math.random()}`], ...fields.map((field) => [field, 1])])],
    });
  const page = async (cursor?: string) => {
    const next = cursor === undefined ? '' : `&cursor=${cursor}`;
    const answer = await workspace.must('GET', `/collections/paged/findings?limit=2${next}`);
    expect(answer.count).toBeGreaterThanOrEqual(answer.findings.length);
    return { ...answer, fields: answer.findings.map(({ field }: { field: string }) => field) };
  };
  service.setTime(new Date('2026-06-01T10:00:00.000Z'));
  await see('a', 'A_1', 'b', 'A1');
  service.setTime(new Date('2026-06-02T10:00:00.000Z'));
  await see('c');
  const first = await page();
  expect(first).toMatchObject({ fields: ['c', 'A1'], count: 5 });
  await see('A1');
  const second = await page(first.next_cursor);
  expect(second.fields).toEqual(['A_1', 'a']);
  await workspace.must('DELETE', `/collections/paged/findings/${second.findings[1].id}`);
  expect(await page(second.next_cursor)).toMatchObject({ fields: ['b'], count: 4, next_cursor: null });
});

const id = '7b0a8c6e-4f43-4b6e-9a54-0d3b1f0f6c11';

it.each([
  ['of another list', [id]],
  ['with another time', ['yesterday', 'color', 'unknown_field', id]],
  ['with a time before any', ['0000-01-01T00:00:00.000Z', 'color', 'unknown_field', id]],
  ['with text that cannot be stored', ['2026-06-01T10:00:00.000Z', 'a\0', 'unknown_field', id]],
])('collections.list_findings > rejects a cursor %s', async (_title, key) => {
  const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
  const answer = await service.call('GET', `${at}/findings?limit=1&cursor=${cursor}`, workspace.admin);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
});

it('collections.update > reports a declared type that few stored values match, with examples and a suggestion', async () => {
  await workspace.must('POST', '/collections', { name: 'prices' });
  const records = ['847,43', '12,10', '1.009,90'].map((price, id) => ({ id, price, size: id }));
  await workspace.must('POST', '/collections/prices/records', { records });
  await workspace.must('PATCH', '/collections/prices', { field_types: { price: 'number', size: 'number' } });
  const { findings: raised } = await workspace.must('GET', '/collections/prices/findings');
  expect(raised).toMatchObject([{ field: 'price', kind: 'type_mismatch', count: 3 }]);
  expect(raised[0].message).toBe(
    '0 of 3 values of "price" are of type number; not "847,43", "12,10", "1.009,90". ' +
      'These values have decimal commas: send them with a point.',
  );
});
