import type { Database } from './database.js';

/** Rows of a table to delete. `within` and `which` are SQL conditions; `which` may end with an order. */
export interface DeletedRows {
  readonly table: string;
  /** The columns that identify a row. */
  readonly key: string;
  /** The rows among which `which` selects, by the index of the table. */
  readonly within: string;
  readonly which: string;
}

const batchSize = 1_000;

/**
 * Deletes rows in small batches, a transaction each, so that no call waits for long. Stops after a batch if the signal
 * aborts. Returns their number. Runs as the owner of the schema, because requests have no right to delete some of them.
 */
export async function deleteInBatches(
  database: Database,
  { table, key, within, which }: DeletedRows,
  values: readonly unknown[],
  signal?: AbortSignal,
): Promise<number> {
  const text = `delete from ${table} where ${within} and (${key}) in (
    select ${key} from ${table} where ${within} and ${which} limit ${batchSize}) returning 1`;
  let deleted = 0;
  for (let batch = batchSize; batch === batchSize && signal?.aborted !== true; deleted += batch) {
    batch = (await database.asSystem((transaction) => transaction.query(text, values))).length;
  }
  return deleted;
}
