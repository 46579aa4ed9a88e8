import { type AuditActor, recordAudit } from '../../platform/audit.js';
import type { Queryable } from '../../platform/database/database.js';
import { listMembershipNames } from './queries.js';

/** Something that a person did to their own sign-ins, or somebody for them. */
export interface PersonalEvent {
  readonly action: string;
  readonly personId: string;
  /** Who did it, where it was not the person. */
  readonly actor?: AuditActor | undefined;
  readonly at: Date;
  readonly target: string;
  /** What is told beside in one workspace. A device's name is not: it may be that of another workspace. */
  readonly detailIn?: (workspaceId: string) => Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/**
 * Records a personal event in every workspace of the person, under the name that they have there: each of them is
 * reached by the credential concerned. Returns these workspaces, by name.
 */
export async function recordForPerson(transaction: Queryable, event: PersonalEvent): Promise<string[]> {
  const { personId, actor, detailIn, ...entry } = event;
  const memberships = await listMembershipNames(transaction, personId);
  for (const { workspaceId, name } of memberships) {
    await recordAudit(transaction, {
      ...entry,
      workspaceId,
      actor: actor ?? { kind: 'person', id: personId, name },
      detail: detailIn?.(workspaceId) ?? {},
    });
  }
  return memberships.map(({ workspaceId }) => workspaceId);
}
