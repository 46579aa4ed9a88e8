import type { SystemTransaction } from '../../platform/database/database.js';
import { hashSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { recordForPerson } from '../people/record.js';
import { endSessionBySecret } from './queries.js';

/** Ends the session of a browser, if it has one. Used on sign-out and when someone else signs in. */
export async function closeSession(
  transaction: SystemTransaction,
  { services, requestId }: { readonly services: Pick<Services, 'clock'>; readonly requestId: string },
  secret: string,
): Promise<void> {
  const at = services.clock();
  const ended = await endSessionBySecret(transaction, hashSecret(secret), at);
  if (ended !== undefined) {
    const { id, personId, onlyIn } = ended;
    await recordForPerson(transaction, { action: 'session.ended', personId, onlyIn, at, target: id, requestId });
  }
}
