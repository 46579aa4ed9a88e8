import { type AuditActor, type AuditEvent, recordAudit } from '../../platform/audit.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { listMembershipNames, listMembershipsOfAddress } from './queries.js';

/** Something that was done to a person's sign-ins, by them or for them. */
export interface PersonalEvent {
  readonly action: string;
  readonly personId: string;
  /** The only workspace that the credential can access; null or absent for all of the person's. */
  readonly onlyIn?: string | null;
  /** The actor, if it was not the person. */
  readonly actor?: AuditActor | undefined;
  readonly at: Date;
  readonly target: string;
  /** Details and events for one workspace. They omit a device's name, which can be that of another workspace. */
  readonly entryIn?: (workspaceId: string) => Pick<AuditEvent, 'detail' | 'events'>;
  readonly requestId: string;
}

/**
 * Records a personal event in every workspace that the credential can access, under the person's name there. Returns
 * these workspaces, sorted by name.
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

/** Something that was done about an address, which may have no person yet. */
export interface AddressEvent {
  readonly action: string;
  /** The actor; unknown if someone tries codes. */
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
