import { type AuditActor, type AuditEvent, recordAudit } from '../../platform/audit.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { listMembershipNames, listMembershipsOfAddress } from './queries.js';

/** A change to a person's sign-ins, by them or by someone else. */
export interface PersonalEvent {
  readonly action: string;
  readonly personId: string;
  /**
   * The only workspace that the credential can access; null or absent if it can access all workspaces of the person.
   */
  readonly onlyIn?: string | null;
  /** The actor, if it was not the person. */
  readonly actor?: AuditActor | undefined;
  readonly at: Date;
  readonly target: string;
  /** Returns details and events for one workspace. They omit a device's name, which may come from another workspace. */
  readonly entryIn?: (workspaceId: string) => Pick<AuditEvent, 'detail' | 'events'>;
  readonly requestId: string;
}

/**
 * Records a personal event in every workspace that the credential can access, with the name that the person has there.
 * Returns these workspaces, sorted by name.
 */
export async function recordForPerson(transaction: SystemTransaction, event: PersonalEvent): Promise<string[]> {
  const { personId, onlyIn = null, actor, entryIn, ...entry } = event;
  const all = await listMembershipNames(transaction, personId);
  const memberships = onlyIn === null ? all : all.filter(({ workspaceId }) => workspaceId === onlyIn);
  for (const { workspaceId, name } of memberships) {
    recordAudit(transaction, {
      ...entry,
      workspaceId,
      actor: actor ?? { kind: 'person', id: personId, name },
      ...entryIn?.(workspaceId),
    });
  }
  return memberships.map(({ workspaceId }) => workspaceId);
}

const nobody: AuditActor = { kind: 'anonymous', id: 'anonymous', name: 'anonymous' };

/** An event about an address, which may not have a person yet. */
export interface AddressEvent {
  readonly action: string;
  /** The actor. Absent if it is unknown, as when someone tries codes. */
  readonly actor?: AuditActor;
  readonly email: string;
  readonly at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Records the event in every workspace that the address belongs to. */
export async function recordForAddress(
  transaction: SystemTransaction,
  { email, actor = nobody, ...event }: AddressEvent,
): Promise<void> {
  for (const workspaceId of await listMembershipsOfAddress(transaction, email)) {
    recordAudit(transaction, { ...event, workspaceId, actor, target: email });
  }
}
