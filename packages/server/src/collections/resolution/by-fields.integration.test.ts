import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const people = [
  { id: 'p1', first_name: 'Anna', last_name: 'Weber', city: 'Köln', born: '1985-03-12', email: 'anna@mail.example' },
  { id: 'p2', first_name: 'Anna', last_name: 'Weber', city: 'Bonn', born: '1990-07-01', phone: '+49 711 1234567' },
  { id: 'p3', first_name: 'Peter', last_name: 'Koch', city: 'Bonn', vat: 'DE 123 456 789', note: 'Speaks Breton' },
  { id: 'p4', first_name: 'Petra', last_name: 'Koch', city: 'Kiel', vat: 'DE 987 654 321', note: 'Keeps bees' },
];

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const bonn = await workspace.sliceOf('people', { city: 'Bonn' });
const everyone = await workspace.pinned({ role: 'member', access: 'read_only', groups: [await group({})] });
await workspace.must('PATCH', '/collections/people', {
  id_match_fields: ['vat'],
  field_types: { born: 'date' },
  exposed_fields: ['first_name', 'last_name', 'city', 'vat', 'email', 'phone', 'born'],
});
await workspace.must('POST', '/collections/people/import', { records: people });

async function group(filter: object): Promise<string> {
  const id = await workspace.group();
  await workspace.must('PUT', `/collections/people/grants/${id}`, { permission: 'read', filter });
  return id;
}

const resolve = async (queries: readonly unknown[], caller: Caller = workspace.admin) =>
  (await workspace.must('POST', '/collections/people/resolve', { queries }, caller)).results;

it('collections.resolve_records > compares a record that is nested far deeper than a stored one', async () => {
  const note = Array.from({ length: 4_000 }).reduce<unknown>((inner) => ({ inner }), 'Weber');
  expect(await resolve([{ record: { vat: 'de123456789', note } }])).toMatchObject([{ external_id: 'p3' }]);
});

it('collections.resolve_records > decides by an identifier in any spelling, unless the title contradicts it', async () => {
  const [known, contradicted, unknown] = await resolve([
    { key: 1, record: { vat: 'de123456789', city: 'Kiel' } },
    { record: { vat: 'de123456789', last_name: 'Sommer' } },
    { record: { vat: 'DE000000000', first_name: 'Peter', last_name: 'Koch', city: 'Bonn' } },
  ]);
  expect(known).toMatchObject({
    ...{ key: 1, confidence: 'high', match_type: 'exact_id', external_id: 'p3', alternatives: [] },
    fields: [
      { field: 'vat', agrees: 'yes' },
      { field: 'city', agrees: 'no' },
    ],
  });
  expect(contradicted).toMatchObject({
    ...{ confidence: 'low', external_id: null, result: { external_id: 'p3' } },
    reasons: ['The first record differs in `last_name`.'],
  });
  expect(unknown).toMatchObject({ confidence: 'low', external_id: null, result: { external_id: 'p3' } });
});

it('collections.resolve_records > searches by the title, and confirms or contradicts by other fields', async () => {
  const results = await resolve([
    { record: { first_name: 'Anna', last_name: 'Weber' } },
    { record: { first_name: 'Anna', last_name: 'Weber', city: 'Köln' } },
    { record: { first_name: 'Weber', last_name: 'Ana', born: '01.07.1990' } },
    { record: { first_name: 'Anna', last_name: 'Weber', phone: '0711 123 4567', city: 'Kiel' } },
    { record: { first_name: 'Olga', last_name: 'Petrov', city: 'Bonn' } },
  ]);
  expect(results.map(({ external_id }: { external_id: string | null }) => external_id)).toEqual([
    ...[null, 'p1', 'p2', 'p2', null],
  ]);
  expect(results[0]).toMatchObject({ confidence: 'low', alternatives: [{ external_id: expect.any(String) }] });
  expect(results[2].fields).toEqual([
    { field: 'first_name', agrees: 'close' },
    { field: 'last_name', agrees: 'close' },
    { field: 'born', agrees: 'yes' },
  ]);
  expect(results[4]).toMatchObject({ confidence: 'none', result: null, fields: [] });
});

it('collections.resolve_records > answers records and queries in one call, and applies filters to both', async () => {
  const results = await resolve([
    { query: 'p4' },
    { record: { first_name: 'Anna', last_name: 'Weber' }, filters: { city: 'Bonn' } },
    { record: { id: 'p2' } },
  ]);
  expect(results.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['p4', 'p2', 'p2']);
});

it("collections.resolve_records > finds only records in the caller's slice", async () => {
  const results = await resolve(
    [
      { record: { first_name: 'Anna', last_name: 'Weber' } },
      { record: { vat: 'DE987654321' } },
      { record: { first_name: 'Anna', last_name: 'Weber', email: 'anna@mail.example' } },
    ],
    bonn,
  );
  expect(results).toMatchObject([
    { confidence: 'high', external_id: 'p2' },
    { confidence: 'none', result: null },
    { external_id: 'p2', fields: [{}, {}, { field: 'email', agrees: 'absent' }] },
  ]);
});

it('collections.resolve_records > treats hidden fields in every way like absent ones', async () => {
  const record = { first_name: 'Peter', last_name: 'Koch', city: 'Bonn' };
  for (const known of [record, { last_name: 'Koch' }, { first_name: 'Olga' }]) {
    const [without] = await resolve([{ record: known }], everyone);
    for (const note of ['Speaks Breton', 'Keeps bees', 'anything']) {
      const [result] = await resolve([{ record: { ...known, note } }], everyone);
      expect(result).toEqual({
        ...without,
        fields: without.fields.length === 0 ? [] : [...without.fields, { field: 'note', agrees: 'absent' }],
      });
      const [nonexistent] = await resolve([{ record: { ...known, nothing: note } }], everyone);
      expect({ ...nonexistent, fields: [] }).toEqual({ ...without, fields: [] });
    }
  }
  expect((await resolve([{ record: { note: 'Speaks Breton' } }], everyone))[0].confidence).toBe('none');
  expect((await resolve([{ record: { note: 'Speaks Breton' } }]))[0].confidence).not.toBe('none');
});

it.each([
  ['with a query too', { key: 'bad', query: 'Anna', record: { city: 'Bonn' } }, 'record'],
  ['without a field', { key: 'bad', record: {} }, 'record'],
  ['of another type', { key: 'bad', record: 'Anna' }, 'record'],
  [
    'with more than 50 fields',
    { key: 'bad', record: Object.fromEntries([...Array(51).keys()].map((n) => [n, n])) },
    'record',
  ],
])('collections.resolve_records > refuses only the record %s', async (_, bad, field) => {
  const [refused, answered] = await resolve([bad, { record: { id: 'p1' } }]);
  expect(refused).toMatchObject({ key: 'bad', error: 'invalid_request', field });
  expect(answered).toMatchObject({ external_id: 'p1' });
});

it('collections.resolve_records > compares fields of any name and values of any type', async () => {
  const record = JSON.parse('{"__proto__": {"a": [1, null]}, "constructor": [[]], "last_name": ["Koch", "\\ud800"]}');
  expect((await resolve([{ record }]))[0]).toMatchObject({ confidence: 'low', fields: [{}, {}, {}] });
});

it('collections.resolve_records > logs the values of the record as text', async () => {
  await resolve([{ record: { first_name: 'Logged', city: ['Bonn', ' ', 'Köln'], age: 41, note: null } }]);
  await expect
    .poll(async () => (await workspace.must('GET', '/collections/people/queries')).queries[0].query)
    .toBe('Logged, Bonn, Köln, 41');
});
