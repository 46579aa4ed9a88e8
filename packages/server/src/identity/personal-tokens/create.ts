import type { AuditActor } from '../../platform/audit.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret, secretPrefixes } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { findPersonById } from '../people/queries.js';
import { recordForPerson } from '../people/record.js';
import { insertPersonalToken } from './queries.js';

/** A personal token that has just been made; its secret is shown this once. */
export interface CreatedPersonalToken {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** Whose token to make, and who makes it unless the person does. */
export interface NewPersonalToken {
  readonly personId: string;
  readonly name: string;
  readonly actor?: AuditActor;
  readonly requestId: string;
}

/** Makes a personal token, named by the device it is for. */
export async function createPersonalToken(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random'>,
  { personId, name, actor, requestId }: NewPersonalToken,
): Promise<CreatedPersonalToken> {
  const at = services.clock();
  const person = await findPersonById(transaction, personId);
  const { secret, hash, lastFour } = newSecret(secretPrefixes.personal_token, services.random);
  const id = uuidFrom(services.random);
  await insertPersonalToken(transaction, { id, personId, name, secretHash: hash, lastFour, at });
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
