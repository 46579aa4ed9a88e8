import { recordAudit, systemActor } from '../../platform/audit.js';
import type { Transaction } from '../../platform/database/database.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';

const everyMs = 10_000;
/** Maximum members per transaction. */
const batchSize = 500;

const isUnrecorded = `status = 'active' and expires_at <= now() and recorded_expiry is distinct from expires_at`;

/** Writes audit entries for expired grants in the background. Returns a function that stops it. */
export function startExpirySweep(services: Services): () => Promise<void> {
  const failure = 'ended grants could not be recorded';
  return repeat({ log: services.log, everyMs, atStart: true, failure }, () => recordExpiries(services)).stop;
}

/** Writes one audit entry for each grant that has expired by the database clock, even if several processes run this. */
export async function recordExpiries({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const workspaces = await database.asSystem((transaction) =>
    transaction.query<{ id: string }>(
      `select distinct workspace_id as id from memberships where ${isUnrecorded} order by workspace_id`,
    ),
  );
  for (const { id } of workspaces) {
    let batch = batchSize;
    while (batch === batchSize) {
      batch = await database.inWorkspace(id, (transaction) => recordBatch(transaction, clock()));
    }
  }
}

interface ExpiredMember {
  readonly id: string;
  readonly email: string;
  readonly expires_at: Date;
}

async function recordBatch(transaction: Transaction, at: Date): Promise<number> {
  const { workspaceId } = transaction;
  const expired = await transaction.query<ExpiredMember>(
    `with ended as materialized (
       select id from memberships where workspace_id = $1 and ${isUnrecorded} order by expires_at, id
       limit ${batchSize} for update skip locked)
     update memberships m set recorded_expiry = m.expires_at from ended
     where m.workspace_id = $1 and m.id = ended.id returning m.id, m.email, m.expires_at`,
    [workspaceId],
  );
  for (const { id, email, expires_at: expiresAt } of expired) {
    const detail = { email, expires_at: expiresAt.toISOString() };
    recordAudit(transaction, {
      workspaceId,
      at,
      action: 'member.expired',
      actor: systemActor,
      target: id,
      detail,
      events: [outboxEvent('member.expired', { id, ...detail })],
    });
  }
  return expired.length;
}
