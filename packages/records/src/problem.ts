import type { RecordErrorCode } from '@tessera/contract';

/**
 * Why a record is refused: the error, the field (null if it is about none), and what to do (null if the message says
 * it).
 */
export interface RecordProblem {
  readonly error: RecordErrorCode;
  readonly message: string;
  readonly field: string | null;
  readonly hint: string | null;
}
