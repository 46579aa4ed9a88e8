import type { FindingKind } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { type DeclaredType, dateOf, isEmpty, isScalar, numberOf, relationOf } from '@tessera/search-engine';
import { isFuture, readWriteDate, type WriteDate } from './clock.js';
import { type CollectionConfig, declaredFields } from './config.js';
import { shownMoment } from './moments.js';
import type { RecordProblem } from './problem.js';
import { hintFor, shownValue } from './shown-value.js';

/** A problem with an accepted record that its owner should see. */
export interface RecordFinding {
  readonly field: string;
  readonly kind: FindingKind;
  readonly message: string;
  /** The key that distinguishes findings of the same kind. Default: the field. */
  readonly key?: string;
  /** Whether the result of every record shows the finding, instead of only the first one in the call. */
  readonly ofEachRecord?: true;
}

/** Creates a finding. Its message is built only when needed, because a call shows one finding per field. */
export function findingOf(field: string, kind: FindingKind, message: () => string): RecordFinding {
  return {
    field,
    kind,
    get message() {
      return message();
    },
  };
}

/** The finding for a clock that is more than a day in the future; null for any other clock. */
export function futureClock(field: string, moment: string | null, now: Date): RecordFinding | null {
  return moment === null || !isFuture(moment, now)
    ? null
    : {
        field,
        kind: 'future_clock',
        message: `Field "${field}" arrives with ${shownMoment(moment)}, more than a day ahead: later updates are taken for older ones until then.`,
      };
}

/** The finding for a stale record whose stored clock is more than a day in the future; null for any other record. */
export function staleByFuture(field: string, stored: string | null, now: Date): RecordFinding | null {
  return stored === null || !isFuture(stored, now)
    ? null
    : {
        field,
        kind: 'future_clock',
        ofEachRecord: true,
        message: `The record was ignored because field "${field}" of the stored one is ${shownMoment(stored)}, more than a day ahead: correct the clock of the source.`,
      };
}

/** The fields that a caller sent, those among them that are ignored, and the clock of the record. */
export interface SentFields {
  readonly sent: readonly string[];
  readonly ignored: ReadonlySet<string>;
  readonly clock?: WriteDate;
}

/**
 * Checks a record, including control fields, against the field rules of its collection. Refuses it if a required field
 * is missing or, under `reject`, if an undeclared field was sent. Otherwise returns at most one finding per field.
 * Fields that were filled in, ignored or kept add none.
 */
export function checkFields(
  record: JsonObject,
  config: CollectionConfig,
  { sent, ignored, clock = readWriteDate(ownValue(record, config.write_date_field)) }: SentFields = {
    sent: Object.keys(record),
    ignored: new Set(),
  },
): RecordProblem | { readonly findings: readonly RecordFinding[] } {
  const missing = config.required_fields.find((field) => isMissing(ownValue(record, field)));
  if (missing !== undefined) {
    return {
      error: 'missing_required_field',
      message: `The required field "${missing}" is missing or empty.`,
      field: missing,
      hint: `Send "${missing}" with every record of this collection.`,
    };
  }
  const unknown = config.unknown_policy === 'accept' ? [] : unknownFields(sent, config);
  const [first] = unknown;
  if (config.unknown_policy === 'reject' && first !== undefined) {
    return {
      error: 'unknown_field',
      message: `The collection refuses the undeclared field "${first}".`,
      field: first,
      hint: `Remove "${first}" from the record, or have the collection's owner declare it.`,
    };
  }
  const raising = new Set(sent.filter((field) => !ignored.has(field)));
  const undeclared = unknown.map((field) => unknownFinding(field, ownValue(record, field) ?? null, config));
  const findings = [...undeclared, ...typeFindings(record, config, clock)];
  return { findings: findings.filter(({ field }) => raising.has(field)) };
}

/** A value is missing if it is absent, null or "". `false` is a value. */
function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function unknownFields(sent: readonly string[], config: CollectionConfig): readonly string[] {
  if (!config.configured) {
    return [];
  }
  const declared = declaredFields(config);
  return sent.filter((field) => !declared.has(field));
}

function unknownFinding(field: string, value: JsonValue, config: CollectionConfig): RecordFinding {
  return findingOf(field, 'unknown_field', () => {
    const example = isExposed(field, config) ? `, such as ${shownValue(value)},` : '';
    return `Field "${field}" arrives${example} but is not declared: declare it, or set unknown_policy to accept.`;
  });
}

/** Whether every reader can see a field, so that a message may contain its value. */
export function isExposed(field: string, { exposed_fields }: CollectionConfig): boolean {
  return exposed_fields?.includes(field) ?? true;
}

function typeFindings(
  record: JsonObject,
  config: CollectionConfig,
  { readable: isReadable }: WriteDate,
): RecordFinding[] {
  const clock = config.write_date_field;
  const mistyped = [...config.field_types].filter(
    ([field, type]) =>
      !matchesType(ownValue(record, field), type) && !(field === clock && type === 'date' && isReadable),
  );
  const findings = mistyped.map(([field, type]) =>
    mismatch(field, type, invalidElement(ownValue(record, field), type), config),
  );
  const isReported = mistyped.some(([field]) => field === clock);
  return isReadable || isReported ? findings : [...findings, unreadableClock(clock, ownValue(record, clock) ?? null)];
}

function mismatch(field: string, type: DeclaredType, value: JsonValue, config: CollectionConfig): RecordFinding {
  return findingOf(field, 'type_mismatch', () =>
    isExposed(field, config)
      ? `Field "${field}" arrives with ${shownValue(value)}, which does not match its type, ${type}: ${hintFor(value, type)}.`
      : `Field "${field}" arrives with a value that does not match its type, ${type}.`,
  );
}

function unreadableClock(field: string, value: JsonValue): RecordFinding {
  return findingOf(
    field,
    'type_mismatch',
    () =>
      `Field "${field}" arrives with ${shownValue(value)}, an update time that cannot be read: send an ISO 8601 time, such as 2026-03-01T09:15:00Z.`,
  );
}

/** Returns the first list element that does not match its type. A value that is not a list is returned unchanged. */
function invalidElement(value: JsonValue | undefined, type: DeclaredType): JsonValue {
  const isRelation = value !== undefined && relationOf(value) !== undefined;
  const unfit = Array.isArray(value) && !isRelation ? value.find((element) => !matchesType(element, type)) : undefined;
  return unfit ?? value ?? null;
}

/**
 * Whether a value can be compared as its declared type. An empty value always can, and a list if each element can.
 * `number` includes numeric strings, `string` and `enum` include labels of relational values, and `enum` includes any
 * scalar.
 */
export function matchesType(value: JsonValue | undefined, type: DeclaredType): boolean {
  if (value === undefined || isEmpty(value)) {
    return true;
  }
  if (relationOf(value) !== undefined) {
    return type === 'string' || type === 'enum';
  }
  if (Array.isArray(value)) {
    return value.every(
      (element) => !(Array.isArray(element) && relationOf(element) === undefined) && matchesType(element, type),
    );
  }
  switch (type) {
    case 'number':
      return numberOf(value) !== undefined;
    case 'date':
      return dateOf(value) !== undefined;
    case 'string':
      return typeof value === 'string';
    case 'enum':
      return isScalar(value);
  }
}
