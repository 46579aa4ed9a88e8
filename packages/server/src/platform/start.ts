import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenDatabase } from './database/database.js';
import { guardDisk } from './database/disk-guard.js';
import { watchDiskSpace } from './database/disk-space.js';
import { distribute, isDistributed } from './database/distribute.js';
import { startEmbedded } from './database/embedded/embedded.js';
import { hasDatabase } from './database/embedded/home.js';
import { FolderInUseError } from './database/folder-lock.js';
import { migrate } from './database/migrate.js';
import { openPostgres } from './database/postgres.js';
import { createAppRole, type SessionLimits, sessionOptions } from './database/session.js';
import { describeError, type Log } from './log.js';
import { configuredHostLookup, socketWith } from './outgoing/host-lookup.js';
import { newSecret, secretPrefixes } from './secrets.js';
import { InvalidSettingError, type Settings, settingDefinitions } from './settings.js';

/** The configured database cannot be opened. The message is one line with the reason, without credentials. */
export class DatabaseStartError extends Error {}

/**
 * Opens the configured database with all migrations applied and row security checked. Without a configured one, uses
 * the embedded database in the data folder. Throws `DatabaseStartError`, `InvalidSettingError`, or `FolderInUseError`
 * if another process uses the folder.
 */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const database = await openMigrated(settings, log).catch((error: unknown) => {
    const known = error instanceof FolderInUseError || error instanceof InvalidSettingError;
    throw known ? error : new DatabaseStartError(explain(error), { cause: error });
  });
  const refusal = await requestRoleRefusal(database, settings, log);
  if (refusal === undefined) {
    return database;
  }
  await database.close();
  throw new DatabaseStartError(refusal);
}

async function openMigrated(settings: Settings, log: Log): Promise<OpenDatabase> {
  const { SVC_DATABASE_URL: url, SVC_DATABASE_APP_URL: appUrl } = settings;
  if (url === undefined) {
    if (appUrl !== undefined) {
      throw new InvalidSettingError('SVC_DATABASE_APP_URL is set without SVC_DATABASE_URL, which migrates: set both');
    }
    return openEmbedded(settings, log);
  }
  const migrated = await migrate(connectionTo(url, settings));
  logMigrations(log, migrated);
  if (migrated.length > 0 && (await isDistributed(connectionTo(url, settings)))) {
    // A migration may have added tables, which must be distributed like the tables that they reference.
    log.info({ distributed: await distribute(connectionTo(url, settings)) }, 'distributed');
  }
  const poolOf = (login: string) => ({
    ...connectionTo(confinedUrl(login, settings), settings),
    max: settings.SVC_DATABASE_POOL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  return openPostgres({
    engine: 'postgres',
    pool: poolOf(appUrl ?? url),
    ownerPool: appUrl === undefined ? undefined : poolOf(url),
    onIdleError: (error) => log.warn({ error: describeError(error) }, 'a database connection broke'),
  });
}

async function openEmbedded(settings: Settings, log: Log): Promise<OpenDatabase> {
  const folder = dataFolder(settings);
  refuseEarlier(folder);
  const server = await startEmbedded(folder, {
    user: settings.SVC_DATABASE_USER,
    pool: settings.SVC_DATABASE_POOL,
    mayRestart: () => !space.isFull(),
    onEnd: (lastLines) => log.error({ lastLines }, 'PostgreSQL ended and is started again'),
    onLost: (reason) => {
      // This exception is not caught on purpose: the process stops with status 1, and its supervisor restarts it.
      setImmediate(() => {
        throw reason;
      });
    },
  });
  const space = watchDiskSpace(server.folder, {
    onChange: (isFull) =>
      isFull
        ? log.error({ folder: server.folder }, 'disk full: writes are refused until there is space')
        : log.warn({ folder: server.folder }, 'the disk has space again: writes are accepted'),
  });
  if (!server.folder.startsWith(realpathSync(folder))) {
    log.warn({ folder: server.folder }, `the account of PostgreSQL cannot enter ${folder}: the database is elsewhere`);
  }
  try {
    logMigrations(log, await migrate(server.connection));
  } catch (error) {
    await server.close();
    throw error;
  }
  let isClosing = false;
  const database = openPostgres({
    engine: 'embedded',
    pool: {
      ...server.connection,
      max: settings.SVC_DATABASE_POOL,
      options: sessionOptions(settings),
      connectionTimeoutMillis: 5_000,
    },
    onIdleError: (error) => isClosing || log.warn({ error: describeError(error) }, 'a database connection broke'),
  });
  const close = async () => {
    isClosing = true;
    await database.close();
    await server.close();
  };
  return guardDisk({ ...database, copyTo: server.copyTo, close }, space);
}

/** Name of the folder in which earlier versions kept their embedded database. */
export const earlierFolder = 'pglite';

/** Refuses a data folder with only a database of earlier versions. */
function refuseEarlier(folder: string): void {
  if (existsSync(join(folder, earlierFolder, 'PG_VERSION')) && !hasDatabase(folder)) {
    throw new Error(
      `${folder} contains a database of PGlite, which this version does not read and leaves as it is: check out commit f4540973, run its "npm run svc-server -- move --to postgres://…", and start this version with SVC_DATABASE_URL set to that database`,
    );
  }
}

/** The connection options of a database URL. */
export function connectionTo(connectionString: string, settings: Pick<Settings, 'SVC_NAME_SERVERS'>) {
  const lookup = configuredHostLookup(settings);
  return { connectionString, stream: () => socketWith(lookup) };
}

/**
 * Returns a URL whose sessions start with the request role and their limits, so that no statement runs as the owner by
 * accident. The options are part of the URL, because those in a URL override all others.
 */
export function confinedUrl(url: string, limits: SessionLimits): string {
  const confined = new URL(url);
  const given = confined.searchParams.get('options');
  confined.searchParams.set('options', [given, sessionOptions(limits)].filter(Boolean).join(' '));
  return confined.toString();
}

/**
 * Returns why row security would not confine requests as configured; undefined if it does. Logs a warning for a login
 * that can bypass row security.
 */
async function requestRoleRefusal(database: OpenDatabase, settings: Settings, log: Log): Promise<string | undefined> {
  const [role] = await database.withoutWorkspace((queryable) =>
    queryable.query<{ confined: boolean; login: string; bypasses: boolean; owns: boolean }>(
      `select current_user = 'svc_app' and not request.rolsuper and not request.rolbypassrls as confined,
         login.rolname as login, login.rolsuper or login.rolbypassrls as bypasses,
         pg_has_role(login.oid, c.relowner, 'member') as owns
       from pg_roles request, pg_roles login, pg_class c
       where request.rolname = current_user and login.rolname = session_user and c.oid = 'workspaces'::regclass`,
    ),
  );
  if (role === undefined || !role.confined) {
    return 'requests would not run as the role svc_app: row security could not protect workspaces';
  }
  if (settings.SVC_DATABASE_APP_URL !== undefined && (role.bypasses || role.owns)) {
    return `SVC_DATABASE_APP_URL signs in as ${role.login}, which can lift row security: use a role that owns nothing, such as: ${createAppRole}`;
  }
  if (database.engine === 'postgres' && role.bypasses) {
    log.warn(
      { role: role.login, sql: createAppRole },
      'requests sign in to the database as a role that can bypass row security: run the SQL as an administrator, and set SVC_DATABASE_APP_URL to a URL with the new role',
    );
  }
  return undefined;
}

/** The messages of an error and its causes, in one line. */
export function explain(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    // If a connection was attempted at several addresses, there is one error for each address.
    const inner = at instanceof AggregateError ? at.errors.map((each) => String(each.message)).join(', ') : '';
    messages.push(at.message || inner);
  }
  return `cannot open the database: ${messages.join(': ').replace(/\s+/g, ' ')}`;
}

function logMigrations(log: Log, names: readonly string[]): void {
  for (const name of names) {
    log.info({ migration: name }, 'migrated');
  }
}

/**
 * Returns the operator token: the setting, or the one in the data folder, created at the first start and readable by
 * its owner only. Throws `InvalidSettingError` if its file cannot be written or is invalid.
 */
export function operatorToken(settings: Settings): string {
  if (settings.SVC_OPERATOR_TOKEN !== undefined) {
    return settings.SVC_OPERATOR_TOKEN;
  }
  const file = join(dataFolder(settings), 'operator-token');
  const kept = inDataFolder(() => {
    if (!existsSync(file)) {
      writeFileSync(file, `${newSecret(secretPrefixes.operator, randomBytes).secret}\n`, { mode: 0o600, flag: 'wx' });
    }
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  });
  if (!settingDefinitions.SVC_OPERATOR_TOKEN.schema.safeParse(kept).success) {
    throw new InvalidSettingError(
      `${file} does not hold an operator token (svc_op_ and 43 base64url characters): delete it to have a new one made, or set SVC_OPERATOR_TOKEN`,
    );
  }
  return kept;
}

/** Returns the data folder; creates it if needed. */
function dataFolder(settings: Settings): string {
  const folder = resolve(settings.SVC_DATA_DIR);
  return inDataFolder(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  });
}

function inDataFolder<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new InvalidSettingError(`SVC_DATA_DIR cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
