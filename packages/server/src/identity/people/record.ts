import { type AuditActor, recordAudit } from '../../platform/audit.js';
import type { Queryable } from '../../platform/database/database.js';
import { listWorkspaceIds, type Person } from './queries.js';

/** Something that a person did to their own sign-ins, or somebody for them. */
export interface PersonalEvent {
  readonly action: string;
  readonly person: Pick<Person, 'id' | 'name'>;
  /** Who did it, where it was not the person. */
  readonly actor?: AuditActor | undefined;
  readonly at: Date;
  readonly target: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Records a personal event in every workspace of the person: each of them is reached by the credential concerned. */
export async function recordForPerson(transaction: Queryable, event: PersonalEvent): Promise<void> {
  const { person, actor = personActor(person), ...entry } = event;
  for (const workspaceId of await listWorkspaceIds(transaction, person.id)) {
    await recordAudit(transaction, {
      ...entry,
      workspaceId,
      actor,
    });
  }
}

/** A person as the audit trail names them. */
export function personActor({ id, name }: Pick<Person, 'id' | 'name'>): AuditActor {
  return { kind: 'person', id, name };
}
