import { expect, it } from 'vitest';
import { startSuiteService } from '../../../testing/service.js';
import { callersWorkspace } from '../../testing/callers.js';

/** Not sorted by time. The two records of May have the same time, so they are read in the order of their ids. */
const records = [
  { id: 'b', write_date: '2026-05-01', price: false, weight: 4, color: 'blue' },
  { id: 'd', write_date: '2026-07-01', price: 3, weight: '', color: 'dark grey' },
  { id: 'a', write_date: '2026-05-01', price: 1, weight: false, color: 'amber' },
  { id: 'c', write_date: '2026-06-01', price: 2, weight: 5, color: 'coral' },
];

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
await workspace.must('POST', '/collections', { name: 'parts' });
await workspace.must('POST', '/collections/parts/import', { records });

it('collections.fields > lists fields in the order of the source, and first the one that names a record', async () => {
  const order = async (name: string, rows: readonly object[]) => {
    await workspace.must('POST', '/collections', { name });
    await workspace.must('POST', `/collections/${name}/import`, { records: rows.slice(0, 1) });
    await workspace.must('POST', `/collections/${name}/import`, { records: rows });
    const [inspected, described] = await Promise.all(
      ['fields', 'describe'].map((of) => workspace.must('GET', `/collections/${name}/${of}`)),
    );
    const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name).join(' ');
    return { suggested: names(inspected.fields), described: names(described.fields) };
  };
  const customers = ['Ada', 'Bob', 'Cid', 'Dot'].map((name, id) => ({
    ...{
      id,
      zone: `Zone of ${name}`,
      city: ['Bonn', 'Kiel'][id % 2],
      company: `${name} Works`,
      about: `All on ${name}`,
    },
  }));
  expect(await order('customers', customers)).toEqual({
    suggested: 'zone id city company about',
    described: 'id zone city company about',
  });
  const named = customers.map(({ id, zone, city }) => ({ id, zone, city, display_name: `${zone} in ${city}`, a: 'x' }));
  expect(await order('named', named)).toEqual({
    suggested: 'display_name id zone city a',
    described: 'id zone city display_name a',
  });
});

it.each([
  ['all', 4, { price: 'number', weight: null }, ['amber', 'blue', 'coral']],
  [
    'three, of two equally old ones the first by id',
    3,
    { price: 'number', weight: null },
    ['amber', 'coral', 'dark grey'],
  ],
  ['two', 2, { price: 'number', weight: 'number' }, ['coral', 'dark grey']],
])(
  'collections.fields > inspects the newest records, the oldest of which decides about types: %s',
  async (_title, sample, types, colors) => {
    const inspected = await workspace.must('GET', `/collections/parts/fields?sample=${sample}`);
    const named = (name: string) => inspected.fields.find((field: { name: string }) => field.name === name);
    expect(inspected.sampled_records).toBe(sample);
    expect({ price: named('price').suggested_type, weight: named('weight').suggested_type }).toEqual(types);
    expect(named('color').examples).toEqual(colors);
  },
);
