import type { Log } from '../log.js';
import { repeat } from '../repeat.js';
import type { Database } from './database.js';
import { migrationNames } from './migrate.js';

const everyMs = 5_000;

/** Compares the database's migrations with those of this version while the process runs. */
export interface SchemaWatch {
  /** Whether the database had all migrations of this version when they were last read. */
  isCurrent(): boolean;
  stop(): Promise<void>;
}

/**
 * Reads the list of migrations every 5 s. Calls `stop` once a newer version has migrated the database, because this
 * version would not maintain what the newer one added.
 */
export function watchSchema(database: Pick<Database, 'asSystem'>, log: Log, stop: () => void): SchemaWatch {
  const failure = 'the list of migrations could not be read';
  let isCurrent = true;
  const watch = repeat({ log, everyMs, failure }, async () => {
    const rows = await database.asSystem((transaction) =>
      transaction.query<{ name: string }>('select name from schema_migrations'),
    );
    const applied = rows.map(({ name }) => name);
    isCurrent = migrationNames.every((name) => applied.includes(name));
    const newer = applied.find((name) => !migrationNames.includes(name));
    if (newer !== undefined) {
      log.fatal({ migration: newer }, 'a newer version has migrated the database: this process stops');
      stop();
    }
  });
  return { isCurrent: () => isCurrent, stop: watch.stop };
}
