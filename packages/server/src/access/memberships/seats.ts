import { prepared, type Transaction } from '../../platform/database/database.js';

/** The operator's limits on grants in a workspace. */
export interface SeatTerms {
  readonly memberSeats: number;
  readonly billingActive: boolean;
  /** Number of members with a seat. */
  readonly takenSeats: number;
}

/**
 * Locks the seats of the workspace until the transaction ends, and returns its limits. Call it before reading
 * memberships, so that these reads see all committed changes.
 */
export async function lockSeats(transaction: Transaction): Promise<SeatTerms> {
  const values = [transaction.workspaceId];
  const [terms, seats] = await Promise.all([
    // The lock is "no key update", because "update" would also block inserts of rows that reference the workspace.
    transaction.query<{ reader_seats: number; billing_active: boolean }>(
      prepared('select reader_seats, billing_active from workspaces where id = $1 for no key update'),
      values,
    ),
    // A separate statement, which sees changes committed before the lock was acquired.
    transaction.query<{ taken: number }>(
      prepared(`select count(*)::int as taken from memberships
          where workspace_id = $1 and holds_seat(role, status, starts_at, expires_at)`),
      values,
    ),
  ]);
  const [row] = terms;
  if (row === undefined) {
    throw new Error('the workspace of this transaction does not exist');
  }
  return { memberSeats: row.reader_seats, billingActive: row.billing_active, takenSeats: seats[0]?.taken ?? 0 };
}
