import { describe, expect, it } from 'vitest';
import { clientAddress, networkOf, proxiesIn } from './client-address.js';

const isTrusted = proxiesIn(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    // This peer is not a trusted proxy, so it could have forged the header.
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['::ffff:10.1.2.3', 'forged, 198.51.100.1', '198.51.100.1'],
    ['fd00::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['10.1.2.3', '10.9.9.9', '10.9.9.9'],
    ['2001:db8::1', undefined, '2001:db8:0:0::/64'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
  ])('returns the address for peer %s, forwarded for %s: %s', (remote, forwardedFor, caller) => {
    expect(clientAddress(remote, forwardedFor, isTrusted)).toBe(caller);
  });

  it('returns one value for all addresses of an IPv6 /64 network', () => {
    const from = (address: string) => clientAddress(address, undefined, isTrusted);
    expect(from('2001:db8:1:2::1')).toBe(from('2001:db8:1:2:ffff:0:0:9'));
    expect(from('2001:db8:1:2::1')).not.toBe(from('2001:db8:1:3::1'));
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    [undefined, undefined],
    ['unknown', undefined],
  ])('returns for %s: %s', (caller, network) => {
    expect(networkOf(caller)).toBe(network);
  });
});
