import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { CommandError } from './command.js';
import { type CopiedRows, CopyError, copyDatabase } from './platform/database/copy-database.js';
import { type EmbeddedServer, startEmbedded } from './platform/database/embedded/embedded.js';
import { databaseFolder, hasDatabase } from './platform/database/embedded/home.js';
import { FolderInUseError } from './platform/database/folder-lock.js';
import { migrate } from './platform/database/migrate.js';
import type { Settings } from './platform/settings.js';
import { connectionTo } from './platform/start.js';

/** Subfolder in which a move builds the embedded database. */
const draftFolder = 'moving';

/**
 * `svc-server move --to TARGET`: copies the embedded database to an empty PostgreSQL database, or a PostgreSQL database
 * to a folder. Compares both, and returns the settings to change. The service must be stopped. Throws `CommandError`.
 */
export async function move(settings: Settings, target: string | undefined): Promise<string> {
  if (target === undefined) {
    throw new CommandError('say where to: svc-server move --to postgres://… (or, with SVC_DATABASE_URL, --to FOLDER)');
  }
  try {
    return await (/^postgres(ql)?:\/\//.test(target) ? toPostgres(settings, target) : toFolder(settings, target));
  } catch (error) {
    if (error instanceof FolderInUseError) {
      throw new CommandError(`stop the service first: ${error.message}`);
    }
    throw error instanceof CopyError ? new CommandError(error.message, { cause: error }) : error;
  }
}

async function toPostgres(settings: Settings, url: string): Promise<string> {
  if (settings.SVC_DATABASE_URL !== undefined) {
    throw new CommandError('unset SVC_DATABASE_URL: the embedded database in SVC_DATA_DIR is what is moved');
  }
  const folder = resolve(settings.SVC_DATA_DIR);
  if (!hasDatabase(folder)) {
    throw new CommandError(`${folder} holds no database: set SVC_DATA_DIR to the folder of the service`);
  }
  const server = await startEmbedded(folder, { user: settings.SVC_DATABASE_USER });
  try {
    await migrate(server.connection);
    await requireOurs(connectionTo(url, settings));
    await migrate(connectionTo(url, settings));
    const copied = await copy(server.connection, connectionTo(url, settings));
    return [
      ...summary(copied),
      `Start the service with SVC_DATABASE_URL set to the URL of this database, and with the same SVC_DATA_DIR:`,
      `  ${folder} keeps the operator token (or set SVC_OPERATOR_TOKEN) and mails.`,
      `The embedded database is unchanged. Delete ${server.folder} once the service runs on PostgreSQL.`,
    ].join('\n');
  } finally {
    await server.close();
  }
}

async function toFolder(settings: Settings, target: string): Promise<string> {
  const { SVC_DATABASE_URL: url } = settings;
  if (url === undefined) {
    throw new CommandError('set SVC_DATABASE_URL to the database that is moved, or name a target as postgres://…');
  }
  const folder = resolve(target);
  if (existsSync(join(folder, databaseFolder))) {
    throw new CommandError(`${folder} holds a database already: name another folder`);
  }
  await requireNobodyElse(connectionTo(url, settings));
  await migrate(connectionTo(url, settings));
  const draft = join(folder, draftFolder);
  // An interrupted move may have left this folder.
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const server = await startEmbedded(draft, { user: settings.SVC_DATABASE_USER });
  const copied = await copyInto(server, connectionTo(url, settings)).finally(() => server.close());
  await copyFiles(resolve(settings.SVC_DATA_DIR), folder);
  await rename(join(draft, databaseFolder), join(folder, databaseFolder));
  await rm(draft, { recursive: true, force: true });
  return [
    ...summary(copied),
    `Start the service with SVC_DATA_DIR=${folder} and without SVC_DATABASE_URL.`,
    'The PostgreSQL database is unchanged. Drop it once the service runs on the folder.',
  ].join('\n');
}

async function copyInto(server: EmbeddedServer, source: pg.ClientConfig): Promise<CopiedRows[]> {
  await migrate(server.connection);
  return copy(source, server.connection);
}

async function copy(from: pg.ClientConfig, to: pg.ClientConfig): Promise<CopiedRows[]> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  try {
    await source.connect();
    await target.connect();
    return await copyDatabase(source, target, ({ table, rows }) => {
      process.stderr.write(`${table}: ${rows.toLocaleString('en')} rows\n`);
    });
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** Copies the other files of the data folder. Search indexes are not copied, because the service rebuilds them. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of from === to ? [] : ['operator-token', 'mail']) {
    if (existsSync(join(from, name))) {
      await cp(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
    }
  }
}

function summary(copied: readonly CopiedRows[]): string[] {
  const rows = copied.reduce((sum, table) => sum + table.rows, 0);
  return [`Copied ${rows.toLocaleString('en')} rows of ${copied.length} tables; counts and checksums agree.`];
}

/** Refuses a database with tables of another application, because migrations would add tables to it. */
async function requireOurs(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and to_regclass('public.schema_migrations') is null`,
    );
    if (rows[0] !== undefined) {
      throw new CommandError(`the target is not empty: it has a table ${rows[0].name}; name an empty database`);
    }
  } finally {
    await client.end();
  }
}

/** Refuses a database that has other connections, because their writes would not be copied. */
async function requireNobodyElse(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rowCount !== 0) {
      throw new CommandError(`stop the service first: ${rowCount} other connections to the database are open`);
    }
  } finally {
    await client.end();
  }
}
