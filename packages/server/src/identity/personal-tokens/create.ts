import type { AuditActor } from '../../platform/audit.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret, secretPrefixes } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { findPersonById } from '../people/queries.js';
import { recordForPerson } from '../people/record.js';
import { insertPersonalToken } from './queries.js';

/** A new personal token. Its secret is returned only here. */
export interface CreatedPersonalToken {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** The owner of a new token, and its creator if that is someone else. */
export interface NewPersonalToken {
  readonly personId: string;
  readonly name: string;
  readonly actor?: AuditActor;
  readonly requestId: string;
}

/** Creates a personal token, named after its device. */
export async function createPersonalToken(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random'>,
  { personId, name, actor, requestId }: NewPersonalToken,
): Promise<CreatedPersonalToken> {
  const at = services.clock();
  const person = await findPersonById(transaction, personId);
  const { secret, hash, lastFour } = newSecret(secretPrefixes.personal_token, services.random);
  const id = uuidFrom(services.random);
  const token = { id, person_id: personId, name, secret_last_four: lastFour, created_at: at };
  await insertPersonalToken(transaction, token, hash);
  await recordForPerson(transaction, {
    action: 'personal_token.created',
    personId,
    actor,
    at,
    target: id,
    entryIn: () => (actor === undefined ? {} : { detail: { person: person.email } }),
    requestId,
  });
  return { id, name, secret };
}
