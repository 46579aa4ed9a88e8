import { insertSql } from '../../platform/database/columns.js';
import type { Queryable } from '../../platform/database/database.js';

/** Deletes codes created before the given time. */
export async function deleteCodesBefore(transaction: Queryable, time: Date): Promise<void> {
  await transaction.query('delete from sign_in_codes where created_at < $1', [time]);
}

/** When a code was requested, and by which client. */
export interface RequestedCode {
  readonly created_at: Date;
  readonly asked_from: string;
}

/** The codes of an address created since the given time, oldest first. */
export function listRequestedCodes(transaction: Queryable, email: string, since: Date): Promise<RequestedCode[]> {
  return transaction.query<RequestedCode>(
    'select created_at, asked_from from sign_in_codes where email = $1 and created_at > $2 order by created_at',
    [email, since],
  );
}

/** A code to be mailed to an address, and the client that requested it; empty if its address is unknown. */
interface NewCode extends RequestedCode {
  readonly attempt_hash: Buffer;
  readonly email: string;
  readonly code_hash: Buffer;
  readonly tries_left: number;
  readonly expires_at: Date;
}

/** Stores a new code. */
export async function insertCode(transaction: Queryable, code: NewCode): Promise<void> {
  await transaction.query(...insertSql('sign_in_codes', { ...code }));
}

/** Uses one try of an attempt. Undefined if the attempt does not exist, expired or has no try left. */
export async function useTry(
  transaction: Queryable,
  attemptHash: Buffer,
  at: Date,
): Promise<{ email: string; codeHash: Buffer; triesLeft: number } | undefined> {
  const [row] = await transaction.query<{ email: string; code_hash: Buffer; tries_left: number }>(
    `update sign_in_codes set tries_left = tries_left - 1
     where attempt_hash = $1 and expires_at > $2 and tries_left > 0 returning email, code_hash, tries_left`,
    [attemptHash, at],
  );
  return row && { email: row.email, codeHash: row.code_hash, triesLeft: row.tries_left };
}

/** Invalidates a used code. The row is kept, because it counts towards the address's limit. */
export async function endCode(transaction: Queryable, attemptHash: Buffer): Promise<void> {
  await transaction.query('update sign_in_codes set tries_left = 0 where attempt_hash = $1', [attemptHash]);
}
