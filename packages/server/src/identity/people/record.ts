import { recordAudit } from '../../platform/audit.js';
import type { Queryable } from '../../platform/database/database.js';
import { listWorkspaceIds, type Person } from './queries.js';

/** Something that a person did to their own sign-ins. */
export interface PersonalEvent {
  readonly action: string;
  readonly person: Pick<Person, 'id' | 'name'>;
  readonly at: Date;
  readonly target: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Records a personal event in every workspace of the person: each of them is reached by the credential concerned. */
export async function recordForPerson(transaction: Queryable, event: PersonalEvent): Promise<void> {
  const { person, ...entry } = event;
  for (const workspaceId of await listWorkspaceIds(transaction, person.id)) {
    await recordAudit(transaction, {
      ...entry,
      workspaceId,
      actor: { kind: 'person', id: person.id, name: person.name },
    });
  }
}
