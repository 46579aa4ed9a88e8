import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { localPath, signInLink } from './paths.js';

const base = 'https://tessera.example';

test('localPath > always returns a path of this site that is valid in a header', () => {
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
    { numRuns: propertyRuns(2_000) },
  );
});

test.each(['/', '/device?user_code=BCDF-GHJK', '/collections/a#b', '/a/%C3%A9?x=%2F'])(
  'localPath > keeps %s',
  (next) => {
    expect(localPath(next)).toBe(next);
  },
);

test('localPath > returns the first page without a parameter', () => {
  expect(localPath(undefined)).toBe('/');
});

test('signInLink > fills in the address of an invitation', () => {
  expect(signInLink(base, 'ada+1@example.org', 'id')).toBe(
    'https://tessera.example/sign-in?email=ada%2B1%40example.org&workspace=id',
  );
});
