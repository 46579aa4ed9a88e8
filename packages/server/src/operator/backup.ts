import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { operatorOf } from '../http/metrics.js';
import type { Mount } from '../http/mount.js';
import { recordAudit } from '../platform/audit.js';
import { packDatabase } from '../platform/database/backup-file.js';
import { backupCopyPrefix } from '../platform/database/embedded/home.js';
import { recordOperatorEvent } from '../platform/operator-events.js';
import type { Services } from '../platform/services.js';
import { actorOf, type Principal } from '../principals/principal.js';

/** The route of a running service that returns its embedded database. */
export const backupPath = '/operator/backup';

/**
 * `GET /operator/backup`, for the operator token. Returns a snapshot of the embedded database as a gzipped tarball.
 * Not available with `SVC_DATABASE_URL`.
 */
export function mountBackup(services: Services): Mount {
  const { copyTo } = services.database;
  return (app) => {
    if (copyTo === undefined) {
      return;
    }
    app.get(backupPath, async (c) => {
      await recordBackup(services, operatorOf(c, services, 'all'), c.get('requestId'));
      const copied = packedCopy(resolve(services.settings.SVC_DATA_DIR), copyTo);
      const content = Readable.toWeb(Readable.from(copied, { objectMode: false }));
      return c.body(content as ReadableStream<Uint8Array>, 200, { 'Content-Type': 'application/gzip' });
    });
  };
}

/** Recorded in the audit log of every workspace, because a backup contains the data of all. */
function recordBackup(services: Services, principal: Principal, requestId: string): Promise<void> {
  const at = services.clock();
  const actor = actorOf(principal);
  return services.database.asSystem(async (transaction) => {
    const event = { action: 'backup.taken', actor, target: 'database', detail: {}, requestId };
    recordOperatorEvent(transaction, services, event);
    for (const { id } of await transaction.query<{ id: string }>(
      'select id from workspaces where deleted_at is null',
    )) {
      recordAudit(transaction, { workspaceId: id, at, action: 'operator.backup_taken', actor, requestId });
    }
  });
}

/** Copies the database into the data folder and streams the copy as an archive. */
export async function* packedCopy(
  dataFolder: string,
  copyTo: (folder: string) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const copy = await mkdtemp(join(dataFolder, backupCopyPrefix));
  try {
    await copyTo(copy);
    yield* packDatabase(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
