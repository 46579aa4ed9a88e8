import { expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { callersWorkspace } from './testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const inside = [
  { id: 'r1', name: 'Brass lamp', sku: 'LMP 4400', color: 'red' },
  { id: 'r2', name: 'Woven rug', sku: 'RUG 5500', color: 'red' },
  { id: 'r3', name: 'Oak table with a drawer', sku: 'TBL 6600', color: 'red' },
  { id: 'r4', name: 'Brass table lamp with a very long description of its shade', sku: 'TBL-7', color: 'red' },
];

/** Records outside of the slice. They would make some words frequent and others known. */
const outside = Array.from({ length: 300 }, (_, n) => ({
  id: `b${n}`,
  name: n % 3 ? `Brass lamp ${n}` : `Velvet lamp shade number ${n} with fringe`,
  sku: `BL-${n}`,
  color: 'blue',
}));

it('slices > are ranked and judged in the same way, whatever records are outside', async () => {
  const group = await workspace.group();
  const caller = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
  for (const [name, records] of [
    ['alone', inside],
    ['among-others', [...outside, ...inside]],
  ] as const) {
    await workspace.must('POST', '/collections', { name });
    await workspace.must('PUT', `/collections/${name}/grants/${group}`, {
      permission: 'read',
      filter: { color: 'red' },
    });
    await workspace.must('POST', `/collections/${name}/import`, { records });
  }
  const questions = [
    ...['lamp rug', 'rug lamp', 'brass rug', 'brass', 'velvet', 'velvet table', 'lamp', 'fringe rug', 'table lamp'],
    ...[
      'lmp4400',
      'LMP-4400',
      'tbl7',
      'BL-7',
      'BL 12 rug',
      'oak drawer',
      'brass lamp 17',
      'nothing like it',
      'blue lamp',
    ],
  ];
  for (const query of questions) {
    const [alone, among] = await Promise.all(
      ['alone', 'among-others'].map((name) => workspace.must('POST', `/collections/${name}/query`, { query }, caller)),
    );
    expect(withoutTimes(among), query).toEqual(withoutTimes(alone));
  }
});

/** An answer without the times of its records, which differ between the two collections. */
function withoutTimes(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'confirmed_at' ? undefined : value)));
}
