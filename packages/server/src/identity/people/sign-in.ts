import type { AuditActor } from '../../platform/audit.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import type { Services } from '../../platform/services.js';
import { linkMemberships, lockAddresses, type Person, savePerson } from './queries.js';
import { recordForPerson } from './record.js';

/** How an address was verified. */
export type SignInMethod = 'code' | 'link' | 'member_link' | 'oidc' | 'operator';

/** An address that has just been verified. */
export interface VerifiedAddress {
  readonly email: string;
  /** What the provider calls the person; default: the address. What an invitation calls them stays in its workspace. */
  readonly name?: string | undefined;
  readonly method: SignInMethod;
  /** Who vouches for it, where it was not the person who proved it. */
  readonly actor?: AuditActor | undefined;
  readonly requestId: string;
}

/** Who has signed in, and the workspaces they are an active member of, by name. */
export interface SignedIn {
  readonly person: Person;
  readonly workspaceIds: readonly string[];
}

/**
 * Takes a verified address for its person: makes the person if this is their first sign-in and gives them every
 * grant ever made to the address, in every workspace, so that none stays pending. Recorded where they are a member.
 */
export async function signInPerson(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random'>,
  { email, method, actor, requestId, ...verified }: VerifiedAddress,
): Promise<SignedIn> {
  const at = services.clock();
  await lockAddresses(transaction, [email]);
  const id = uuidFrom(services.random);
  const person = await savePerson(transaction, { id, email, name: verified.name ?? email, at });
  const linked = new Set(await linkMemberships(transaction, person));
  const workspaceIds = await recordForPerson(transaction, {
    action: 'person.signed_in',
    personId: person.id,
    actor,
    at,
    target: person.email,
    entryIn: (workspaceId) => {
      const detail = { method, first: linked.has(workspaceId) };
      return { detail, events: [outboxEvent('member.signed_in', { email: person.email, ...detail })] };
    },
    requestId,
  });
  return { person, workspaceIds };
}
