import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet. False for this machine, private networks and gateways to them. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) {
    return false;
  }
  // Converts an IPv4 address in IPv6 notation, such as `::ffff:127.0.0.1`, to IPv4.
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

/**
 * Whether the host of a parsed URL may be public. True for a public address, and for a name with a dot that is not
 * reserved for private use.
 */
export function mayBePublic(hostname: string): boolean {
  // The URL parser has already converted every notation of an IPv4 address to four decimal numbers.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0
    ? host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/i.test(host)
    : isPublicAddress(host);
}
