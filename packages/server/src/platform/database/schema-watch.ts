import type { Log } from '../log.js';
import { repeat } from '../repeat.js';
import type { Database } from './database.js';
import { migrationNames } from './migrate.js';

const everyMs = 5_000;

/**
 * Calls `stop` once a newer version has migrated the database, because this version would not maintain what the newer
 * one added. Returns a function that stops watching.
 */
export function watchSchema(database: Pick<Database, 'asSystem'>, log: Log, stop: () => void): () => Promise<void> {
  const failure = 'the list of migrations could not be read';
  return repeat({ log, everyMs, failure }, async () => {
    const newer = await database.asSystem((transaction) =>
      transaction.query<{ name: string }>('select name from schema_migrations where name <> all($1::text[]) limit 1', [
        migrationNames,
      ]),
    );
    if (newer[0] !== undefined) {
      log.fatal({ migration: newer[0].name }, 'a newer version has migrated the database: this process stops');
      stop();
    }
  }).stop;
}
