import type { StoredRecord } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import {
  attributesOf,
  exposedAttributes,
  freshnessOf,
  otherRank,
  plainText,
  shownMoment,
  titleRank,
} from '@tessera/records';
import { certainRelationOf, isEmpty, textOf } from '@tessera/search-engine';
import type { CollectionView } from '../access/view.js';
import type { RecordContent, RecordRow } from './queries.js';

/**
 * Returns the parts of a record that a caller may see: id, attributes in the allowlist, and a line that is built from
 * those. `fields` limits the attributes further.
 */
export function presentAttributes(
  row: Pick<RecordContent, 'external_id' | 'attributes'>,
  { config }: CollectionView,
  fields?: readonly string[],
): Pick<StoredRecord, 'external_id' | 'rendered' | 'attributes'> {
  const { external_id } = row;
  const attributes = exposedAttributes(attributesOf(row.attributes, config), config.exposed_fields);
  const rendered = renderRecord(external_id, attributes, config.exposed_fields);
  return {
    external_id,
    rendered,
    attributes: fields === undefined ? attributes : exposedAttributes(attributes, fields),
  };
}

/** Returns a record in the form of responses. */
export function presentRecord(row: RecordRow, view: CollectionView, now: Date): StoredRecord {
  return { ...presentVersion(row, view), ...freshnessOf(row.confirmed_at, view.config, now) };
}

/** Returns a record as it was in one version. */
export function presentVersion(
  row: Omit<RecordRow, 'confirmed_at'>,
  view: CollectionView,
): Omit<StoredRecord, 'confirmed_at' | 'overdue'> {
  return {
    ...presentAttributes(row, view),
    version: row.version,
    write_date: row.write_date === null ? null : shownMoment(row.write_date),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Maximum characters of a line. It can be longer only if the id is. */
const lineCharacters = 200;
const valueCharacters = 80;
const separator = ' · ';

/**
 * A readable line about a record: id, title fields, then other fields as `field: value`, with at most 200 characters.
 * Shows only exposed fields (null: all fields), relational values by label, and no empty values.
 */
export function renderRecord(
  externalId: string,
  attributes: JsonObject,
  exposedFields: readonly string[] | null,
): string {
  const fields = readableFields(exposedAttributes(attributes, exposedFields));
  const id = externalId.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  let line = id;
  let room = lineCharacters - [...id].length;
  for (const part of fields) {
    const length = [...part].length + separator.length;
    if (length <= room) {
      line += separator + part;
      room -= length;
    }
  }
  return line;
}

/** The title of a record, or its id if it has no title. `attributes` must be those that the caller may see. */
export function recordTitle(externalId: string, attributes: JsonObject): string {
  const named = Object.keys(attributes)
    .map((field) => ({ text: shorten(readable(ownValue(attributes, field))), rank: titleRank(field) }))
    .filter(({ text, rank }) => text !== '' && rank < otherRank)
    .sort((left, right) => left.rank - right.rank);
  return named[0]?.text ?? externalId;
}

function readableFields(attributes: JsonObject): string[] {
  const fields = Object.keys(attributes)
    .map((field) => ({ field, text: shorten(readable(ownValue(attributes, field))), rank: titleRank(field) }))
    .filter(({ text }) => text !== '')
    .sort((left, right) => left.rank - right.rank);
  return fields.map(({ field, text, rank }) => (rank < otherRank ? text : `${shorten(plainText(field))}: ${text}`));
}

/** A value as text: relational values by label, lists with commas, empty values as ''. */
export function readable(value: JsonValue | undefined): string {
  if (value === undefined || isEmpty(value)) {
    return '';
  }
  const relation = certainRelationOf(value);
  if (relation !== undefined) {
    return plainText(relation.label);
  }
  if (Array.isArray(value)) {
    return value
      .map(readable)
      .filter((text) => text !== '')
      .join(', ');
  }
  return isJsonObject(value) ? readableObject(value) : plainText(textOf(value));
}

function readableObject(value: JsonObject): string {
  const entries = Object.entries(value).map(([key, item]) => [plainText(key), readable(item)] as const);
  return entries
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key} ${text}`)
    .join(', ');
}

function shorten(text: string): string {
  // Most values are short. A string has at most as many characters as UTF-16 units.
  if (text.length <= valueCharacters) {
    return text;
  }
  // So many UTF-16 units have more characters than the line shows.
  const characters = [...text.slice(0, 2 * valueCharacters + 1)];
  const start = characters.slice(0, valueCharacters - 1).join('');
  return characters.length <= valueCharacters ? text : `${start.trimEnd()}…`;
}
