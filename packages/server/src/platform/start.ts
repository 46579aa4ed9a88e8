import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenDatabase } from './database/database.js';
import { guardDisk } from './database/disk-guard.js';
import { watchDiskSpace } from './database/disk-space.js';
import { distribute, isDistributed } from './database/distribute.js';
import { FolderInUseError } from './database/folder-lock.js';
import { migrate } from './database/migrate.js';
import { openPglite, startPglite } from './database/pglite.js';
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
    return openEmbedded(dataFolder(settings), log);
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

async function openEmbedded(folder: string, log: Log): Promise<OpenDatabase> {
  const space = watchDiskSpace(folder, {
    onChange: (isFull) =>
      isFull
        ? log.error({ folder }, 'disk full: writes are refused until there is space')
        : log.warn({ folder }, 'the disk has space again: writes are accepted'),
  });
  const pglite = await startPglite(
    { folder },
    {
      onCrash: (error) => log.error({ error: describeError(error) }, 'the embedded database crashed'),
      mayRestart: () => !space.isFull(),
      onLost: () => {
        // This exception is not caught on purpose: the process stops with status 1, and its supervisor restarts it.
        setImmediate(() => {
          throw new Error('the embedded database does not start again');
        });
      },
    },
  );
  logMigrations(log, await migrate(pglite.pool));
  return guardDisk(openPglite(pglite), { space, restart: pglite.crash });
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
function explain(error: unknown): string {
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
