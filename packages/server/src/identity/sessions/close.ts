import type { SystemTransaction } from '../../platform/database/database.js';
import { hashSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { useOnce } from '../oauth/queries.js';
import { type LogoutToken, logoutTokenSeconds, OidcRefusedError } from '../oidc/provider.js';
import { recordForPerson } from '../people/record.js';
import { type ClosedSession, endSessionBySecret, endSessionsOfProvider } from './queries.js';

interface Context {
  readonly services: Pick<Services, 'clock'>;
  readonly requestId: string;
}

/** Ends the session of a browser, if it has one. Used on sign-out and when someone else signs in. */
export async function closeSession(transaction: SystemTransaction, context: Context, secret: string): Promise<void> {
  const at = context.services.clock();
  await record(transaction, context, { at, ended: await endSessionBySecret(transaction, hashSecret(secret), at) });
}

/** Ends the sessions that a logout token names. Throws `OidcRefusedError` if the token was used before. */
export async function closeSessionsOf(
  transaction: SystemTransaction,
  context: Context,
  { jti, ...session }: LogoutToken,
): Promise<void> {
  const at = context.services.clock();
  // Longer than the token is valid, by the difference of two clocks.
  const expiresAt = new Date(at.getTime() + 2 * logoutTokenSeconds * 1_000);
  const key = { model: 'LogoutToken', idHash: hashSecret(JSON.stringify([session.iss, jti])) };
  if (!(await useOnce(transaction, key, expiresAt))) {
    throw new OidcRefusedError('the logout token was used before');
  }
  await record(transaction, context, { at, ended: await endSessionsOfProvider(transaction, session, at) });
}

async function record(
  transaction: SystemTransaction,
  { requestId }: Context,
  { at, ended }: { readonly at: Date; readonly ended: readonly ClosedSession[] },
): Promise<void> {
  for (const { id, personId, onlyIn } of ended) {
    await recordForPerson(transaction, { action: 'session.ended', personId, onlyIn, at, target: id, requestId });
  }
}
