import { describe, expect, it } from 'vitest';
import { email } from './common.js';
import { canonicalAddress } from './email-address.js';

describe('an e-mail address', () => {
  it.each(['a&b', 'a=b', 'a/b', 'a!b', 'a#b', "o'hara", 'a.b+c', '{a|b}~`^?*%$', '-a_', 'ab-'])(
    'may have the name %s',
    (name) => {
      expect(canonicalAddress(`${name}@example.com`)).toBe(`${name}@example.com`);
    },
  );

  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['u@bücher.de', 'u@xn--bcher-kva.de'],
    ['u@BÜCHER.example', 'u@xn--bcher-kva.example'],
    ['u@пример.рф', 'u@xn--e1afmkfd.xn--p1ai'],
    ['u@xn--bcher-kva.de', 'u@xn--bcher-kva.de'],
    ['juergen@exämple.org', 'juergen@xn--exmple-cua.org'],
  ])('%s is normalised to %s', (sent, known) => {
    expect(canonicalAddress(sent)).toBe(known);
  });

  it.each([
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'a@b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a b@example.com',
    'a,b@example.com',
    '"a b"@example.com',
    'ü@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@exa_mple.com',
    'a@example..com',
    'a@example.com.',
    'a@example.123',
    'a@[127.0.0.1]',
    `a@${'x'.repeat(64)}.com`,
    'a@bü cher.de',
    'a@bü/cher.de',
    'a@bü。cher.de',
    'a@ex\nample.com',
  ])('refuses %j', (sent) => {
    expect(canonicalAddress(sent)).toBeUndefined();
  });

  it('canonicalAddress > never maps an address to that of similar letters', () => {
    // The Kelvin sign and the fullwidth k become the letter k in lower case or in Unicode form NFKC.
    for (const letter of ['\u212a', '\uff4b']) {
      expect(canonicalAddress(`${letter}ate@example.com`)).toBeUndefined();
      expect(canonicalAddress(`ada@boo${letter}.com`)).toBeUndefined();
    }
  });

  it.each(['jürgen@exämple.org', 'ü@example.com', '用户@example.com'])('%s is refused for its name', (address) => {
    expect(email.safeParse(address).error?.issues[0]?.message).toContain('before the @');
  });
});
