import { recordAudit } from '../../platform/audit.js';
import { insertRowsSql, insertSql } from '../../platform/database/columns.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { isUuid } from '../../platform/identifiers.js';
import type { Services } from '../../platform/services.js';
import { recordForPerson } from '../people/record.js';
import { deleteRecordsOf } from './queries.js';

/** A workspace that an assistant may access, with the person's name there. */
export interface OpenedWorkspace {
  readonly id: string;
  readonly writes: boolean;
}

/** The data of a new connection between a person and an assistant. */
export interface NewConnection {
  readonly id: string;
  readonly person: { readonly id: string; readonly name: string };
  readonly name: string;
  readonly opened: readonly OpenedWorkspace[];
  readonly at: Date;
  readonly requestId: string;
}

/** Connects an assistant. It becomes a device of its person that reads some workspaces and writes to at most one. */
export async function openConnection(transaction: SystemTransaction, connection: NewConnection): Promise<void> {
  const { id, person, name, opened, at, requestId } = connection;
  const token = { id, person_id: person.id, name, secret_last_four: '', created_at: at };
  await transaction.query(...insertSql('personal_tokens', token));
  const rows = opened.map((workspace) => ({ workspace_id: workspace.id, writes: workspace.writes }));
  await transaction.query(...insertRowsSql('assistant_workspaces', { personal_token_id: id }, rows));
  for (const { id: workspaceId, writes } of opened) {
    recordAudit(transaction, {
      workspaceId,
      at,
      action: 'assistant.connected',
      actor: { kind: 'person', ...person },
      target: id,
      detail: { name, access: writes ? 'read_write' : 'read_only' },
      requestId,
    });
  }
}

/** Revokes a connection at once. Idempotent. */
export async function endConnection(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) {
    return;
  }
  const at = clock();
  await database.asSystem(async (transaction) => {
    const [ended] = await transaction.query<{ person_id: string }>(
      'update personal_tokens set revoked_at = $2 where id = $1 and revoked_at is null returning person_id',
      [id, at],
    );
    await deleteRecordsOf(transaction, id);
    if (ended !== undefined) {
      const event = { action: 'personal_token.revoked', personId: ended.person_id, at, target: id, requestId: '' };
      await recordForPerson(transaction, event);
    }
  });
}
