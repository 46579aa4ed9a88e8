import type { SystemTransaction } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import { signInPerson, type VerifiedAddress } from './people/sign-in.js';
import { closeSession } from './sessions/close.js';
import { type OpenSession, openSession, type SigningBrowser } from './sessions/open.js';

/**
 * Opens a session for a verified address and ends the browser's previous session, in one transaction. At a workspace's
 * own host the session, and what the sign-in changes, are limited to that workspace.
 */
export async function finishSignIn(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random' | 'settings'>,
  verified: VerifiedAddress,
  browser: SigningBrowser,
): Promise<OpenSession> {
  const signedIn = await signInPerson(transaction, services, {
    ...verified,
    network: browser.network,
    ...(browser.binding !== '' && { onlyIn: browser.workspaceId }),
  });
  if (browser.previousSecret !== undefined) {
    await closeSession(transaction, { services, requestId: verified.requestId }, browser.previousSecret);
  }
  return openSession(transaction, services, signedIn, browser);
}
