import type { Queryable } from '../../platform/database/database.js';

/**
 * Keeps a collection's configuration as it is until the transaction ends. Any number of writers hold it together, so
 * that what they store fits the configuration; a change of it waits for them, and they for the change.
 */
export async function holdConfiguration(transaction: Queryable, collectionId: string): Promise<void> {
  await transaction.query(
    { name: 'hold_configuration', text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))' },
    [collectionId],
  );
}

/** Takes the configuration of a collection for this transaction alone: to change it, or to bring records in line with it. */
export async function lockConfiguration(transaction: Queryable, collectionId: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [collectionId]);
}

/**
 * Whether it is this transaction's turn, until it ends, of all who bring a collection's records in line. Who waits for it
 * does so outside any transaction, where that holds up no writer and keeps no connection from others.
 */
export async function takeTurn(transaction: Queryable, collectionId: string): Promise<boolean> {
  const [row] = await transaction.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('turn ' || $1, 0)) as taken`,
    [collectionId],
  );
  return row?.taken ?? false;
}
