import type { LookupFunction } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { createHostLookup } from './host-lookup.js';
import { isPublicAddress, mayBePublic } from './public-address.js';

/** A host resolved to an address that is not public. */
export class PrivateAddressError extends Error {}

/** Replaces the lookup in tests. */
export interface PublicFetchOptions {
  readonly lookup?: LookupFunction;
  /** Allows addresses that are not public. */
  readonly allowsPrivate?: boolean;
}

/** Creates a `fetch` for hosts in settings, which resolves them with `lookup`. */
export function createHostFetch(lookup: LookupFunction): typeof fetch {
  const dispatcher = new Agent({ connect: { lookup } });
  return (async (input, init) => {
    const request = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
    return (await undiciFetch(input as Parameters<typeof undiciFetch>[0], request)) as unknown as Response;
  }) as typeof fetch;
}

/**
 * Creates a `fetch` that connects only to public addresses. It connects to the same address that it checked, because a
 * name could resolve to another one later. It follows no redirects. The cause of its error is a `PrivateAddressError`.
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
    // An address in a URL is not looked up, so the lookup cannot check it.
    if (!allowsPrivate && !mayBePublic(url.hostname)) {
      throw new TypeError('fetch failed', {
        cause: new PrivateAddressError(`${url.hostname} is not a public address`),
      });
    }
    const request = { ...init, dispatcher, redirect: 'manual' } as Parameters<typeof undiciFetch>[1];
    // The types of the undici package differ from the built-in ones, but its response is compatible.
    return (await undiciFetch(url, request)) as unknown as Response;
  };
  return { fetch: publicFetch, close: async () => (dispatcher.closed ? undefined : dispatcher.close()) };
}
