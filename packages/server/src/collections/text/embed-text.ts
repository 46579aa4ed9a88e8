import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { searchedMax, searchedPart } from '@tessera/resolver';
import { certainRelationOf, isEmpty, textOf } from '@tessera/search-engine';
import { type CollectionConfig, isControlField } from '../model/config.js';
import { encodedData, plainText } from './plain-text.js';
import { titleRank } from './title-fields.js';

/** Maximum characters read of one value. Longer than what is searched, because markup and white space are removed. */
const readCharacters = 4 * searchedMax.characters;

/**
 * The text that a record is found by: the values of its semantic fields, one per line. With `embed_fields` exactly
 * those, in their order. Otherwise all fields except control fields, identifiers and those typed `date` or `enum`,
 * titles first, without bare URLs and encoded data. Omits field names, empty values, `true` and ids of relational
 * values. A text cut to its searched part ends with a line break, which the column `text_cut` detects.
 */
export function embedText(record: JsonObject, config: CollectionConfig): string {
  const isChosen = config.embed_fields !== null;
  const values: string[] = [];
  let isWhole = true;
  let characters = 0;
  for (const field of semanticFields(record, config)) {
    const value = valueText(ownValue(record, field));
    if (value.text !== '' && (isChosen || !isOpaque(value.text))) {
      values.push(value.text);
      isWhole &&= value.isWhole;
      characters += value.text.length;
    }
    if (characters > searchedMax.characters) {
      break;
    }
  }
  const text = values.join('\n');
  const searched = searchedPart(text);
  return isWhole && searched === text ? text : `${searched}\n`;
}

/** The fields whose values form the embedded text, in order. */
export function semanticFields(record: JsonObject, config: CollectionConfig): readonly string[] {
  if (config.embed_fields !== null) {
    return config.embed_fields;
  }
  const identifiers = new Set(config.id_match_fields);
  // Stored JSON returns keys in another order than sent. Sort, so that the text stays the same.
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

/** Whether a text has no words: a URL, or an ASCII run longer than any word. Other scripts write without spaces. */
function isOpaque(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) || encodedData.test(text);
}

interface ValueText {
  readonly text: string;
  /** Whether the text contains the whole value. */
  readonly isWhole: boolean;
}

/** The searchable words of a value. */
function valueText(value: JsonValue | undefined): ValueText {
  const lines: string[] = [];
  let characters = 0;
  for (const leaf of leafTexts(value)) {
    const text = plainText(leaf.slice(0, readCharacters));
    if (text !== '') {
      lines.push(text);
      characters += text.length + 1;
    }
    if (leaf.length > readCharacters || characters > searchedMax.characters) {
      return { text: lines.join(' '), isWhole: false };
    }
  }
  return { text: lines.join(' '), isWhole: true };
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
    yield textOf(value);
  }
}

/** Skips bare numbers in a list: ids of other records (tags, lines, variants) or measures are not searched for. */
function* listTexts(list: readonly JsonValue[]): Generator<string> {
  for (const item of list) {
    if (typeof item !== 'number' && !(item instanceof ExactNumber)) {
      yield* leafTexts(item);
    }
  }
}
