import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { askService, CommandError, refusalIn } from './command.js';
import { backupPath, packedCopy } from './operator/backup.js';
import { restoreBackup, writeBackup } from './platform/database/backup-file.js';
import { startEmbedded } from './platform/database/embedded/embedded.js';
import { hasDatabase } from './platform/database/embedded/home.js';
import { FolderInUseError } from './platform/database/folder-lock.js';
import type { Settings } from './platform/settings.js';

/**
 * `svc-server backup FILE`: writes a snapshot of the embedded database, from the running service if there is one, and
 * returns a message. Throws `CommandError`, `BackupError` or `FolderInUseError`.
 */
export async function backup(settings: Settings, file: string | undefined): Promise<string> {
  const folder = embeddedFolder(settings, 'pg_dump');
  if (file === undefined) {
    throw new CommandError('say where to: svc-server backup FILE');
  }
  if (!hasDatabase(folder)) {
    throw new CommandError(`${folder} holds no database: set SVC_DATA_DIR to the folder of the service`);
  }
  const server = await startEmbedded(folder, {
    user: settings.SVC_DATABASE_USER,
    pool: settings.SVC_DATABASE_POOL,
    patienceMs: 0,
  }).catch((error: unknown) => {
    if (error instanceof FolderInUseError) {
      return undefined;
    }
    throw error;
  });
  try {
    await writeBackup(file, server === undefined ? await fromService(settings) : packedCopy(folder, server.copyTo));
  } finally {
    await server?.close();
  }
  return `stored the database of ${folder} in ${file}`;
}

/**
 * `svc-server restore FILE`: restores a backup's database to SVC_DATA_DIR, which must be empty or absent, and returns a
 * message. Throws `CommandError` or `BackupError`.
 */
export async function restore(settings: Settings, file: string | undefined): Promise<string> {
  const folder = embeddedFolder(settings, 'pg_restore');
  if (file === undefined) {
    throw new CommandError('say from where: SVC_DATA_DIR=<empty folder> svc-server restore FILE');
  }
  await restoreBackup(file, folder, settings.SVC_DATABASE_USER);
  return `restored ${file} to ${folder}`;
}

function embeddedFolder(settings: Settings, instead: string): string {
  if (settings.SVC_DATABASE_URL !== undefined) {
    throw new CommandError(
      `this is for the embedded database: with SVC_DATABASE_URL use ${instead}, as /guide/backup shows`,
    );
  }
  return resolve(settings.SVC_DATA_DIR);
}

async function fromService(settings: Settings): Promise<AsyncIterable<Uint8Array>> {
  const answer = await askService(settings, backupPath);
  if (answer.statusCode !== 200) {
    throw refusalIn(answer.statusCode, await json(answer));
  }
  return answer;
}
