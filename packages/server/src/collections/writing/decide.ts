import type { RecordApplied } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import { canonicalJson } from '../model/canonical-json.js';
import type { RecordProblem } from '../model/problem.js';
import type { PreparedRecord } from './prepare.js';

/** What is stored under an id, as far as the next write depends on it. */
export interface StoredState {
  readonly external_id: string;
  readonly content_hash: Buffer;
  /** Null where no write has had a clock. */
  readonly write_date: Date | null;
  readonly tombstoned: boolean;
  readonly vector_text_hash: Buffer | null;
  readonly vector_embedder: string | null;
  readonly pending: boolean;
  /** Only read where more than the hash is compared: of an append-only collection, or one that is being rekeyed. */
  readonly attributes: JsonObject | null;
  /** Whether the writer's slice holds the record. */
  readonly inside: boolean;
}

/** What becomes of a record that is not refused. */
export type RecordStatus = RecordApplied['status'];

/** What decides beside the record and what is stored under its id. */
export interface DecideRules {
  readonly appendOnly: boolean;
  /** What is said of a record whose id one outside the writer's slice has. */
  readonly outside: RecordProblem;
}

/**
 * Applies the clock rule and the contract's append-only rule to one record and what is stored under its id.
 * An older write is ignored; the same content and no newer clock is no change; a tombstoned id comes back. A write without
 * a clock is never older, and any clock is newer than none.
 */
export function decide(
  record: PreparedRecord,
  stored: StoredState | undefined,
  { appendOnly, outside }: DecideRules,
): RecordStatus | RecordProblem {
  if (stored === undefined) {
    return 'created';
  }
  // Before anything else is told of it: also its deletion must not show, nor an older write undo that.
  if (!stored.inside) {
    return outside;
  }
  if (stored.tombstoned) {
    return isOlder(record, stored) ? 'stale' : 'revived';
  }
  if (appendOnly) {
    return sameBytes(record, stored) ? 'unchanged' : appendOnlyProblem;
  }
  const sameContent = record.contentHash.equals(stored.content_hash);
  if (sameContent && !isNewer(record, stored)) {
    return 'unchanged';
  }
  return isOlder(record, stored) ? 'stale' : 'updated';
}

function isOlder({ writeDate }: PreparedRecord, { write_date }: StoredState): boolean {
  return writeDate !== null && write_date !== null && writeDate < write_date;
}

function isNewer({ writeDate }: PreparedRecord, { write_date }: StoredState): boolean {
  return writeDate !== null && (write_date === null || writeDate > write_date);
}

/** Whether anything is written for a record of this status. */
export function isChange(status: RecordStatus): boolean {
  return status !== 'unchanged' && status !== 'stale';
}

const appendOnlyProblem: RecordProblem = {
  error: 'append_only',
  message: 'The collection is append-only and already holds another record of this id.',
  field: null,
  hint: 'Send each event under a new id; a resend must be byte-identical.',
};

function sameBytes(record: PreparedRecord, stored: StoredState): boolean {
  return stored.attributes !== null && canonicalJson(record.record) === canonicalJson(stored.attributes);
}
