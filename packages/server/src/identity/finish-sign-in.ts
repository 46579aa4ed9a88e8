import type { SystemTransaction } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import { signInPerson, type VerifiedAddress } from './people/sign-in.js';
import { closeSession } from './sessions/close.js';
import { type OpenSession, openSession } from './sessions/open.js';

/** The browser that signs in: its name, and its previous session. */
export interface SigningBrowser {
  readonly device: string;
  readonly previousSecret: string | undefined;
  /** The workspace of the host, to which the session is pinned. Undefined at the service's own host. */
  readonly workspaceId?: string | undefined;
}

/** Opens a session for a verified address and ends the browser's previous session, in one transaction. */
export async function finishSignIn(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random'>,
  verified: VerifiedAddress,
  browser: SigningBrowser,
): Promise<OpenSession> {
  const signedIn = await signInPerson(transaction, services, verified);
  if (browser.previousSecret !== undefined) {
    await closeSession(transaction, { services, requestId: verified.requestId }, browser.previousSecret);
  }
  return openSession(transaction, services, signedIn, browser);
}
