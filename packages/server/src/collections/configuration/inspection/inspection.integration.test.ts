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
