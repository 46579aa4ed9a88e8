import { type AuditActor, recordAudit } from '../../platform/audit.js';
import type { Queryable } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import type { Services } from '../../platform/services.js';
import { findInvitedName, linkMemberships, listWorkspaceIds, lockAddress, type Person, savePerson } from './queries.js';
import { personActor } from './record.js';

/** How an address was verified. */
export type SignInMethod = 'code' | 'oidc' | 'operator';

/** An address that has just been verified. */
export interface VerifiedAddress {
  readonly email: string;
  /** What the provider calls the person; default: the name in their invitations, else the address. */
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
  transaction: Queryable,
  services: Pick<Services, 'clock' | 'random'>,
  { email, method, actor, requestId, ...verified }: VerifiedAddress,
): Promise<SignedIn> {
  const at = services.clock();
  await lockAddress(transaction, email);
  const name = verified.name ?? (await findInvitedName(transaction, email)) ?? email;
  const person = await savePerson(transaction, { id: uuidFrom(services.random), email, name, at });
  const linked = new Set(await linkMemberships(transaction, person));
  const workspaceIds = await listWorkspaceIds(transaction, person.id);
  for (const workspaceId of workspaceIds) {
    await recordAudit(transaction, {
      workspaceId,
      at,
      action: 'person.signed_in',
      actor: actor ?? personActor(person),
      target: person.email,
      detail: { method, first: linked.has(workspaceId) },
      requestId,
    });
  }
  return { person, workspaceIds };
}
