import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readState, type StateCookie, setState } from '../http/pages/cookies.js';
import type { PageContext } from '../http/pages/requests.js';
import { uuidFrom } from '../platform/identifiers.js';
import type { Services } from '../platform/services.js';

/** Longest life that browsers give a cookie. */
const rememberedSeconds = 400 * 86_400;

const cookie: StateCookie<{ id: string; proof: string }> = {
  name: 'svc_known_browser',
  shape: z.object({ id: z.uuid(), proof: z.string() }),
};

type Keys = Pick<Services, 'operatorTokenHash'>;

/** Marks the browser as known for an address. This grants nothing except a separate limit of codes. */
export function rememberBrowser(c: PageContext, services: Keys & Pick<Services, 'random'>, email: string): void {
  const id = uuidFrom(services.random);
  setState(c, cookie, { id, proof: proofOf(services, id, email).toString('base64url') }, rememberedSeconds);
}

/** The id of a browser in which this address has signed in before, otherwise undefined. */
export function knownBrowser(c: PageContext, services: Keys, email: string): string | undefined {
  const { id, proof } = readState(c, cookie) ?? {};
  if (id === undefined || proof === undefined) {
    return undefined;
  }
  const expected = Buffer.from(proofOf(services, id, email).toString('base64url'));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

// Keyed with a secret that all processes of the service share, so nothing has to be stored.
function proofOf({ operatorTokenHash }: Keys, id: string, email: string): Buffer {
  return createHmac('sha256', operatorTokenHash).update(`known browser\n${id}\n${email}`).digest();
}
