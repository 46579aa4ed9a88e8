import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

// Any fixed number that is the same in all processes that migrate.
const migrationLock = 7_236_811;
const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** A migration file that changed after it was applied. */
export class ChangedMigrationError extends Error {}

/** A database that a newer version has migrated. */
export class NewerDatabaseError extends Error {}

/**
 * Applies the pending SQL files in numerical order, each in its own transaction, under an advisory lock. Safe to run
 * repeatedly and concurrently. Returns the names of the migrations that it applied.
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

async function applyPending(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const rows = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  const applied = new Map(rows.rows.map((row) => [row.name, row.checksum]));
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const unknown = [...applied.keys()].find((name) => !files.includes(name));
  if (unknown !== undefined) {
    // A newer version may maintain additional data with every write. This version would not do so, and the data would
    // become wrong without an error.
    throw new NewerDatabaseError(
      `the database has migration ${unknown}, which this version does not know: start the newer version that made it, or restore a backup from before`,
    );
  }
  const names: string[] = [];
  for (const name of files.sort()) {
    const text = readFileSync(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === undefined) {
      await applyOne(client, { name, text, checksum });
      names.push(name);
    } else if (known !== checksum) {
      throw new ChangedMigrationError(
        `migration ${name} was changed after it had been applied: restore the file, or start with an empty database`,
      );
    }
  }
  return names;
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}
