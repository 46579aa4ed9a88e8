import type { RecordApplied } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import { canonicalJson, compareOrders, type RecordProblem } from '@tessera/records';
import type { SentRecord, ValidRecord } from './validate.js';

/** The parts of a stored record with which a write is compared. */
export interface StoredState {
  readonly external_id: string;
  readonly content_hash: Buffer;
  /** The stored clock; null if no write had one. */
  readonly write_date: string | null;
  readonly write_order: string | null;
  readonly id_spelling: string | null;
  readonly version: string;
  readonly tombstoned: boolean;
  readonly vector_text_hash: Buffer | null;
  readonly vector_embedder: string | null;
  readonly pending: boolean;
  /**
   * The stored attributes. Null unless they are needed: the collection is append-only, or fields of the stored record
   * are kept.
   */
  readonly attributes: JsonObject | null;
  /** Whether the record is in the writer's slice. */
  readonly inside: boolean;
}

/** The status of a record that is applied. */
export type RecordStatus = RecordApplied['status'];

/** Rules of the call and its collection. */
export interface DecideRules {
  readonly appendOnly: boolean;
  /** The error for a record outside the writer's slice. */
  readonly outside: RecordProblem;
  /** Whether earlier content is restored regardless of the clock. */
  readonly isRevert: boolean;
}

/**
 * Applies the clock rule and the append-only rule to one record. A write with an older clock is stale; between equal
 * clocks, the source's order decides. Identical content without a newer clock is unchanged. A write to a deleted id
 * revives the record, and one that its source has deleted becomes a tombstone, also if its id is new. A write without a clock is never stale, and any clock is newer than none.
 */
export function decide(
  record: ValidRecord,
  stored: StoredState | undefined,
  rules: DecideRules,
): RecordStatus | RecordProblem {
  if (stored === undefined) {
    return record.isDeleted ? 'tombstoned' : 'created';
  }
  // Checked first: no other result may reveal that the record was deleted, and no older write may revive it.
  if (!stored.inside) {
    return rules.outside;
  }
  return record.isDeleted ? decideDeletion(record, stored, rules) : decideWrite(record, stored, rules);
}

/** A deletion follows the clock like an update. */
function decideDeletion(
  record: ValidRecord,
  stored: StoredState,
  { appendOnly }: DecideRules,
): RecordStatus | RecordProblem {
  if (isOlder(record, stored)) {
    return 'stale';
  }
  if (stored.tombstoned) {
    return isNewer(record, stored) ? 'tombstoned' : 'unchanged';
  }
  return appendOnly ? appendOnlyProblem : 'tombstoned';
}

function decideWrite(
  record: ValidRecord,
  stored: StoredState,
  { appendOnly, isRevert }: DecideRules,
): RecordStatus | RecordProblem {
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

/** The versions that a writer expects of stored records. */
export interface Expectations {
  /** The expected version by record id. */
  readonly versions: ReadonlyMap<string, string>;
  /** The version that this call assigns. A record that is sent twice has this version the second time. */
  readonly given: string;
}

/**
 * Returns the conflict if a record does not have the expected version. The conflict contains the stored version, so the
 * caller must check the slice first.
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

/** Whether a record with this status is written to the database. */
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
