import { type AuditActor, type AuditEvent, recordAudit } from '../../platform/audit.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { listMembershipNames, listMembershipsOfAddress } from './queries.js';

/** Something that a person did to their own sign-ins, or someone for them. */
export interface PersonalEvent {
  readonly action: string;
  readonly personId: string;
  /** The only workspace that the credential concerned reaches; null or absent: all of the person's. */
  readonly onlyIn?: string | null;
  /** Who did it, where it was not the person. */
  readonly actor?: AuditActor | undefined;
  readonly at: Date;
  readonly target: string;
  /** Details and events for one workspace only. A device's name is left out: it may be that of another workspace. */
  readonly entryIn?: (workspaceId: string) => Pick<AuditEvent, 'detail' | 'events'>;
  readonly requestId: string;
}

/**
 * Records a personal event in every workspace of the person, under the name that they have there: each of them is
 * reached by the credential concerned. Returns these workspaces, by name.
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

/** Something that was done about an address, which may not be a person yet. */
export interface AddressEvent {
  readonly action: string;
  /** The actor; unknown when someone tries codes. */
  readonly actor?: AuditActor;
  readonly email: string;
  readonly at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Records it in every workspace that the address belongs to. */
export async function recordForAddress(
  transaction: SystemTransaction,
  { email, actor = nobody, ...event }: AddressEvent,
): Promise<void> {
  for (const workspaceId of await listMembershipsOfAddress(transaction, email)) {
    recordAudit(transaction, { ...event, workspaceId, actor, target: email });
  }
}
