import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenDatabase } from './database/database.js';
import { distribute, isDistributed } from './database/distribute.js';
import { FolderInUseError } from './database/folder-lock.js';
import { migrate } from './database/migrate.js';
import { openPglite, startPglite } from './database/pglite.js';
import { openPostgres } from './database/postgres.js';
import { type SessionLimits, sessionOptions } from './database/session.js';
import { describeError, type Log } from './log.js';
import { newSecret, secretPrefixes } from './secrets.js';
import { InvalidSettingError, type Settings, settingDefinitions } from './settings.js';

/** The database cannot be opened as the settings have it; the message says why, in one line without credentials. */
export class DatabaseStartError extends Error {}

/**
 * Opens the database that the settings name, migrated and confined; the embedded one in the data folder.
 * Throws `DatabaseStartError`, `FolderInUseError` when another process has the folder, or `InvalidSettingError`.
 */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const database = await openMigrated(settings, log).catch((error: unknown) => {
    const known = error instanceof FolderInUseError || error instanceof InvalidSettingError;
    throw known ? error : new DatabaseStartError(explain(error), { cause: error });
  });
  if (await isConfined(database)) {
    return database;
  }
  await database.close();
  throw new DatabaseStartError('requests would not run as the role svc_app: row security could not protect workspaces');
}

async function openMigrated(settings: Settings, log: Log): Promise<OpenDatabase> {
  const url = settings.SVC_DATABASE_URL;
  if (url === undefined) {
    const onCrash = (error: Error): void => log.error({ error: describeError(error) }, 'the embedded database crashed');
    const pglite = await startPglite({ folder: dataFolder(settings) }, onCrash);
    logMigrations(log, await migrate(pglite.pool));
    return openPglite(pglite);
  }
  const migrated = await migrate({ connectionString: url });
  logMigrations(log, migrated);
  if (migrated.length > 0 && (await isDistributed({ connectionString: url }))) {
    // A new table belongs where those are that it refers to.
    log.info({ distributed: await distribute({ connectionString: url }) }, 'distributed');
  }
  return openPostgres({
    engine: 'postgres',
    pool: {
      connectionString: confinedUrl(url, settings),
      max: settings.SVC_DATABASE_POOL,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
    onIdleError: (error) => log.warn({ error: describeError(error) }, 'a database connection broke'),
  });
}

/**
 * A connection URL whose sessions start as the request role and with their limits, so that no statement ever runs as the owner by accident.
 * The role goes into the URL because options that a URL brings replace all others.
 */
export function confinedUrl(url: string, limits: SessionLimits): string {
  const confined = new URL(url);
  const given = confined.searchParams.get('options');
  confined.searchParams.set('options', [given, sessionOptions(limits)].filter(Boolean).join(' '));
  return confined.toString();
}

/** Whether requests run as a role that row security holds for. */
async function isConfined(database: OpenDatabase): Promise<boolean> {
  const [role] = await database.withoutWorkspace((transaction) =>
    transaction.query<{ confined: boolean }>(
      `select current_user = 'svc_app' and not rolsuper and not rolbypassrls as confined
       from pg_roles where rolname = current_user`,
    ),
  );
  return role?.confined ?? false;
}

/** What went wrong, with its causes, in one line. */
function explain(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    // A connection that was tried at several addresses has its messages inside.
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
 * The operator token: the setting's, or the data folder's, made on the first start and readable by its owner only.
 * Throws `InvalidSettingError` when the folder cannot hold it or holds something else in its place.
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

/** The data folder, made if need be. */
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
