import type { MetricReading } from '../http/metrics.js';
import type { Queryable } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';

/** What a workspace contains, and what happens in it. */
export interface WorkspaceUsage {
  readonly records: number;
  readonly documents: number;
  readonly document_bytes: number;
  /** All that is stored; null if this process has not measured it. */
  readonly storage_bytes: number | null;
  /** Calls of the current hour and the 23 before it, as stored by all processes. */
  readonly calls: number;
  /** Mails of the last 24 hours. */
  readonly mails: number;
  readonly failing_webhooks: number;
  readonly last_delivery_at: Date | null;
}

interface OfWorkspace {
  readonly id: string;
  readonly slug: string;
}

/** The usage of every workspace, or of those with the given ids. */
export async function listUsage(
  transaction: Queryable,
  storage: Services['storage'],
  ids: readonly string[] | null,
): Promise<(WorkspaceUsage & OfWorkspace)[]> {
  const rows = await transaction.query<Omit<WorkspaceUsage, 'storage_bytes'> & OfWorkspace>(
    `select w.id, w.slug,
       (select count(*)::int from records r where r.workspace_id = w.id and r.tombstoned_at is null) as records,
       (select count(*)::int from documents d where d.workspace_id = w.id) as documents,
       (select coalesce(sum(bytes), 0)::float8 from repos p where p.workspace_id = w.id) as document_bytes,
       (select coalesce(sum(calls), 0)::float8 from workspace_calls c
        where c.workspace_id = w.id and c.started_at > now() - interval '1 day') as calls,
       (select count(*)::int from mail_counts m cross join unnest(m.sent_at) as sent
        where m.workspace_id = w.id and sent > now() - interval '1 day') as mails,
       (select count(*)::int from webhooks h
        where h.workspace_id = w.id and (h.failing_since is not null or not h.enabled)) as failing_webhooks,
       (select max(last_ingest_at) from collection_states s where s.workspace_id = w.id) as last_delivery_at
     from workspaces w where w.deleted_at is null and ($1::uuid[] is null or w.id = any($1)) order by w.slug`,
    [ids],
  );
  return rows.map((row) => {
    const others = storage.lastMeasured(row.id);
    return { ...row, storage_bytes: others === undefined ? null : others + row.document_bytes };
  });
}

/** The usage of a workspace in responses. */
export function presentUsage({ last_delivery_at: at, ...usage }: WorkspaceUsage) {
  const { records, documents, document_bytes, storage_bytes, calls, mails, failing_webhooks } = usage;
  const bytes = { document_bytes, storage_bytes };
  return { records, documents, ...bytes, calls, mails, failing_webhooks, last_delivery_at: at?.toISOString() ?? null };
}

/** The metrics of workspaces are read at most this often, because they count rows. */
const keptMs = 60_000;

type UsageServices = Pick<Services, 'database' | 'storage' | 'clock'>;

/** Metrics of each workspace, with its slug as the only label. */
export function usageReadings({ database, storage, clock }: UsageServices): MetricReading[] {
  let kept: { readonly at: number; readonly rows: ReturnType<typeof listUsage> } | undefined;
  const rows = (): ReturnType<typeof listUsage> => {
    const at = clock().getTime();
    if (kept === undefined || at - kept.at >= keptMs) {
      const reading = { at, rows: database.asSystem((transaction) => listUsage(transaction, storage, null)) };
      kept = reading;
      reading.rows.catch(() => {
        kept = undefined;
      });
    }
    return kept.rows;
  };
  const reading = (name: string, help: string, figureOf: (usage: WorkspaceUsage) => number | null): MetricReading => ({
    name: `tessera_workspace_${name}`,
    help,
    labelNames: ['workspace'],
    isStored: true,
    read: async () =>
      (await rows()).flatMap((usage) => {
        const value = figureOf(usage);
        return value === null ? [] : [{ labels: { workspace: usage.slug }, value }];
      }),
  });
  return [
    reading('records', 'Records of each workspace', ({ records }) => records),
    reading('documents', 'Documents of each workspace', ({ documents }) => documents),
    reading('document_bytes', 'Stored bytes of repos, with their history', ({ document_bytes: bytes }) => bytes),
    reading('storage_bytes', 'All that a workspace stores, as measured last', ({ storage_bytes: bytes }) => bytes),
    reading('mails', 'Mails about access that each workspace sent in the last 24 hours', ({ mails }) => mails),
    reading('failing_webhooks', 'Webhooks that fail or are disabled', ({ failing_webhooks: failing }) => failing),
    reading('last_delivery_timestamp_seconds', 'Time of the last delivery of records', ({ last_delivery_at: at }) =>
      at === null ? null : at.getTime() / 1_000,
    ),
  ];
}

/**
 * Time of the last backup that the service knows: one of `svc-server backup` while it runs, or the last archived segment
 * of the write-ahead log. 0 for an embedded database that was never backed up; absent if another tool makes the backups.
 */
export function backupReading({ database }: Pick<Services, 'database'>): MetricReading {
  return {
    name: 'tessera_last_backup_timestamp_seconds',
    help: 'Time of the last backup, or of the last archived segment of the write-ahead log',
    isStored: true,
    read: async () => {
      const [row] = await database.asSystem((transaction) =>
        transaction.query<{ at: number | null }>(
          `select extract(epoch from greatest((select max(at) from operator_events where action = 'backup.taken'),
             (select last_archived_time from pg_stat_archiver)))::float8 as at`,
        ),
      );
      const at = row?.at ?? (database.copyTo === undefined ? undefined : 0);
      return at === undefined ? [] : at;
    },
  };
}
