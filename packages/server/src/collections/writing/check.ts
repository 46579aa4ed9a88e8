import type { JsonObject } from '@tessera/json';
import { mapWithPauses } from '../../platform/pauses.js';
import type { CollectionView } from '../access/view.js';
import type { StoredState } from './decide.js';
import {
  outsideSlice,
  type RefusedRecord,
  readSent,
  type SentRecord,
  type ValidationRules,
  type ValidRecord,
  validateRecord,
} from './validate.js';

/** Computes the record to store from a sent record and the attributes of the stored record that it may keep. */
type Validation = (sent: SentRecord, stored: JsonObject | null) => ValidRecord | RefusedRecord;

/**
 * The records of a call after the checks that need no stored data. For records that are merged with stored ones, these
 * are shape and id only. Their fields and slice are checked against the stored record: first before vectors are
 * computed, and again in the transaction.
 */
export interface CheckedRecords {
  readonly kept: readonly SentRecord[];
  readonly refused: readonly RefusedRecord[];
  readonly validate: Validation;
  /** Whether parts of the stored record are kept, because of merging or fields that the writer cannot see. */
  readonly isComposed: boolean;
}

/** Checks every record of a call against the configuration and slice of the view. */
export async function checkRecords(
  records: readonly unknown[],
  { config, writeSlice: slice }: CollectionView,
  { composition, now }: Pick<ValidationRules, 'composition' | 'now'>,
): Promise<CheckedRecords> {
  const rules: ValidationRules = { config, slice, outside: outsideSlice(slice), composition, now };
  const whole = new Map<SentRecord, ValidRecord>();
  const checked = await mapWithPauses(records, (record, index) => {
    const sent = readSent(record, index, config);
    if ('error' in sent || composition !== null) {
      return sent;
    }
    const valid = validateRecord(sent, null, rules);
    if ('error' in valid) {
      return valid;
    }
    whole.set(sent, valid);
    return sent;
  });
  return {
    kept: checked.flatMap((record) => ('error' in record ? [] : [record])),
    refused: checked.filter((record) => 'error' in record),
    validate: (sent, stored) => whole.get(sent) ?? validateRecord(sent, stored, rules),
    isComposed: composition !== null,
  };
}

/** Returns the stored attributes that a write may keep. Null for a new or deleted record. */
export function keptOf(stored: StoredState | undefined): JsonObject | null {
  return stored === undefined || stored.tombstoned ? null : stored.attributes;
}
