import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction, Socket } from 'node:net';
import { limits } from '@tessera/contract';
import type { Settings } from '../settings.js';

/** An address of a host, as `node:dns` returns it. */
interface FoundAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Options of a lookup. */
export interface HostLookupOptions {
  /** The name servers to query. If empty, those of the system are used. */
  readonly nameServers?: readonly string[];
  /** Whether hosts that name servers do not know are also looked up by the system. Only for hosts in settings. */
  readonly allowsSystem?: boolean;
  /** Reads `/etc/hosts` and `/etc/resolv.conf`; tests replace it. */
  readonly readFile?: (path: string) => string;
}

/** Looks up hosts in settings: database, mail server, identity and embedding provider. */
export function configuredHostLookup({ SVC_NAME_SERVERS }: Pick<Settings, 'SVC_NAME_SERVERS'>): LookupFunction {
  return createHostLookup({ nameServers: SVC_NAME_SERVERS, allowsSystem: true });
}

/**
 * Creates a lookup for `net.connect` that uses no thread. While a name server is silent, the system's lookup blocks one
 * of four threads, which files and compression need too. This lookup reads `/etc/hosts`, then queries the name servers
 * for at most 2 s, with the search domains of `/etc/resolv.conf`. Concurrent calls for a host share the result.
 */
export function createHostLookup(options: HostLookupOptions = {}): LookupFunction {
  const pending = new Map<string, Promise<FoundAddress[]>>();
  const find = (hostname: string): Promise<FoundAddress[]> => {
    const shared = pending.get(hostname) ?? findAddresses(hostname, options).finally(() => pending.delete(hostname));
    pending.set(hostname, shared);
    return shared;
  };
  return (hostname, { family, all }, callback) => {
    const wanted = Number(String(family ?? 0).replace('IPv', ''));
    const answer = (found: readonly FoundAddress[]): void => {
      const addresses = found.filter((each) => wanted === 0 || each.family === wanted);
      const [first] = addresses;
      if (first === undefined) {
        callback(lookupError(hostname, 'ENOTFOUND'), '');
      } else if (all === true) {
        callback(null, [...addresses]);
      } else {
        callback(null, first.address, first.family);
      }
    };
    find(hostname).then(answer, (error: NodeJS.ErrnoException) => callback(error, ''));
  };
}

/** Creates a socket for the PostgreSQL client that resolves its host with `lookup`. */
export function socketWith(lookup: LookupFunction): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  // The client passes a port and a host, or the path of a local socket.
  const connectTo = (port: number | string, host?: string): Socket =>
    typeof port === 'string' && host === undefined
      ? connect(port)
      : connect({ port: Number(port), host: host ?? 'localhost', lookup });
  return Object.assign(socket, { connect: connectTo });
}

function lookupError(hostname: string, code: string): NodeJS.ErrnoException {
  const reason = code === 'ETIMEOUT' ? 'the name server did not answer' : code;
  return Object.assign(new Error(`${hostname} could not be looked up: ${reason}`), { code, hostname });
}

async function findAddresses(hostname: string, options: HostLookupOptions): Promise<FoundAddress[]> {
  const name = hostname.toLowerCase();
  const known = isIP(name) === 0 ? addressesInFile(name, options) : [name];
  if (known.length > 0) {
    return known.map(asFound);
  }
  try {
    return await lookUpByNameServers(name, options);
  } catch (error) {
    const isUnknown = (error as NodeJS.ErrnoException).code === 'ENOTFOUND';
    if (isUnknown && options.allowsSystem === true) {
      return lookUpBySystem(hostname);
    }
    throw error;
  }
}

const asFound = (address: string): FoundAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 });

function read({ readFile = (path: string) => readFileSync(path, 'utf8') }: HostLookupOptions, path: string): string {
  try {
    return readFile(path);
  } catch {
    return '';
  }
}

function addressesInFile(name: string, options: HostLookupOptions): string[] {
  const bare = name.replace(/\.$/, '');
  const lines = read(options, '/etc/hosts')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  const found = lines.filter(([, ...names]) => names.includes(bare)).map(([address = '']) => address);
  const addresses = [...new Set(found)].filter((address) => isIP(address) !== 0);
  return addresses.length === 0 && /(^|\.)localhost$/.test(bare) ? ['127.0.0.1', '::1'] : addresses;
}

/** The names to query, in the same order as glibc. */
function candidates(name: string, options: HostLookupOptions): string[] {
  if (name.endsWith('.')) {
    return [name.slice(0, -1)];
  }
  const lines = read(options, '/etc/resolv.conf')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const domains =
    lines
      .filter(([key]) => key === 'search' || key === 'domain')
      .at(-1)
      ?.slice(1) ?? [];
  const ndots = Number(/^options\b.*\bndots:(\d+)/m.exec(read(options, '/etc/resolv.conf'))?.[1] ?? 1);
  const searched = domains
    .map((domain) => `${name}.${domain.replace(/^\.|\.$/g, '')}`)
    .filter((each) => !each.endsWith('.'));
  return name.split('.').length > ndots ? [name, ...searched] : [...searched, name];
}

async function lookUpByNameServers(name: string, options: HostLookupOptions): Promise<FoundAddress[]> {
  // Created for each call, because a `Resolver` reads the system's name servers only once, and they may change.
  const servers = options.nameServers?.length ? options.nameServers : new Resolver().getServers();
  const timeoutMs = limits.hostLookupSeconds * 1_000;
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / Math.max(1, servers.length)), tries: 1 });
  resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    for (const candidate of candidates(name, options)) {
      const addresses = await addressesOf(resolver, candidate);
      if (addresses.length > 0) {
        return addresses;
      }
    }
  } catch {
    throw lookupError(name, 'ETIMEOUT');
  } finally {
    clearTimeout(timer);
    resolver.cancel();
  }
  throw lookupError(name, 'ENOTFOUND');
}

/** Returns an empty list if the name does not exist or has no address. Throws if no name server responds. */
async function addressesOf(resolver: Resolver, name: string): Promise<FoundAddress[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failed = answers.find(
    (each) => each.status === 'rejected' && !['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(each.reason.code),
  );
  if (addresses.length === 0 && failed?.status === 'rejected') {
    throw failed.reason;
  }
  return addresses.map(asFound);
}

/** Looks up names that only the system knows, such as those of a local network. */
function lookUpBySystem(hostname: string): Promise<FoundAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, found) =>
      error === null ? resolve(found.map(({ address }) => asFound(address))) : reject(error),
    );
  });
}
