import { hash } from 'node:crypto';
import { limits } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import {
  attributesOf,
  type CollectionConfig,
  canonicalId,
  checkFields,
  checkRecordShape,
  contentHash,
  DeletedItem,
  embedText,
  futureClock,
  isDeleted,
  type RecordFinding,
  type RecordProblem,
  readWriteDate,
  spellingOf,
  UnmappedItem,
  unclearValues,
  writtenId,
} from '@tessera/records';
import { type CompiledFilter, fixedValues, isEmpty, matchesFilter } from '@tessera/search-engine';
import { type Slice, wordFilters } from '../access/view.js';
import { type Composition, compose, ignoredFields, seenPart } from './compose.js';

/** A sent record whose shape and id are valid. */
export interface SentRecord {
  readonly index: number;
  readonly externalId: string;
  /** The id as sent, if that differs from its stored form. */
  readonly idSpelling: string | null;
  readonly record: JsonObject;
  /** Whether the source has deleted the record. */
  readonly isDeleted: boolean;
}

/** A valid record, with everything that is derived from it. */
export interface ValidRecord extends SentRecord {
  /** The record to store: sent fields, kept fields, and values that were filled in. */
  readonly record: JsonObject;
  /** SHA-256 of the attributes in canonical form, without the control fields. */
  readonly contentHash: Buffer;
  /** The update clock. Null if the record has no readable one; the stored clock is then kept. */
  readonly writeDate: string | null;
  /** The value that decides between equal clocks. Null if the source sends none. */
  readonly writeOrder: string | null;
  readonly embedText: string;
  readonly textHash: Buffer;
  /**
   * Whether the write changes the embedded text, apart from fields hidden from the writer. Null if no field is hidden.
   */
  readonly changesSeenText: boolean | null;
  readonly findings: readonly RecordFinding[];
  /** Sent fields that are hidden from the writer. */
  readonly ignored: readonly string[];
}

/** A refused record. It does not affect the other records of its call. */
export interface RefusedRecord extends RecordProblem {
  readonly index: number;
  readonly externalId?: string;
}

/** The rules against which a record is checked. */
export interface ValidationRules {
  readonly config: CollectionConfig;
  readonly slice: Slice | null;
  /** The error for a record that is outside of the slice. */
  readonly outside: RecordProblem;
  /** How records are merged with stored ones. Null if they replace them. */
  readonly composition: Composition | null;
  readonly now: Date;
}

/** Checks the shape and the id of one sent record. */
export function readSent(sent: unknown, index: number, config: CollectionConfig): SentRecord | RefusedRecord {
  if (sent instanceof UnmappedItem) {
    return { index, ...unmapped(sent) };
  }
  const shape = checkRecordShape(sent instanceof DeletedItem ? sent.record : sent);
  if ('error' in shape) {
    return { index, ...shape };
  }
  const sentId = ownValue(shape.record, config.id_field);
  const id = writtenId(sentId);
  if ('error' in id) {
    return { index, field: config.id_field, ...id };
  }
  const idSpelling = spellingOf(sentId, id.id);
  // Filters compare the stored value, so it is the canonical one.
  const record = idSpelling === null ? shape.record : withField(shape.record, config.id_field, id.id);
  return {
    index,
    externalId: id.id,
    idSpelling,
    record,
    isDeleted: sent instanceof DeletedItem || isDeleted(record, config),
  };
}

function withField(record: JsonObject, name: string, value: JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([field, sent]) => [field, field === name ? value : sent]));
}

const shownFields = 10;

function unmapped({ id, fields }: UnmappedItem): RecordProblem & { readonly externalId?: string } {
  const canonical = canonicalId(id);
  const named = fields.slice(0, shownFields).join(', ');
  return {
    ...('id' in canonical ? { externalId: canonical.id } : {}),
    error: 'invalid_request',
    message: `None of the fields that the mapping reads has a value: ${named}${fields.length > shownFields ? ', …' : ''}.`,
    field: null,
    hint: 'Send only the events that the mapping is for, or correct its paths. Nothing was written.',
  };
}

/** Merges a sent record with the stored one, and checks its slice and fields. */
export function validateRecord(
  sent: SentRecord,
  stored: JsonObject | null,
  { config, slice, outside, composition, now }: ValidationRules,
): ValidRecord | RefusedRecord {
  if (sent.isDeleted) {
    return deletedRecord(sent, config, now);
  }
  const { index, externalId, idSpelling, record: fields } = sent;
  const composed = composition === null ? { record: fields } : checkRecordShape(compose(fields, stored, composition));
  if ('error' in composed) {
    return { index, externalId, ...composed };
  }
  const stamped = stampOf(composed.record, slice);
  const record =
    stamped.size === 0 ? composed.record : Object.fromEntries([...Object.entries(composed.record), ...stamped]);
  if (slice !== null && !isInside(record, slice.compiled)) {
    return { index, externalId, ...outside, field: mismatchedField(record, slice) };
  }
  const ignored = new Set(composition === null ? [] : ignoredFields(fields, stored, composition));
  // Removed fields count as sent too, although the merged record does not contain them.
  const written = Object.keys(fields).filter((field) => ignored.has(field) || Object.hasOwn(record, field));
  const clock = readWriteDate(ownValue(record, config.write_date_field));
  const checked = checkFields(record, config, { sent: written, ignored, clock });
  if ('error' in checked) {
    return { index, externalId, ...checked };
  }
  const text = embedText(record, config);
  const { at: writeDate, order: writeOrder } = clock;
  const future = futureClock(config.write_date_field, writeDate, now);
  return {
    index,
    externalId,
    idSpelling,
    record,
    isDeleted: false,
    contentHash: contentHash(attributesOf(record, config)),
    writeDate,
    writeOrder,
    embedText: text,
    textHash: hashText(text),
    changesSeenText:
      composition?.hidesFields === true ? changesSeenText(record, stored, { config, composition }) : null,
    findings: [...checked.findings, future, ...unclearValues(record, config)].filter((finding) => finding !== null),
    ignored: [...ignored],
  };
}

/** A record that its source has deleted. Only its id and clock count. */
function deletedRecord(sent: SentRecord, config: CollectionConfig, now: Date): ValidRecord {
  const { at: writeDate, order: writeOrder } = readWriteDate(ownValue(sent.record, config.write_date_field));
  const future = futureClock(config.write_date_field, writeDate, now);
  return {
    ...sent,
    contentHash: contentHash(attributesOf(sent.record, config)),
    writeDate,
    writeOrder,
    embedText: '',
    textHash: hashText(''),
    changesSeenText: null,
    findings: future === null ? [] : [future],
    ignored: [],
  };
}

function changesSeenText(
  record: JsonObject,
  stored: JsonObject | null,
  { config, composition }: { readonly config: CollectionConfig; readonly composition: Composition },
): boolean {
  const text = embedText(seenPart(record, composition), config);
  return text !== '' && (stored === null || text !== embedText(seenPart(stored, composition), config));
}

/** The error for a record outside of a slice. It is the same whether or not the record exists. */
export function outsideSlice(slice: Slice | null): RecordProblem {
  const words = slice === null ? '' : wordFilters(slice);
  const shown =
    words.length <= limits.hintedFilterCharacters ? words : 'what describe says in record_filter and constraints';
  return {
    error: 'outside_slice',
    message: 'The record lies outside the slice of this collection that you may write.',
    field: null,
    hint: `Send only records that match ${shown}, and under no id that a record outside has.`,
  };
}

/** Returns the field that puts a record outside of a slice with one filter. Null if there is no single such field. */
function mismatchedField(record: JsonObject, { filters, compiled }: Slice): string | null {
  const conditions = filters.length === 1 ? (compiled[0]?.conditions ?? []) : [];
  const [mismatch, ...others] = conditions.filter((condition) => !matchesFilter({ conditions: [condition] }, record));
  return others.length === 0 ? (mismatch?.field ?? null) : null;
}

/** MD5 of an embedded text, which shows whether a vector belongs to it. Not used for security. */
export function hashText(text: string): Buffer {
  return hash('md5', text, 'buffer');
}

/** The values that a slice with a single filter fixes, for fields that are absent or empty. */
function stampOf(record: JsonObject, slice: Slice | null): ReadonlyMap<string, JsonValue> {
  const [filter, ...others] = slice?.filters ?? [];
  const fixed = filter === undefined || others.length > 0 ? [] : [...fixedValues(filter)];
  return new Map(fixed.filter(([field]) => isEmpty(ownValue(record, field))));
}

function isInside(record: JsonObject, slice: readonly CompiledFilter[]): boolean {
  return slice.some((filter) => matchesFilter(filter, record));
}
