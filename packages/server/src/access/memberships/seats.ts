import type { Transaction } from '../../platform/database/database.js';
import { accessErrors } from '../errors.js';

/** What the workspace's operator decides about grants. */
export interface SeatTerms {
  readonly memberSeats: number;
  readonly billingActive: boolean;
  /** Members who hold a seat. */
  readonly takenSeats: number;
}

/**
 * Makes everything that takes a seat in the workspace wait until the transaction ends, and returns its terms.
 * Call it before reading memberships: a count of seats after it sees what is committed.
 */
export async function lockSeats(transaction: Transaction): Promise<SeatTerms> {
  const values = [transaction.workspaceId];
  const [terms, seats] = await Promise.all([
    // "no key update", because "update" would also hold up every insert that refers to the workspace.
    transaction.query<{ reader_seats: number; billing_active: boolean }>(
      {
        name: 'lock_seats',
        text: 'select reader_seats, billing_active from workspaces where id = $1 for no key update',
      },
      values,
    ),
    // A statement of its own: it sees what was committed before the lock was given.
    transaction.query<{ taken: number }>(
      {
        name: 'count_seats',
        text: `select count(*)::int as taken from memberships
          where workspace_id = $1 and holds_seat(role, status, starts_at, expires_at)`,
      },
      values,
    ),
  ]);
  const [row] = terms;
  if (row === undefined) {
    throw new Error('the workspace of this transaction does not exist');
  }
  return { memberSeats: row.reader_seats, billingActive: row.billing_active, takenSeats: seats[0]?.taken ?? 0 };
}

/** Throws `seat_cap_reached` unless there is a free seat. */
export function requireFreeSeat({ memberSeats, takenSeats }: SeatTerms): void {
  if (takenSeats >= memberSeats) {
    throw accessErrors.seatCapReached(memberSeats);
  }
}
