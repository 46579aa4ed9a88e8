import type { Log } from '../log.js';
import { repeat } from '../repeat.js';
import { type Database, prepared } from './database.js';

const everyMs = 5_000;

/**
 * Updates the planner statistics of tables that grow fast. Otherwise queries after a large import would be planned for
 * an almost empty table until autovacuum runs. Returns a function that stops it.
 */
export function keepStatistics(database: Database, log: Log): () => Promise<void> {
  const failure = 'table statistics could not be refreshed';
  return repeat({ log, everyMs, failure }, () => refreshGrown(database)).stop;
}

/**
 * Updates the statistics of tables of which a fifth of the rows was changed since their last update. Returns the names
 * of these tables.
 */
export async function refreshGrown(database: Database): Promise<string[]> {
  const grown = await database.asSystem((transaction) =>
    // PostgreSQL counts committed changes. During a large import the table would be analyzed as empty, because the new rows
    // are not visible yet. Small tables are excluded, because they are fast with any plan.
    transaction.query<{ name: string }>(
      prepared(`select c.relname as name from pg_class c
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and pg_stat_get_mod_since_analyze(c.oid) > greatest(c.reltuples, 0) * 0.2 + 500`),
    ),
  );
  for (const { name } of grown) {
    await database.refreshStatistics(name);
  }
  return grown.map(({ name }) => name);
}
