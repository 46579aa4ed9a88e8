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
  /** Whether the address is verified for all workspaces, and not only by the one that `onlyIn` names; by default true. */
  readonly isVerified?: boolean;
  /**
   * The person's name at the provider; by default the address. The name in an invitation is used in its workspace only.
   */
  readonly name?: string | undefined;
  readonly method: SignInMethod;
  /** The only workspace of the sign-in, at its own host; undefined for all workspaces of the person. */
  readonly onlyIn?: string | undefined;
  /** The actor that vouches for the address, if it was not proved by the person. */
  readonly actor?: AuditActor | undefined;
  /** The network of the browser; undefined if no browser signed in. */
  readonly network?: string | undefined;
  readonly requestId: string;
}

/** The person who signed in, and the workspaces that they are an active member of, sorted by name. */
export interface SignedIn {
  readonly person: Person;
  readonly workspaceIds: readonly string[];
}

/**
 * Signs in the person of a verified address. The first sign-in creates the person. A sign-in links the
 * pending grants of the address in all its workspaces, and is recorded where the person is a member.
 */
export async function signInPerson(
  transaction: SystemTransaction,
  services: Pick<Services, 'clock' | 'random'>,
  { email, method, onlyIn, actor, requestId, network, isVerified = true, name = email }: VerifiedAddress,
): Promise<SignedIn> {
  const at = services.clock();
  await lockAddresses(transaction, [email]);
  const id = uuidFrom(services.random);
  const person = await savePerson(transaction, { id, email, name, at, isVerified });
  const linked = new Set(await linkMemberships(transaction, person, onlyIn));
  const workspaceIds = await recordForPerson(transaction, {
    action: 'person.signed_in',
    personId: person.id,
    onlyIn: onlyIn ?? null,
    actor,
    at,
    target: person.email,
    entryIn: (workspaceId) => {
      const detail = { method, first: linked.has(workspaceId) };
      return {
        detail: { ...detail, network },
        events: [outboxEvent('member.signed_in', { email: person.email, ...detail })],
      };
    },
    requestId,
  });
  return { person, workspaceIds };
}
