import type { Database } from '../../platform/database/database.js';
import { deleteInBatches } from '../../platform/database/delete-batches.js';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';

const dayMs = 86_400_000;

/**
 * Deletes audit entries older than `SVC_AUDIT_RETENTION_DAYS`, at the start and then once a day; does nothing if that
 * is unset. Returns a function that stops it after its current batch.
 */
export function startAuditRetention(services: Services): () => Promise<void> {
  const days = services.settings.SVC_AUDIT_RETENTION_DAYS;
  if (days === undefined) {
    return async () => undefined;
  }
  const failure = 'old audit entries could not be deleted';
  return repeat({ log: services.log, everyMs: dayMs, atStart: true, failure }, async (signal) => {
    const before = new Date(services.clock().getTime() - days * dayMs);
    const deleted = await deleteAuditBefore(services.database, before, signal);
    services.log.info({ deleted, before }, 'old audit entries deleted');
  }).stop;
}

const oldEntries = {
  ...{ table: 'audit_events', key: 'id' },
  ...{ within: 'workspace_id = $1', which: 'at < $2 order by position' },
};

/** Deletes audit entries older than a time, one workspace at a time. Returns the number of deleted entries. */
export async function deleteAuditBefore(database: Database, before: Date, signal?: AbortSignal): Promise<number> {
  const workspaces = await database.asSystem((transaction) =>
    transaction.query<{ id: string }>('select id from workspaces order by id'),
  );
  let deleted = 0;
  for (const { id } of workspaces) {
    deleted += await deleteInBatches(database, oldEntries, [id, before], signal);
  }
  return deleted;
}
