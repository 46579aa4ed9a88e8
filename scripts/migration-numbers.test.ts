import { expect, it } from 'vitest';
import { repeatedNumbers } from './migration-numbers.mjs';

it('npm run structure refuses a migration number that is used twice', () => {
  const names = ['0023_c.sql', '0024_d.sql', '0024_e.sql', 'README.md'];
  expect(repeatedNumbers(names)).toEqual(['0024']);
  expect(repeatedNumbers(['0023_c.sql', '0024_d.sql'])).toEqual([]);
});
