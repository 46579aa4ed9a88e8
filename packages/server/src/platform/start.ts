import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Database } from './database/database.js';
import { migrate } from './database/migrate.js';
import { openPglite, startPglite } from './database/pglite.js';
import { openPostgres } from './database/postgres.js';
import { describeError, type Log } from './log.js';
import { newSecret, secretPrefixes } from './secrets.js';
import type { Settings } from './settings.js';

/** Opens the database that the settings name, migrated and confined; the embedded one in the data folder. */
export async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  const url = settings.SVC_DATABASE_URL;
  if (url === undefined) {
    const pglite = await startPglite({ folder: resolve(settings.SVC_DATA_DIR) });
    logMigrations(log, await migrate(pglite.pool));
    return openPglite(pglite);
  }
  logMigrations(log, await migrate({ connectionString: url }));
  return openPostgres({
    engine: 'postgres',
    // The role is part of the connection's start, so that no statement ever runs as the owner by accident.
    pool: {
      connectionString: url,
      max: settings.SVC_DATABASE_POOL,
      options: '-c role=svc_app',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
    onIdleError: (error) => log.warn({ error: describeError(error) }, 'a database connection broke'),
  });
}

function logMigrations(log: Log, names: readonly string[]): void {
  for (const name of names) {
    log.info({ migration: name }, 'migrated');
  }
}

/** The operator token: the setting's, or the data folder's, made on the first start and readable by its owner only. */
export function operatorToken(settings: Settings): string {
  if (settings.SVC_OPERATOR_TOKEN !== undefined) {
    return settings.SVC_OPERATOR_TOKEN;
  }
  const folder = resolve(settings.SVC_DATA_DIR);
  const file = join(folder, 'operator-token');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    writeFileSync(file, `${newSecret(secretPrefixes.operator, randomBytes).secret}\n`, { mode: 0o600, flag: 'wx' });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
