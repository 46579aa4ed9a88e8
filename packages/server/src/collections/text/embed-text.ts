import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { searchedMax, searchedPart } from '@tessera/resolver';
import { certainRelationOf, isEmpty, textOf } from '@tessera/search-engine';
import { type CollectionConfig, isControlField } from '../model/config.js';
import { encodedData, plainText } from './plain-text.js';
import { titleRank } from './title-fields.js';

/** Characters of one value that are read at all: markup and white space go, and little of a longer one would be searched. */
const readCharacters = 4 * searchedMax.characters;

/**
 * The text a record is found by: the values of its semantic fields, one a line. With `embed_fields` exactly those, in
 * their order; otherwise every field but control fields, identifiers and those typed `date` or `enum`, titles first, and
 * without bare URLs and encoded data. Field names, empty values, `true` and ids of relational values are left out. A text
 * of which only a part is searched is that part and ends with a line break, by which the column `text_cut` knows it.
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

interface ValueText {
  readonly text: string;
  /** Whether all of the value is in it. */
  readonly isWhole: boolean;
}

/** The words of a value that can be searched. */
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

/** Bare numbers in a list are ids of other records (tags, lines, variants) or measures; neither is what people ask for. */
function* listTexts(list: readonly JsonValue[]): Generator<string> {
  for (const item of list) {
    if (typeof item !== 'number' && !(item instanceof ExactNumber)) {
      yield* leafTexts(item);
    }
  }
}
