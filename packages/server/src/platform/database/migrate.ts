import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

// Any fixed number that is the same in all processes that migrate.
const migrationLock = 7_236_811;
const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The names of the migrations that this version knows, in order. */
export const migrationNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();

/** A migration file that changed after it was applied. */
export class ChangedMigrationError extends Error {}

/** A database that another version has migrated, usually a newer one. */
export class NewerDatabaseError extends Error {}

/**
 * Applies the pending SQL files in numerical order, all in one transaction, under an advisory lock: if one fails, the
 * database is unchanged, and the earlier version still runs on it. Safe to run repeatedly and concurrently. Returns the
 * names of the migrations that it applied.
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    return await applyPending(client);
  } finally {
    // Closing the session releases the lock, also after a failure.
    await client.end();
  }
}

/** What the migrations of this version would do to a database. */
export interface Rehearsal {
  readonly pending: readonly string[];
  /** How long they took. Undefined if they were not tried, because other sessions use the database. */
  readonly seconds: number | undefined;
  /** Size of the database. */
  readonly bytes: number;
  /** The major version of the server. */
  readonly version: number;
}

/**
 * Tries the pending migrations in a transaction and rolls it back, unless other sessions use the database, which would
 * wait for its locks. Throws as `migrate` would.
 */
export async function rehearseMigrations(connection: pg.ClientConfig): Promise<Rehearsal> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const facts = await client.query<{ version: number; bytes: number; others: number }>(
      `select current_setting('server_version_num')::int / 10000 as version,
         pg_database_size(current_database())::float8 as bytes, (select count(*)::int from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name is distinct from $1
           and coalesce(backend_type, 'client backend') = 'client backend') as others`,
      // The session that watches the embedded server.
      [`process ${process.pid}`],
    );
    const { version = 0, bytes = 0, others = 0 } = facts.rows[0] ?? {};
    await client.query('begin');
    await client.query(migrationsTable);
    const pending = await readPending(client);
    const startMs = performance.now();
    for (const migration of others > 0 ? [] : pending) {
      await apply(client, migration);
    }
    const seconds = others > 0 ? undefined : (performance.now() - startMs) / 1_000;
    await client.query('rollback');
    return { pending: pending.map(({ name }) => name), seconds, bytes, version };
  } finally {
    await client.end();
  }
}

const migrationsTable =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

async function applyPending(client: pg.Client): Promise<string[]> {
  await client.query('begin');
  await client.query(migrationsTable);
  const pending = await readPending(client);
  for (const migration of pending) {
    await apply(client, migration);
  }
  await client.query('commit');
  return pending.map(({ name }) => name);
}

async function readPending(client: pg.Client): Promise<Migration[]> {
  const rows = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  const applied = new Map(rows.rows.map((row) => [row.name, row.checksum]));
  const unknown = [...applied.keys()].find((name) => !migrationNames.includes(name));
  if (unknown !== undefined) {
    // A newer version may maintain additional data with every write. This version would not do so, and the data would
    // become wrong without an error.
    throw new NewerDatabaseError(
      `the database has migration ${unknown}, which this version does not know: start the version that made it, or restore a backup from before`,
    );
  }
  const pending: Migration[] = [];
  for (const name of migrationNames) {
    const migration = read(name);
    const known = applied.get(name);
    if (known === undefined) {
      pending.push(migration);
    } else if (known !== migration.checksum) {
      throw new ChangedMigrationError(
        `migration ${name} was changed after it had been applied: restore the file, or start with an empty database`,
      );
    }
  }
  return pending;
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

function read(name: string): Migration {
  const text = readFileSync(join(folder, name), 'utf8');
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  } catch (error) {
    await client.query('rollback');
    throw new Error(
      `migration ${name} failed and nothing was changed: the earlier version still runs on this database. Solve what follows and start this version again`,
      { cause: error },
    );
  }
}
