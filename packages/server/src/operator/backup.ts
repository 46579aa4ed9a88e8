import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { operatorRefusal } from '../http/metrics.js';
import type { Mount } from '../http/mount.js';
import { refuse } from '../http/routes.js';
import { recordAudit } from '../platform/audit.js';
import { packDatabase } from '../platform/database/backup-file.js';
import { backupCopyPrefix } from '../platform/database/pglite.js';
import type { Services } from '../platform/services.js';
import { operator } from '../principals/principal.js';

/** The route of a running service that returns its embedded database. */
export const backupPath = '/operator/backup';

/**
 * `GET /operator/backup`, for the operator token. Returns a snapshot of the embedded database as a gzipped tarball.
 * Other calls wait while files are copied, but not while they are compressed and sent. Not available on PostgreSQL.
 */
export function mountBackup(services: Services): Mount {
  const { copyTo } = services.database;
  return (app) => {
    if (copyTo === undefined) {
      return;
    }
    app.get(backupPath, async (c) => {
      const refusal = operatorRefusal(c, services, backupPath);
      if (refusal !== undefined) {
        return refuse(c, refusal);
      }
      await recordBackup(services, c.get('requestId'));
      const copy = await mkdtemp(join(resolve(services.settings.SVC_DATA_DIR), backupCopyPrefix));
      const content = Readable.toWeb(Readable.from(packedCopy(copy, copyTo), { objectMode: false }));
      return c.body(content as ReadableStream<Uint8Array>, 200, { 'Content-Type': 'application/gzip' });
    });
  };
}

/** Recorded in the audit log of every workspace, because a backup contains the data of all. */
function recordBackup({ database, clock }: Services, requestId: string): Promise<void> {
  const at = clock();
  return database.asSystem(async (transaction) => {
    for (const { id } of await transaction.query<{ id: string }>(
      'select id from workspaces where deleted_at is null',
    )) {
      recordAudit(transaction, { workspaceId: id, at, action: 'operator.backup_taken', actor: operator, requestId });
    }
  });
}

async function* packedCopy(copy: string, copyTo: (folder: string) => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    await copyTo(copy);
    yield* packDatabase(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
