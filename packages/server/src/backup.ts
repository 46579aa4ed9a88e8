import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { askService, CommandError, refusalIn } from './command.js';
import { backupPath } from './operator/backup.js';
import { packDatabase, restoreBackup, writeBackup } from './platform/database/backup-file.js';
import { FolderInUseError, lockFolder } from './platform/database/folder-lock.js';
import { databaseFolder } from './platform/database/pglite.js';
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
  if (!existsSync(join(folder, databaseFolder, 'PG_VERSION'))) {
    throw new CommandError(`${folder} holds no database: set SVC_DATA_DIR to the folder of the service`);
  }
  const release = await lockFolder(folder, 0).catch((error: unknown) => {
    if (error instanceof FolderInUseError) {
      return undefined;
    }
    throw error;
  });
  try {
    await writeBackup(file, release === undefined ? await fromService(settings) : packDatabase(folder));
  } finally {
    release?.();
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
  await restoreBackup(file, folder);
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
