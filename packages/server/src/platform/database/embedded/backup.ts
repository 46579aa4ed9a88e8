import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type DatabaseHome, databaseFolder, passwordOf } from './home.js';

/** Files that mean nothing in a copy, and the content of folders that PostgreSQL creates itself, by their path in the cluster. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|(?:pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans))\/.+|(?:.*\/)?pgsql_tmp.*|.*\/pg_internal\.init.*)$/;
const controlFile = 'global/pg_control';

/** Where to copy a database. */
export interface CopyTarget {
  readonly connection: pg.ClientConfig;
  readonly folder: string;
}

/**
 * Copies the cluster with PostgreSQL's interface for backups, while it is used, and its password. The copy contains every
 * transaction that was committed before the call, and opens like a cluster after a crash.
 */
export async function copyCluster(home: DatabaseHome, { connection, folder }: CopyTarget): Promise<void> {
  const target = join(folder, databaseFolder, 'cluster');
  const session = new pg.Client(connection);
  session.on('error', () => undefined);
  await session.connect();
  try {
    // Keeps the write-ahead log of the time of the backup. The slot ends with the session.
    await session.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
    const { rows: started } = await session.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('tessera', true)) as segment`,
    );
    const files = await listFiles(home.cluster);
    const copied = files.filter((path) => path !== controlFile && !leftOut.test(path));
    await copyFiles(home.cluster, { target, files: copied });
    await copyFiles(home.cluster, { target, files: [controlFile] });
    const { rows: stopped } = await session.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(join(target, 'backup_label'), String(stopped[0]?.label), { mode: 0o600 });
    await copyLog(home.cluster, { target, from: String(started[0]?.segment) });
  } finally {
    await session.end();
  }
  await writeFile(join(folder, databaseFolder, 'password'), `${passwordOf(home)}\n`, { mode: 0o600 });
}

/** Copies the segments of the write-ahead log from the start of the backup on. */
async function copyLog(cluster: string, { target, from }: { target: string; from: string }): Promise<void> {
  const names = await readdir(join(cluster, 'pg_wal'));
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name.slice(8) >= from.slice(8));
  const histories = names.filter((name) => name.endsWith('.history'));
  await copyFiles(cluster, { target, files: [...segments, ...histories].map((name) => `pg_wal/${name}`) });
}

/** All paths below a folder. Those of folders end in a slash and precede their content. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1) + (entry.isDirectory() ? '/' : ''))
    .sort();
}

async function copyFiles(from: string, { target, files }: { target: string; files: readonly string[] }): Promise<void> {
  for (const path of files) {
    await mkdir(join(target, path.endsWith('/') ? path : dirname(path)), { recursive: true, mode: 0o700 });
    if (!path.endsWith('/')) {
      await copyFile(join(from, path), join(target, path), constants.COPYFILE_FICLONE).catch(ignoreMissing);
    }
  }
}

/** A table can be deleted during the copy. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') {
    throw error;
  }
}
