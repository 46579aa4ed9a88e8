import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/database.js';
import { observedDatabase } from '../../../testing/observed-database.js';
import { startTestService, type TestService } from '../../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../../testing/callers.js';

let service: TestService;
let workspace: CallersWorkspace;
/** The number of scans of the whole collection. */
let looks = 0;

beforeAll(async () => {
  const testDatabase = await openTestDatabase();
  const database = observedDatabase(testDatabase.database, (text) => {
    looks += text.includes('jsonb_each(r.attributes)') ? 1 : 0;
  });
  service = await startTestService({}, { testDatabase: { ...testDatabase, database } });
  workspace = await callersWorkspace(service);
});
beforeEach(() => {
  looks = 0;
});
afterAll(() => service.close());

/** Creates a collection with vectors for all records. The record in the middle differs from the others. */
async function collection(name: string, odd: object, { configured = {}, count = 1_300 } = {}) {
  const at = `/collections/${name}`;
  await workspace.must('POST', '/collections', { name });
  if (Object.keys(configured).length > 0) {
    await workspace.must('PATCH', at, configured);
  }
  const records = Array.from({ length: count }, (_, index) => ({
    id: index,
    name: 'Lamp',
    write_date: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    ...(index === Math.floor(count / 2) ? odd : {}),
  }));
  for (let start = 0; start < count; start += 500) {
    await workspace.must('POST', `${at}/import`, { records: records.slice(start, start + 500) });
  }
  looks = 0;
  return {
    configure: async (body: object): Promise<boolean> => (await workspace.must('PATCH', at, body)).reindex_required,
    due: async (): Promise<number> => (await workspace.must('POST', `${at}/reindex`)).would_reembed,
  };
}

it.each([
  ['a field leaves it for its type', { notes: 'By hand' }, {}, { field_types: { notes: 'enum' } }],
  ['a field leaves it for being an identifier', { notes: 'By hand' }, {}, { id_match_fields: ['notes'] }],
  ['a field comes in', { notes: ['By hand'] }, { embed_fields: ['name'] }, { embed_fields: ['name', 'notes'] }],
  ['all fields but some leave it', { notes: 'By hand' }, {}, { embed_fields: ['name'] }],
  ['all fields come in', { notes: 'By hand' }, { embed_fields: ['name'] }, { embed_fields: null }],
  [
    'its fields change places',
    { notes: 'By hand' },
    { embed_fields: ['notes', 'size', 'name'] },
    { embed_fields: ['name', 'size', 'notes'] },
  ],
  [
    'a list has another order than there is without',
    { brand: 'Lumen', article: 'Oak' },
    { field_types: { name: 'enum' } },
    { embed_fields: ['article', 'brand'] },
  ],
  ['a list takes URLs along', { name: '<p>https://lamp.example</p>' }, {}, { embed_fields: ['name'] }],
  ['a list takes encoded data along', { name: 'a'.repeat(300) }, {}, { embed_fields: ['name'] }],
])(
  'collections.update > requires a reindex if only the text of a single record in the middle changes: %s',
  async (title, odd, configured, change) => {
    const { configure, due } = await collection(title.replaceAll(' ', '-').toLowerCase(), odd, { configured });
    expect(await due()).toBe(0);
    expect({ required: await configure(change), due: await due() }).toEqual({ required: true, due: 1 });
    expect(looks).toBe(1);
  },
);

it('collections.update > requires no reindex if no record has a changed field', async () => {
  const { configure, due } = await collection('unmoved', { size: '5 cm' });
  for (const change of [
    { field_types: { notes: 'enum' } },
    { id_match_fields: ['code'] },
    { embed_fields: ['name', 'size'] },
    { embed_fields: ['notes', 'name', 'size'] },
    { embed_fields: ['name', 'notes', 'size'] },
    { embed_fields: null, field_types: null },
  ]) {
    expect({ change, required: await configure(change) }).toEqual({ change, required: false });
  }
  expect(await due()).toBe(0);
});

it('collections.update > scans no collection if no text changes, or if the sample contains all records', async () => {
  const large = await collection('large', { notes: 'By hand' });
  expect(await large.configure({ guidance: 'By name.', field_types: { price: 'number' } })).toBe(false);
  expect(await large.configure({ exposed_fields: ['name'], unknown_policy: 'reject' })).toBe(false);
  const small = await collection('small', { notes: true }, { count: 900 });
  expect(await small.configure({ field_types: { notes: 'enum' } })).toBe(false);
  expect(looks).toBe(0);
});
