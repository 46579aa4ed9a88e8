import type { SystemTransaction } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import { signInPerson, type VerifiedAddress } from './people/sign-in.js';
import { closeSession } from './sessions/close.js';
import { type OpenSession, openSession } from './sessions/open.js';

/** The browser that has signed in: what it is called, and the session that it had before. */
export interface SigningBrowser {
  readonly device: string;
  readonly previousSecret: string | undefined;
  /** The workspace at whose own host it is: its session is pinned to that one, or to none. */
  readonly workspaceId?: string | undefined;
}

/** Turns a verified address into a session, in one transaction; the browser's previous session ends. */
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
