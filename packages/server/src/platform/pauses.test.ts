import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapWithPauses } from './pauses.js';

/** Runs a loop for longer than a time slice. */
function compute(): void {
  const end = performance.now() + 15;
  while (performance.now() < end);
}

it('mapWithPauses > lets other work run during a long computation', async () => {
  const order: string[] = [];
  const mapping = mapWithPauses([1, 2, 3, 4], (item) => {
    compute();
    order.push(`item ${item}`);
  }).then(() => order.push('mapped'));
  const others = (async () => {
    for (let turn = 1; turn <= 3; turn += 1) {
      order.push(`other ${turn}`);
      await nextTurn();
    }
  })();
  await Promise.all([mapping, others]);
  expect(order.indexOf('other 3')).toBeLessThan(order.indexOf('mapped'));
});

it('mapWithPauses > resumes one computation per turn, so that other work waits for one time slice only', async () => {
  let computed = 0;
  const computations = Array.from({ length: 8 }, () =>
    mapWithPauses([1, 2], () => {
      compute();
      computed += 1;
    }),
  );
  const seen: number[] = [];
  for (let turn = 1; turn <= 3; turn += 1) {
    await nextTurn();
    seen.push(computed);
  }
  await Promise.all(computations);
  const [first = 0, ...later] = seen;
  expect(later.map((count, index) => count - (seen[index] ?? 0))).toEqual(later.map(() => 1));
  expect(first).toBeLessThanOrEqual(8 + 1);
});
