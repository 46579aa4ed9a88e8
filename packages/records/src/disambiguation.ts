import type { QueryDisambiguation } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { certainRelationOf, type DeclaredType, isEmpty, numberOf, textOf } from '@tessera/search-engine';
import type { CollectionConfig } from './config.js';
import { detectField, namesIdentifier, nameWords } from './field-detection.js';
import { otherRank, titleRank } from './record-text.js';

/** Maximum values of a question, because more are hard to choose from. */
const valuesMax = 5;
/** Maximum characters of a value, and of a title. */
const characters = { value: 40, title: 80 } as const;
/** From this number of records on, a field in which all values differ counts as an identifier. */
const distinctMin = 4;
/** Integers above this are times or record numbers, which people cannot answer. */
const measureMax = 1e9;
/** Number of ranges if a field has too many different numbers. */
const ranges = 3;

/** Names of fields that people know as variants, such as size and color. */
const variantName =
  /(?:^|_)(?:brand|manufacturer|marke|hersteller|marque|marca|merk|size|groe?sse|taille|talla|taglia|maat|colou?r|farbe|couleur|kleur|colore)(?:$|_)/;

/** Names of numeric fields of which people know the range. "popularity" and "stock" are not among them. */
const rangeName =
  /(?:^|_)(?:price|preis|prix|precio|prezzo|prijs|cost|kosten|amount|betrag|size|groe?sse|weight|gewicht|poids|peso|width|breite|height|hoehe|length|laenge|depth|tiefe|volume|capacity|power|year|jahr)(?:$|_)/;

/** A result as its caller may see it. */
interface ShownRecord {
  readonly external_id: string;
  readonly attributes: JsonObject;
}

/** The declared fields of a collection. */
type Declared = Pick<CollectionConfig, 'field_types' | 'id_match_fields'>;

/**
 * Returns the field that divides records best: declared enums and named variants first, then the most even division,
 * then title fields. Undefined if no field with at most five values divides them.
 */
export function disambiguate(records: readonly ShownRecord[], declared: Declared): QueryDisambiguation | undefined {
  const fields = new Set(records.flatMap(({ attributes }) => Object.keys(attributes)));
  const splits = [...fields]
    .flatMap((field) => splitBy(fieldOf(field, records, declared), records) ?? [])
    .sort(
      (one, other) =>
        Number(other.isVariant) - Number(one.isVariant) ||
        other.evenness - one.evenness ||
        byQuestion(one.field.name, other.field.name),
    );
  // Whether people can answer is checked last, because it costs most.
  const best = splits.find((split) => isAnswerable(split, declared));
  return best && { field: best.field.name, values: best.values };
}

/** A field of the records to divide. */
interface Field {
  readonly name: string;
  readonly type: DeclaredType | undefined;
  /** The value of each record. */
  readonly values: readonly (JsonValue | undefined)[];
  /** The values that are not empty. */
  readonly present: readonly JsonValue[];
  /** The values that are not empty as numbers. Undefined if one of them is not a number. */
  readonly numbers: readonly number[] | undefined;
}

function fieldOf(name: string, records: readonly ShownRecord[], { field_types }: Declared): Field {
  const values = records.map(({ attributes }) => ownValue(attributes, name));
  const present = values.filter((value) => value !== undefined && !isEmpty(value)) as JsonValue[];
  const isMeasured = present.every((value) => numberOf(value) !== undefined);
  return {
    name,
    type: field_types.get(name),
    values,
    present,
    numbers: isMeasured ? present.map((value) => Number(numberOf(value))) : undefined,
  };
}

interface Split {
  readonly field: Field;
  readonly isVariant: boolean;
  readonly values: QueryDisambiguation['values'];
  /** How evenly the groups divide the records: their Shannon entropy in nats. */
  readonly evenness: number;
}

/** Groups records by the displayed values of a field. Undefined if these cannot be offered. */
function splitBy(field: Field, records: readonly ShownRecord[]): Split | undefined {
  const displayed = displayedValues(field);
  if (displayed === undefined) {
    return undefined;
  }
  // Grouped by plain spelling, because no one can choose between "Jan Novak" and "Jan Novák".
  const groupsByValue = new Map<string | null, { value: string | null; external_ids: string[] }>();
  for (const [i, { external_id }] of records.entries()) {
    const value = displayed(field.values[i]);
    const key = value === null ? null : plain(value).toLowerCase();
    const group = groupsByValue.get(key) ?? { value, external_ids: [] };
    group.external_ids.push(external_id);
    groupsByValue.set(key, group);
    if (groupsByValue.size > valuesMax) {
      return undefined;
    }
  }
  const groups = [...groupsByValue.values()];
  if (groups.length < 2) {
    return undefined;
  }
  const shares = groups.map(({ external_ids }) => external_ids.length / records.length);
  const evenness = shares.reduce((sum, share) => sum - share * Math.log(share), 0);
  // Rounded, because the order of summation affects the last digits, and equal divisions must be equal.
  return { field, isVariant: isVariant(field), values: groups, evenness: Math.round(evenness * 1e6) };
}

function isVariant({ name, type }: Field): boolean {
  return type === 'enum' || variantName.test(nameWords(plain(name)));
}

/** A string without accents. Most strings are ASCII, which has none. */
function plain(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/**
 * Returns the displayed value for each stored one; null for an empty one. Undefined if the values cannot be displayed:
 * they are composed, too long, or different numbers of which people do not know the range.
 */
function displayedValues(field: Field): ((value: JsonValue | undefined) => string | null) | undefined {
  const { name, type, present, numbers } = field;
  if (present.some(isComposed)) {
    return undefined;
  }
  const texts = present.map(textOf);
  const distinctCount = new Set(texts).size;
  if (numbers !== undefined && distinctCount > valuesMax) {
    return type === 'number' || rangeName.test(nameWords(plain(name))) ? rangesOf(numbers) : undefined;
  }
  const isTitle = titleRank(name) < otherRank;
  const longest = isTitle ? characters.title : characters.value;
  const isUnique = texts.length >= distinctMin && distinctCount === texts.length;
  const canGroup = !isUnique || numbers !== undefined || isTitle || isVariant(field);
  return canGroup && texts.every((text) => isLine(text, longest)) ? displayedText : undefined;
}

/** Whether people can choose a value of a field. They cannot if the values are identifiers, dates, times or links. */
function isAnswerable({ field, isVariant }: Split, declared: Declared): boolean {
  const { name, type, present, numbers } = field;
  if (declared.id_match_fields.includes(name) || type === 'date') {
    return false;
  }
  const detected = detectField(name, present);
  const isLabelled = present.every((value) => certainRelationOf(value) !== undefined);
  const isNamed = !isLabelled && namesIdentifier(name);
  // A few values easily look like identifiers. In a field that is a variant, "S1" and "S2" are sizes.
  const isIdentifier = !isVariant && type === undefined && (isNamed || detected.role === 'identifier');
  const isLarge = numbers?.some((number) => Number.isInteger(number) && number >= measureMax) ?? false;
  return !isIdentifier && detected.type !== 'date' && !isLarge && !present.some(isShownOnly);
}

/** Whether a value is a list or an object that is not relational. */
function isComposed(value: JsonValue): boolean {
  return (Array.isArray(value) || isJsonObject(value)) && certainRelationOf(value) === undefined;
}

/** Whether a value is a URL, file or encoded data. People cannot name such values. */
function isShownOnly(value: JsonValue): boolean {
  return detectField('', [value]).role === 'exposed';
}

function isLine(text: string, longest: number): boolean {
  return text.length <= longest && !/[\n<]/.test(text);
}

function displayedText(value: JsonValue | undefined): string | null {
  return value === undefined || isEmpty(value) ? null : textOf(value);
}

/** Divides the distinct numbers into ranges that contain the same number of values. */
function rangesOf(numbers: readonly number[]): (value: JsonValue | undefined) => string | null {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const size = Math.ceil(sorted.length / ranges);
  return (value) => {
    const number = Number(numberOf(value));
    const start = Math.floor(sorted.indexOf(number) / size) * size;
    const part = sorted.slice(start, start + size);
    return value === undefined || isEmpty(value) ? null : [...new Set([part[0], part.at(-1)])].join(' to ');
  };
}

function byQuestion(one: string, other: string): number {
  return titleRank(one) - titleRank(other) || one.length - other.length || (one < other ? -1 : 1);
}
