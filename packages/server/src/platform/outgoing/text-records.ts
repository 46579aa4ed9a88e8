import { Resolver } from 'node:dns/promises';
import { limits } from '@tessera/contract';
import type { Settings } from '../settings.js';

/** Returns the TXT records of a name; empty if there are none or no name server responds in time. */
export async function findTexts(
  { SVC_NAME_SERVERS: servers }: Pick<Settings, 'SVC_NAME_SERVERS'>,
  name: string,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: limits.hostLookupSeconds * 1_000, tries: 1 });
  if (servers.length > 0) {
    resolver.setServers(servers);
  }
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch {
    return [];
  }
}
