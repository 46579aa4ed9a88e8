import { limits } from '@tessera/contract';
import {
  certainRelationOf,
  ExactNumber,
  isEmpty,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownValue,
  textOf,
} from '@tessera/resolver';
import { type CollectionConfig, isControlField } from '../model/config.js';
import { encodedData, plainText } from './plain-text.js';
import { titleRank } from './title-fields.js';

/**
 * The text a record is found by: the values of its semantic fields, one a line. With `embed_fields` exactly those, in
 * their order; otherwise every field but control fields, identifiers and those typed `date` or `enum`, titles first, and
 * without bare URLs and encoded data. At most `limits.searchedCharacters` long. Field names, empty values, `true` and ids of relational values are left out.
 */
export function embedText(record: JsonObject, config: CollectionConfig): string {
  const isChosen = config.embed_fields !== null;
  const text = semanticFields(record, config)
    .map((field) => shorten(valueText(ownValue(record, field))))
    .filter((text) => text !== '' && (isChosen || !isOpaque(text)))
    .join('\n');
  return shorten(text);
}

/** A text as far as it is searched: one of megabytes would keep everybody else waiting while it is read. */
function shorten(text: string): string {
  // A pair of surrogates that the cut would halve goes as a whole.
  return text.length <= limits.searchedCharacters
    ? text
    : text.slice(0, limits.searchedCharacters).replace(/[\ud800-\udbff]$/, '');
}

/** Names of the fields whose values make the embedded text of a record, in order. */
export function semanticFields(record: JsonObject, config: CollectionConfig): readonly string[] {
  if (config.embed_fields !== null) {
    return config.embed_fields;
  }
  const identifiers = new Set(config.id_match_fields);
  // Stored JSON comes back in another order than it was sent in; the text must not change with it.
  return Object.keys(record)
    .filter((field) => !isControlField(field, config) && !identifiers.has(field) && isWordy(field, config))
    .sort(byImportance);
}

function isWordy(field: string, config: CollectionConfig): boolean {
  const type = config.field_types.get(field);
  return type !== 'date' && type !== 'enum';
}

/** Titles first, then shorter names (`brand` before `description`), then by code unit. */
function byImportance(left: string, right: string): number {
  return titleRank(left) - titleRank(right) || left.length - right.length || (left < right ? -1 : 1);
}

/** Whether a text holds no words: a URL, or a run of ASCII longer than any word (other scripts write without spaces). */
function isOpaque(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) || encodedData.test(text);
}

function valueText(value: JsonValue | undefined): string {
  return [...leafTexts(value)].filter((text) => text !== '').join(' ');
}

function* leafTexts(value: JsonValue | undefined): Generator<string> {
  if (value === undefined || value === true || isEmpty(value)) {
    return;
  }
  const isRelation = certainRelationOf(value) !== undefined;
  if (Array.isArray(value)) {
    yield* isRelation ? leafTexts(value[1]) : listTexts(value);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value).sort(byImportance)) {
      if (!(isRelation && key === 'id')) {
        yield* leafTexts(ownValue(value, key));
      }
    }
  } else {
    yield plainText(textOf(value));
  }
}

/** Bare numbers in a list are ids of other records (tags, lines, variants) or measures; neither is what people ask for. */
function* listTexts(list: readonly JsonValue[]): Generator<string> {
  for (const item of list) {
    if (typeof item !== 'number' && !(item instanceof ExactNumber)) {
      yield* leafTexts(item);
    }
  }
}
