import { expect, it } from 'vitest';
import { erasedName, redacted, withoutAddress } from './redaction.js';

const person = { id: 'opaque', email: 'ann+x@example.org', names: ['Ann'] };

it.each([
  ['ann+x@example.org', 'opaque'],
  ['ANN+X@Example.org', 'opaque'],
  ['Mail to <ann+x@example.org>.', 'Mail to <opaque>.'],
  ['ann+x@example.org,ann+x@example.org', 'opaque,opaque'],
  ['joann+x@example.org', 'joann+x@example.org'],
  ['j.ann+x@example.org', 'j.ann+x@example.org'],
  ['ann+x@example.org.uk', 'ann+x@example.org.uk'],
  ['ann+x@example.organic', 'ann+x@example.organic'],
  ['annnx@example.org', 'annnx@example.org'],
])('removes an address from text unless it is part of another: %s', (text, expected) => {
  expect(withoutAddress(text, person)).toBe(expected);
});

it('redacted > removes a name only in entries about the person, and only where it is a whole string', () => {
  const value = { name: 'Ann', nested: [{ by: 'Ann' }, 'Ann Arbor'], count: 1, 'ann+x@example.org': null };
  expect(redacted(value, person, true)).toEqual({
    name: erasedName,
    nested: [{ by: erasedName }, 'Ann Arbor'],
    count: 1,
    opaque: null,
  });
  expect(redacted(value, person, false)).toEqual({
    name: 'Ann',
    nested: [{ by: 'Ann' }, 'Ann Arbor'],
    count: 1,
    opaque: null,
  });
});
