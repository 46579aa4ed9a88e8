import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUserCode, newUserCode } from './user-code.js';

test('newUserCode > returns eight consonants, grouped for reading', () => {
  for (let round = 0; round < 200; round += 1) {
    expect(newUserCode(randomBytes)).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  }
});

test('canonicalUserCode > ignores case, spaces and dashes', () => {
  const separators = fc.array(fc.constantFrom('', ' ', '-', '\t'), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(separators, fc.boolean(), (between, lower) => {
      const code = newUserCode(randomBytes);
      const letters = [...code.replace('-', '')];
      const typed =
        letters.map((letter, at) => `${between[at]}${lower ? letter.toLowerCase() : letter}`).join('') + between[8];
      expect(canonicalUserCode(typed)).toBe(code);
    }),
  );
});

test.each(['', 'BCDF', 'BCDF-GHJKL', 'ABCD-FGHJ', '1234-5678', 'BCDF_GHJK'])('%j is not a user code', (typed) => {
  expect(canonicalUserCode(typed)).toBeUndefined();
});
