import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract, list } from 'tar';
import { giveAllTo } from './embedded/account.js';
import { databaseFolder, openHome } from './embedded/home.js';

/** A backup file or folder that cannot be used; the message says why. */
export class BackupError extends Error {}

/** Streams the database files under `folder` as a gzipped tar archive. The files must not change meanwhile. */
export function packDatabase(folder: string): AsyncIterable<Uint8Array> {
  return create({ cwd: folder, gzip: true, portable: true }, [databaseFolder]);
}

/**
 * Stores a backup under an unused name, readable by its owner only. The file gets its name only when it is complete.
 */
export async function writeBackup(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  if (existsSync(file)) {
    throw new BackupError(`${file} exists: name a new file`);
  }
  const draft = `${file}.partial`;
  await rm(draft, { force: true });
  try {
    await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Restores a backup into a new data folder; as root, for the account `user`. Throws `BackupError` unless `folder` is empty
 * or absent.
 */
export async function restoreBackup(file: string, folder: string, user: string | undefined): Promise<void> {
  await checkBackup(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new BackupError(`${folder} is not empty: name another folder with SVC_DATA_DIR`);
  }
  const home = await openHome(folder, user);
  const draft = join(home.folder, 'restoring');
  try {
    await mkdir(draft, { mode: 0o700 });
    await extract({ file, cwd: draft, strict: true });
    await giveAllTo(join(draft, databaseFolder, 'cluster'), home.account);
    await rename(join(draft, databaseFolder, 'password'), home.password);
    await rename(join(draft, databaseFolder, 'cluster'), home.cluster);
    await rm(draft, { recursive: true });
  } catch (error) {
    await rm(home.folder, { recursive: true, force: true });
    await rm(join(folder, databaseFolder), { force: true });
    throw error;
  }
}

/** Reads a backup to its end before anything is restored, so that a truncated one is rejected. */
async function checkBackup(file: string): Promise<void> {
  const kinds = new Set<string>();
  let hasDatabase = false;
  try {
    await list({
      file,
      strict: true,
      onReadEntry: ({ type, path }) => {
        kinds.add(type);
        hasDatabase ||= path === `${databaseFolder}/cluster/PG_VERSION`;
      },
    });
  } catch (error) {
    throw new BackupError(`${file} cannot be restored: ${reasonOf(error)}`);
  }
  // Other kinds of entries, such as links, could point outside of the folder.
  if (!hasDatabase || [...kinds].some((kind) => kind !== 'File' && kind !== 'Directory')) {
    throw new BackupError(`${file} is not a backup of an embedded database`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
