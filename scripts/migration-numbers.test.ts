import { expect, it } from 'vitest';
import { repeatedNumbers } from './migration-numbers.mjs';

it('npm run structure refuses a migration number that is used twice, unless it was released', () => {
  const names = ['0011_a.sql', '0011_b.sql', '0023_c.sql', '0024_d.sql', '0024_e.sql', 'README.md'];
  expect(repeatedNumbers(names)).toEqual(['0024']);
  expect(repeatedNumbers(['0023_c.sql', '0024_d.sql'])).toEqual([]);
});
