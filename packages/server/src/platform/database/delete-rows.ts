import type { InTransaction } from './database.js';

/** Rows deleted in one transaction. */
const deletedAtOnce = 5_000;

/** Rows of a table, by a condition in SQL. */
export interface RowsToDelete {
  readonly table: string;
  readonly where: string;
  readonly values: readonly unknown[];
}

/**
 * Deletes any number of rows without holding others up: a few thousand a transaction, and none that somebody else is
 * deleting. Stops after its current transaction once the signal says so; returns whether none is left.
 */
export async function deleteRows(
  inTransaction: InTransaction,
  { table, where, values }: RowsToDelete,
  signal: AbortSignal,
): Promise<boolean> {
  for (let deleted = deletedAtOnce; deleted > 0; ) {
    if (signal.aborted) {
      return false;
    }
    const rows = await inTransaction((transaction) =>
      transaction.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${where} limit ${deletedAtOnce} for update skip locked)) returning 1`,
        values,
      ),
    );
    deleted = rows.length;
  }
  return true;
}
