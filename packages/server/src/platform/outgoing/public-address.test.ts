import { expect, it } from 'vitest';
import { isPublicAddress, mayBePublic } from './public-address.js';

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
])('isPublicAddress > is false for %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:2800:220:1::1', '::ffff:8.8.8.8'])(
  'isPublicAddress > is true for %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  'http://localhost',
  'http://localhost.',
  'http://api.localhost',
  'http://printer',
  'http://printer.local',
  'http://metadata.google.internal',
  'http://router.home.arpa.',
  'http://127.1',
  'http://2130706433',
  'http://017700000001',
  'http://0x7f.0.0.1',
  'http://0x7f000001',
  'http://127.0.0.1.',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[0:0:0:0:0:ffff:7f00:1]',
  'http://①②⑦.0.0.1',
])('mayBePublic > is false for the host of %s in any notation', (url) => {
  expect(mayBePublic(new URL(url).hostname)).toBe(false);
});

it.each(['https://example.com', 'https://example.com.', 'https://8.8.8.8', 'https://[2606:2800:220:1::1]'])(
  'mayBePublic > is true for the host of %s',
  (url) => {
    expect(mayBePublic(new URL(url).hostname)).toBe(true);
  },
);
