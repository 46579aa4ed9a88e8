import type { LookupFunction } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { createHostLookup } from './host-lookup.js';
import { isPublicAddress, mayBePublic } from './public-address.js';

/** A host turned out to be at an address that is not public. */
export class PrivateAddressError extends Error {}

/** How addresses are looked up; in tests something else. */
export interface PublicFetchOptions {
  readonly lookup?: LookupFunction;
  /** Allows addresses that are not public. */
  readonly allowsPrivate?: boolean;
}

/** A `fetch` for hosts that settings name, which finds them with `lookup`. */
export function createHostFetch(lookup: LookupFunction): typeof fetch {
  const dispatcher = new Agent({ connect: { lookup } });
  return (async (input, init) => {
    const request = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
    return (await undiciFetch(input as Parameters<typeof undiciFetch>[0], request)) as unknown as Response;
  }) as typeof fetch;
}

/**
 * A `fetch` that connects to public addresses only: to the very ones that were checked, so that a name that changes its
 * address in between gains nothing. It follows no redirect. Throws `PrivateAddressError` as the cause.
 */
export function createPublicFetch({ lookup = createHostLookup(), allowsPrivate = false }: PublicFetchOptions = {}) {
  const checkedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (error !== null || first === undefined) {
        callback(error ?? new Error(`${hostname} has no address`), '');
      } else if (refused !== undefined && !allowsPrivate) {
        callback(new PrivateAddressError(`${hostname} is at ${refused.address}, which is not a public address`), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
  const dispatcher = new Agent({ connect: { lookup: checkedLookup } });
  const publicFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    // An address is never looked up.
    if (!allowsPrivate && !mayBePublic(url.hostname)) {
      throw new TypeError('fetch failed', {
        cause: new PrivateAddressError(`${url.hostname} is not a public address`),
      });
    }
    const request = { ...init, dispatcher, redirect: 'manual' } as Parameters<typeof undiciFetch>[1];
    // The package's types are its own; what it answers is what Node.js has built in.
    return (await undiciFetch(url, request)) as unknown as Response;
  };
  return { fetch: publicFetch, close: async () => (dispatcher.closed ? undefined : dispatcher.close()) };
}
