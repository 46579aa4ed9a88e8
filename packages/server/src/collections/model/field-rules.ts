import type { FindingKind } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { type DeclaredType, dateOf, isEmpty, isScalar, numberOf, relationOf } from '@tessera/search-engine';
import { isFuture, readWriteDate, shownMoment } from './clock.js';
import { type CollectionConfig, declaredFields } from './config.js';
import type { RecordProblem } from './problem.js';

/** Something about an accepted record that its owner should look at. */
export interface RecordFinding {
  readonly field: string;
  readonly kind: FindingKind;
  readonly message: string;
}

/** What is said of a clock more than a day ahead of now; null of any other. */
export function futureClock(field: string, moment: string | null, now: Date): RecordFinding | null {
  return moment === null || !isFuture(moment, now)
    ? null
    : {
        field,
        kind: 'future_clock',
        message: `Field "${field}" arrives with ${shownMoment(moment)}, more than a day ahead: later updates are taken for older ones until then.`,
      };
}

/** What is said of a record that is ignored as older than a stored clock more than a day ahead of now; null of any other. */
export function staleByFuture(field: string, stored: string | null, now: Date): RecordFinding | null {
  return stored === null || !isFuture(stored, now)
    ? null
    : {
        field,
        kind: 'future_clock',
        message: `The record was ignored because field "${field}" of the stored one is ${shownMoment(stored)}, more than a day ahead: correct the clock of the source.`,
      };
}

/** Fields as their caller sent them, and those of them that are ignored. */
export interface SentFields {
  readonly sent: readonly string[];
  readonly ignored: ReadonlySet<string>;
}

/**
 * Checks a record (control fields included) against its collection's field rules. A missing required field refuses it and,
 * under `reject`, so does an undeclared one that was sent. Otherwise it is accepted with findings, one per field. A field that
 * was stamped, was ignored or stays of the stored record raises none.
 */
export function checkFields(
  record: JsonObject,
  config: CollectionConfig,
  { sent, ignored }: SentFields = { sent: Object.keys(record), ignored: new Set() },
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
  const findings = [...unknown.map(unknownFinding), ...typeFindings(record, config)];
  return { findings: findings.filter(({ field }) => raising.has(field)) };
}

/** Required means present with a value other than null or ""; `false` counts as present. */
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

function unknownFinding(field: string): RecordFinding {
  const message = `Field "${field}" arrives but is not declared: declare it, or set unknown_policy to accept.`;
  return { field, kind: 'unknown_field', message };
}

function typeFindings(record: JsonObject, config: CollectionConfig): RecordFinding[] {
  const clock = config.write_date_field;
  const isReadable = readWriteDate(ownValue(record, clock)).readable;
  const mistyped = [...config.field_types].filter(
    ([field, type]) => !fitsType(ownValue(record, field), type) && !(field === clock && type === 'date' && isReadable),
  );
  const findings = mistyped.map(([field, type]) => mismatch(field, `a value that does not match its type, ${type}`));
  const isReported = mistyped.some(([field]) => field === clock);
  return isReadable || isReported ? findings : [...findings, mismatch(clock, 'an update time that cannot be read')];
}

function mismatch(field: string, what: string): RecordFinding {
  return { field, kind: 'type_mismatch', message: `Field "${field}" arrives with ${what}.` };
}

/**
 * Whether a value can be compared as its declared type. Empty values always fit, and lists fit when every element does.
 * `number` takes numeric strings too, `string` and `enum` take labels of relational values, `enum` any scalar.
 */
export function fitsType(value: JsonValue | undefined, type: DeclaredType): boolean {
  if (value === undefined || isEmpty(value)) {
    return true;
  }
  if (relationOf(value) !== undefined) {
    return type === 'string' || type === 'enum';
  }
  if (Array.isArray(value)) {
    return value.every(
      (element) => !(Array.isArray(element) && relationOf(element) === undefined) && fitsType(element, type),
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
