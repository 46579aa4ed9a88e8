import type { Log } from '../log.js';
import { repeat } from '../repeat.js';
import type { Database } from './database.js';

const everyMs = 5_000;

/**
 * Keeps the planner's statistics in step with tables that grow fast: after a large import, queries would otherwise be
 * planned for an almost empty table until the next automatic analysis, which PGlite does not have.
 * Returns what stops it.
 */
export function keepStatistics(database: Database, log: Log): () => Promise<void> {
  const failure = 'table statistics could not be refreshed';
  return repeat({ log, everyMs, failure }, () => refreshGrown(database)).stop;
}

/** Refreshes every table that has grown by a fifth since it was last looked at. Returns their names. */
export async function refreshGrown(database: Database): Promise<string[]> {
  const grown = await database.asSystem((transaction) =>
    transaction.query<{ name: string }>({
      name: 'list_grown_tables',
      // relpages is the size in pages at the last look; small tables are cheap whatever the plan.
      text: `select c.relname as name from pg_class c
             where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
               and pg_relation_size(c.oid) / current_setting('block_size')::int > c.relpages * 1.2 + 20`,
    }),
  );
  for (const { name } of grown) {
    await database.refreshStatistics(name);
  }
  return grown.map(({ name }) => name);
}
