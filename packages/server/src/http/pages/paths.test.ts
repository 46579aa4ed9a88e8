import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localPath, signInLink } from './paths.js';

const base = 'https://tessera.example';

test('the next address stays on this site and is valid in a header, whatever the request says', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    'evil.example',
    ':',
    '@',
    '\t',
    '\n',
    '\0',
    ' ',
    '?',
    '#',
    '%2f',
    'é',
    'https:',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (next) => {
      const path = localPath(next);
      expect(new URL(path, base).origin).toBe(base);
      expect(() => new Headers({ location: path })).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});

test.each(['/', '/device?user_code=BCDF-GHJK', '/collections/a#b', '/a/%C3%A9?x=%2F'])('%s is kept', (next) => {
  expect(localPath(next)).toBe(next);
});

test('no wish leads to the first page', () => {
  expect(localPath(undefined)).toBe('/');
});

test('the link of an invite fills the address in', () => {
  expect(signInLink(base, 'ada+1@example.org', 'id')).toBe(
    'https://tessera.example/sign-in?email=ada%2B1%40example.org&workspace=id',
  );
});
