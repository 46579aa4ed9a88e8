import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address belongs to the public internet: not this machine, a private network, or a gateway to one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) {
    return false;
  }
  // Unwrap an IPv4 address in IPv6 notation.
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

/**
 * Whether the host of a parsed URL may be public: a public address, or a name with a dot that is not reserved for
 * private use.
 */
export function mayBePublic(hostname: string): boolean {
  // URL parsing converts every notation of an IPv4 address to four decimal numbers.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0
    ? host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/i.test(host)
    : isPublicAddress(host);
}
