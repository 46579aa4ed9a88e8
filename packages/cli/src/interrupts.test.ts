import { expect, it } from 'vitest';
import { oncePerPress } from './interrupts.js';

it('oncePerPress > ignores the signal that npm repeats, and counts a later one as a second press', () => {
  let now = 1_000;
  let presses = 0;
  const press = oncePerPress(
    () => {
      presses += 1;
    },
    () => now,
  );
  press();
  now += 20;
  press();
  expect(presses).toBe(1);
  now += 2_000;
  press();
  expect(presses).toBe(2);
});
