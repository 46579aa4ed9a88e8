import { resolve } from 'node:path';
import { CommandError } from './command.js';
import { freeBytesOf } from './platform/database/disk-space.js';
import { startEmbedded } from './platform/database/embedded/embedded.js';
import { hasDatabase } from './platform/database/embedded/home.js';
import { FolderInUseError } from './platform/database/folder-lock.js';
import { type Rehearsal, rehearseMigrations } from './platform/database/migrate.js';
import type { Settings } from './platform/settings.js';
import { connectionTo, DatabaseStartError, explain } from './platform/start.js';

const oldestServer = 15;

/**
 * `svc-server check`: reports whether this version can take over the database, which stays unchanged. The migrations are
 * tried and rolled back if no service uses it. Throws `CommandError` if something is in the way.
 */
export async function check(settings: Settings): Promise<string> {
  try {
    return await inspect(settings);
  } catch (error) {
    const known = error instanceof CommandError || error instanceof FolderInUseError;
    throw known ? error : new DatabaseStartError(explain(error), { cause: error });
  }
}

async function inspect(settings: Settings): Promise<string> {
  const { SVC_DATABASE_URL: url, SVC_DATABASE_USER: user } = settings;
  const folder = resolve(settings.SVC_DATA_DIR);
  if (url !== undefined) {
    return report(await rehearseMigrations(connectionTo(url, settings)), undefined);
  }
  if (!hasDatabase(folder)) {
    throw new CommandError(`${folder} holds no database: set SVC_DATA_DIR to the folder of the service`);
  }
  const server = await startEmbedded(folder, { user, patienceMs: 0 });
  try {
    return report(await rehearseMigrations(server.connection), freeBytesOf(server.folder));
  } finally {
    await server.close();
  }
}

function report({ pending, seconds, bytes, version }: Rehearsal, freeBytes: number | undefined): string {
  if (version < oldestServer) {
    throw new CommandError(`PostgreSQL ${version} is too old: install ${oldestServer} or later`);
  }
  if (freeBytes !== undefined && pending.length > 0 && freeBytes < bytes) {
    const text = `${megabytes(freeBytes)} are free, and the database has ${megabytes(bytes)}`;
    throw new CommandError(`${text}: a migration can need as much again, so free space first`);
  }
  const tried =
    seconds === undefined
      ? 'not tried, because other sessions use the database: stop the service to try them'
      : `tried in ${seconds.toFixed(1)} s and rolled back`;
  return [
    `PostgreSQL ${version}, database of ${megabytes(bytes)}${freeBytes === undefined ? '' : `, ${megabytes(freeBytes)} free`}`,
    pending.length === 0 ? 'No migration is pending' : `${pending.length} migrations are pending: ${tried}`,
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`;
}
