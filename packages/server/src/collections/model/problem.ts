import type { RecordErrorCode } from '@tessera/contract';

/** Why one record is refused: what is wrong, in which field (null when in none), and what to do about it (null: the message says all). */
export interface RecordProblem {
  readonly error: RecordErrorCode;
  readonly message: string;
  readonly field: string | null;
  readonly hint: string | null;
}
