import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapWithPauses } from './pauses.js';

/** Computes for longer than a slice. */
function compute(): void {
  const end = performance.now() + 15;
  while (performance.now() < end);
}

it('a long computation over many items lets others have their turn in between', async () => {
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
