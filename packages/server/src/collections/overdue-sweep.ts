import { isOverdue } from '@tessera/records';
import type { MetricReading } from '../http/metrics.js';
import { recordAudit, systemActor } from '../platform/audit.js';
import type { SystemTransaction, Transaction } from '../platform/database/database.js';
import { overdueMail } from '../platform/mail/templates.js';
import { outboxEvent } from '../platform/outbox/events.js';
import { repeat } from '../platform/repeat.js';
import type { Services } from '../platform/services.js';
import { mailAdmins } from '../workspaces/mail-admins.js';

const everyMs = 10_000;

type SweepServices = Pick<Services, 'database' | 'clock' | 'mailer' | 'baseUrl'>;

/** Reports overdue collections in the background. Returns a function that stops it. */
export function startOverdueSweep(services: Services): () => Promise<void> {
  const failure = 'overdue collections could not be reported';
  return repeat({ log: services.log, everyMs, atStart: true, failure }, () => reportOverdue(services)).stop;
}

/** Reports each collection once if nothing arrived for `expected_every`, even if several processes run this. */
export async function reportOverdue(services: SweepServices): Promise<void> {
  const { database, clock } = services;
  const now = clock();
  for (const collection of await database.asSystem(listExpecting)) {
    if (collection.reported?.getTime() !== collection.since.getTime() && isOverdue(collection.since, collection, now)) {
      await database.inWorkspace(collection.workspace_id, (transaction) =>
        report(services, transaction, { ...collection, now }),
      );
    }
  }
}

/** Metric: the collections in which no delivery arrived for `expected_every`. */
export function overdueReading({ database, clock }: Pick<Services, 'database' | 'clock'>): MetricReading {
  return {
    name: 'tessera_overdue_collections',
    help: '1 for each collection that received nothing for its expected_every',
    labelNames: ['workspace', 'collection'],
    isStored: true,
    read: async () => {
      const expecting = await database.asSystem(listExpecting);
      return expecting
        .filter((each) => isOverdue(each.since, each, clock()))
        .map(({ slug, name }) => ({ labels: { workspace: slug, collection: name }, value: 1 }));
    },
  };
}

interface ExpectingCollection {
  readonly workspace_id: string;
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  readonly expected_every: string;
  readonly last_ingest_at: Date | null;
  /** The last delivery, or the creation of the collection. */
  readonly since: Date;
  /** The `since` that was reported last. */
  readonly reported: Date | null;
}

function listExpecting(transaction: SystemTransaction): Promise<ExpectingCollection[]> {
  return transaction.query<ExpectingCollection>(
    `select c.workspace_id, w.slug, c.id, c.name, c.configuration ->> 'expected_every' as expected_every,
       s.last_ingest_at, coalesce(s.last_ingest_at, c.created_at) as since, s.overdue_after as reported
     from collections c join collection_states s on s.workspace_id = c.workspace_id and s.collection_id = c.id
     join workspaces w on w.id = c.workspace_id
     where c.deleted_at is null and w.deleted_at is null and c.configuration ? 'expected_every' order by w.slug, c.name`,
  );
}

async function report(
  { mailer, baseUrl }: SweepServices,
  transaction: Transaction,
  { id, name, since, last_ingest_at: last, now }: ExpectingCollection & { readonly now: Date },
): Promise<void> {
  const { workspaceId } = transaction;
  const claimed = await transaction.query(
    `update collection_states set overdue_after = $3 where workspace_id = $1 and collection_id = $2
       and overdue_after is distinct from $3 and last_ingest_at is not distinct from $4 returning 1`,
    [workspaceId, id, since, last],
  );
  if (claimed.length === 0) {
    return;
  }
  const last_delivery_at = last?.toISOString() ?? null;
  recordAudit(transaction, {
    workspaceId,
    at: now,
    action: 'collection.overdue',
    actor: systemActor,
    target: name,
    detail: { last_delivery_at },
    events: [outboxEvent('collection.overdue', { collection: name, reason: 'no_delivery', last_delivery_at })],
  });
  const url = `${baseUrl}/app/collections/${name}`;
  await mailAdmins(transaction, mailer, (workspaceName) => overdueMail({ collection: name, workspaceName, last, url }));
}
