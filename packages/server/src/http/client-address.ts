import { BlockList, isIP, isIPv6 } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { RequestVariables } from './request.js';

/** Whether an address belongs to a proxy whose `X-Forwarded-For` is trusted. */
export type IsTrusted = (address: string) => boolean;

/** Returns a function that checks whether an address is in a list of addresses and networks (`10.0.0.0/8`). */
export function proxiesIn(list: readonly string[]): IsTrusted {
  const proxies = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) {
      proxies.addAddress(address, family);
    } else {
      proxies.addSubnet(address, Number(bits), family);
    }
  }
  // The check takes 3 µs, and most installations have no proxies.
  return (address) =>
    list.length > 0 && isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Returns the address of the client: the peer of the connection. If the peer is a trusted proxy, it is the last address
 * in X-Forwarded-For that is not a trusted proxy, because a client can forge earlier entries. All addresses of a 64-bit
 * IPv6 network count as one client, because one client can use any of them.
 */
export function clientAddress(remote: string, forwardedFor: string | undefined, isTrusted: IsTrusted): string {
  const hops = [...(forwardedFor?.split(',') ?? []), remote].map((hop) => plainAddress(hop.trim()));
  const caller = hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? remote;
  return isIPv6(caller) ? `${groupsOf(caller, 4)}::/64` : caller;
}

/** Determines the client address of each request; undefined without a socket. */
export function withClientAddress(trustedProxies: readonly string[]): MiddlewareHandler<RequestVariables> {
  const isTrusted = proxiesIn(trustedProxies);
  return async (c, next) => {
    const env = c.env as { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } } | undefined;
    const remote = env?.incoming?.socket?.remoteAddress;
    c.set(
      'clientAddress',
      remote === undefined ? undefined : clientAddress(remote, c.req.header('x-forwarded-for'), isTrusted),
    );
    await next();
  };
}

/** Converts an IPv4-mapped IPv6 address to IPv4, so that both forms count as the same client. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The network of a client, for logs and the audit log. A full address could identify a person's device. */
export function networkOf(caller: string | undefined): string | undefined {
  const address = caller?.replace(/\/\d+$/, '') ?? '';
  if (isIPv6(address)) {
    return `${groupsOf(address, 3)}::/48`;
  }
  return isIP(address) === 0 ? undefined : address.replace(/\d+$/, '0/24');
}

/** The first groups of an IPv6 address, with its abbreviation expanded. */
function groupsOf(address: string, count: number): string {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const groups = before === '' ? [] : before.split(':');
  const rest = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...rest];
  return all
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
