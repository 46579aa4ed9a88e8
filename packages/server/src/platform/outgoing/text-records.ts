import { Resolver } from 'node:dns/promises';
import { limits } from '@tessera/contract';
import type { Settings } from '../settings.js';

/** What the TXT records of a name say; nothing where it has none, or no name server answers in time. */
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
