import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address belongs to the public internet: not this machine, a private network, or a way into one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) {
    return false;
  }
  // An IPv4 address that is written as IPv6 is judged as what it is.
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

/** Whether the host of a parsed URL may be public: an address that is, or a name with a dot that no network keeps to itself. */
export function mayBePublic(hostname: string): boolean {
  // A URL has every notation of an IPv4 address as four decimal numbers.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0
    ? host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/i.test(host)
    : isPublicAddress(host);
}
