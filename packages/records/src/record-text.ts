import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { searchedMax, searchedPart } from '@tessera/resolver';
import { certainRelationOf, isEmpty, textOf } from '@tessera/search-engine';
import { type CollectionConfig, isControlField } from './config.js';

const titleFields = ['name', 'title', 'label', 'display_name', 'full_name', 'email'];
const nameLikeRank = titleFields.length;

/** The rank of a field that is not a title. */
export const otherRank = nameLikeRank + 1;

/**
 * The rank of a field as a title; 0 is the best. Title fields come first, then names that end in "name", such as
 * companyName or product_name.
 */
export function titleRank(field: string): number {
  const index = titleFields.indexOf(field.toLowerCase());
  if (index >= 0) {
    return index;
  }
  return /(?:_name|Name)$/.test(field) ? nameLikeRank : otherRank;
}

const markupTag =
  /<\/?(?:a|abbr|b|blockquote|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
const entity = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;

const namedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['bull', ' '],
  ['gt', '>'],
  ['lt', '<'],
  ['nbsp', ' '],
  ['quot', '"'],
]);

/** Matches a run of ASCII that is longer than any word: encoded binary data. */
export const encodedData = /^[!-~]{201,}$/;

/** Matches white space other than single spaces. Most strings have none, so replacing every space would be wasted. */
const uneven = / {2}|(?! )[\s\p{Cc}]/u;

/** The visible words of a string: without HTML tags, with decoded entities and collapsed white space. */
export function plainText(text: string): string {
  const words = text.includes('<') ? text.replace(markupTag, ' ') : text;
  const decoded = words.includes('&') ? words.replace(entity, decodeEntity) : words;
  return (uneven.test(decoded) ? decoded.replace(/[\s\p{Cc}]+/gu, ' ') : decoded).trim();
}

function decodeEntity(source: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) {
    return namedEntities.get(name) ?? source;
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isCharacter ? String.fromCodePoint(code) : source;
}

/**
 * Maximum characters that are read of one value. More than are searched, because markup and white space are removed.
 */
const readCharacters = 4 * searchedMax.characters;

/**
 * The text by which a record is found: the values of its semantic fields, one per line. With `embed_fields`, exactly
 * these in their order. Otherwise all fields except control fields, identifiers, and fields of type `date` or `enum`,
 * titles first, without bare URLs and encoded data. Field names, empty values, `true` and ids of relational values are
 * omitted. A string of which only a part is searched ends with a line break, which the column `text_cut` detects.
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
  // Sorted, so that the text stays the same: the database returns the keys of JSON in another order than sent.
  return byImportance(
    Object.keys(record).filter(
      (field) => !isControlField(field, config) && !identifiers.has(field) && isWordy(field, config),
    ),
  );
}

function isWordy(field: string, config: CollectionConfig): boolean {
  const type = config.field_types.get(field);
  return type !== 'date' && type !== 'enum';
}

/** Sorts fields: titles first, then shorter names (`brand` before `description`), then by code unit. */
function byImportance(fields: readonly string[]): string[] {
  const ranked = fields.map((field) => ({ field, rank: titleRank(field) }));
  ranked.sort((a, b) => a.rank - b.rank || a.field.length - b.field.length || (a.field < b.field ? -1 : 1));
  return ranked.map(({ field }) => field);
}

/**
 * Whether a string contains no words: it is a URL, or a run of ASCII longer than any word. Some other scripts have no
 * spaces.
 */
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
  // The codes of a list of objects are values of their own, like those of fields.
  const isObject = (item: JsonValue) => isJsonObject(item) && certainRelationOf(item) === undefined;
  const separator = Array.isArray(value) && value.some(isObject) ? '\n' : ' ';
  let characters = 0;
  for (const leaf of leafTexts(value)) {
    const text = plainText(leaf.slice(0, readCharacters));
    if (text !== '') {
      lines.push(text);
      characters += text.length + 1;
    }
    if (leaf.length > readCharacters || characters > searchedMax.characters) {
      return { text: lines.join(separator), isWhole: false };
    }
  }
  return { text: lines.join(separator), isWhole: true };
}

function* leafTexts(value: JsonValue | undefined): Generator<string> {
  if (value === undefined || value === true || isEmpty(value)) {
    return;
  }
  const isRelation = certainRelationOf(value) !== undefined;
  if (Array.isArray(value)) {
    yield* isRelation ? leafTexts(value[1]) : listTexts(value);
  } else if (isJsonObject(value)) {
    for (const key of byImportance(Object.keys(value))) {
      if (!(isRelation && key === 'id')) {
        yield* leafTexts(ownValue(value, key));
      }
    }
  } else {
    yield textOf(value);
  }
}

/** The strings of a list, without bare numbers: those are ids of other records or measures, which no one searches for. */
function* listTexts(list: readonly JsonValue[]): Generator<string> {
  for (const item of list) {
    if (typeof item !== 'number' && !(item instanceof ExactNumber)) {
      yield* leafTexts(item);
    }
  }
}
