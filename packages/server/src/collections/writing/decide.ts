import type { RecordApplied } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import { canonicalJson } from '../model/canonical-json.js';
import { compareOrders } from '../model/clock-order.js';
import type { RecordProblem } from '../model/problem.js';
import type { SentRecord, ValidRecord } from './validate.js';

/** The part of a stored record that decides about the next write. */
export interface StoredState {
  readonly external_id: string;
  readonly content_hash: Buffer;
  /** Null where no write has had a clock. */
  readonly write_date: string | null;
  readonly write_order: string | null;
  readonly id_spelling: string | null;
  readonly version: string;
  readonly tombstoned: boolean;
  readonly vector_text_hash: Buffer | null;
  readonly vector_embedder: string | null;
  readonly pending: boolean;
  /** Only read where the hash is not enough: of an append-only collection, or where fields of the stored record stay. */
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
  /** Whether the record returns to what it was, whatever its clock. */
  readonly isRevert: boolean;
}

/**
 * Applies the clock rule and the append-only rule to one record and what is stored under its id.
 * An older write is ignored (of equal clocks the order decides); the same content and no newer clock is not a change; a tombstoned id comes back. A write without
 * a clock is never older, and any clock is newer than none.
 */
export function decide(
  record: ValidRecord,
  stored: StoredState | undefined,
  { appendOnly, outside, isRevert }: DecideRules,
): RecordStatus | RecordProblem {
  if (stored === undefined) {
    return 'created';
  }
  // Before any other answer: its deletion must not show either, nor may an older write undo it.
  if (!stored.inside) {
    return outside;
  }
  if (stored.tombstoned) {
    return isOlder(record, stored) && !isRevert ? 'stale' : 'revived';
  }
  if (appendOnly) {
    return sameBytes(record, stored) ? 'unchanged' : appendOnlyProblem;
  }
  if (isRevert) {
    return 'updated';
  }
  const sameContent = record.contentHash.equals(stored.content_hash);
  if (sameContent && !isNewer(record, stored)) {
    return 'unchanged';
  }
  return isOlder(record, stored) ? 'stale' : 'updated';
}

function isOlder({ writeDate, writeOrder }: ValidRecord, { write_date, write_order }: StoredState): boolean {
  if (writeDate === null || write_date === null) {
    return false;
  }
  return writeDate < write_date || (writeDate === write_date && compareOrders(writeOrder, write_order) < 0);
}

function isNewer({ writeDate, writeOrder }: ValidRecord, { write_date, write_order }: StoredState): boolean {
  if (writeDate === null) {
    return false;
  }
  return (
    write_date === null ||
    writeDate > write_date ||
    (writeDate === write_date && compareOrders(writeOrder, write_order) > 0)
  );
}

/** What a writer expects of stored records. */
export interface Expectations {
  /** The version of each record, by id. */
  readonly versions: ReadonlyMap<string, string>;
  /** The version that this call gives what it writes: a record may be sent twice. */
  readonly given: string;
}

/**
 * Why a record is not the version that its writer expects; undefined where it is, and where the writer expects none. Of a
 * record outside the writer's slice nothing is said here.
 */
export function unexpectedVersion(
  { externalId }: SentRecord,
  stored: StoredState | undefined,
  { versions, given }: Expectations,
): RecordProblem | undefined {
  const expected = versions.get(externalId);
  if (expected === undefined || stored?.inside === false) {
    return undefined;
  }
  const current = stored === undefined || stored.tombstoned ? null : stored.version;
  if (current === expected || current === given) {
    return undefined;
  }
  return {
    error: 'version_mismatch',
    message:
      current === null
        ? 'The record does not exist: send it without expect to create it.'
        : 'The record has changed since the version in expect: read it again, and send the change with its current version.',
    field: null,
    hint: current === null ? null : `The current version is ${current}.`,
  };
}

/** Whether anything is written for a record of this status. */
export function isChange(status: RecordStatus): boolean {
  return status !== 'unchanged' && status !== 'stale';
}

const appendOnlyProblem: RecordProblem = {
  error: 'append_only',
  message: 'The collection is append-only and already holds another record of this id.',
  field: null,
  hint: 'Send a new event under an id of its own. Resending a stored record unchanged is safe.',
};

function sameBytes(record: ValidRecord, stored: StoredState): boolean {
  return stored.attributes !== null && canonicalJson(record.record) === canonicalJson(stored.attributes);
}
