import type { Transaction } from '../platform/database/database.js';
import { hashSecret } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { signInPerson, type VerifiedAddress } from './people/sign-in.js';
import { type OpenSession, openSession } from './sessions/open.js';
import { endSessionBySecret } from './sessions/queries.js';

/** The browser that has signed in: what it is called, and the session that it had before. */
export interface SigningBrowser {
  readonly device: string;
  readonly previousSecret: string | undefined;
}

/** Turns a verified address into a session, in one transaction; the browser's previous session ends. */
export async function finishSignIn(
  transaction: Transaction,
  services: Pick<Services, 'clock' | 'random'>,
  verified: VerifiedAddress,
  browser: SigningBrowser,
): Promise<OpenSession> {
  const signedIn = await signInPerson(transaction, services, verified);
  if (browser.previousSecret !== undefined) {
    await endSessionBySecret(transaction, hashSecret(browser.previousSecret), services.clock());
  }
  return openSession(transaction, services, signedIn, browser.device);
}
