import type { QueryDisambiguation } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { certainRelationOf, isEmpty, numberOf, textOf } from '@tessera/search-engine';
import type { CollectionConfig } from '../model/config.js';
import { detectField, namesIdentifier, nameWords } from '../text/field-detection.js';
import { otherRank, titleRank } from '../text/record-text.js';

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
    .flatMap((field) => splitBy(field, records, declared) ?? [])
    .sort(
      (one, other) =>
        Number(other.isVariant) - Number(one.isVariant) ||
        other.evenness - one.evenness ||
        byQuestion(one.field, other.field),
    );
  const [best] = splits;
  return best && { field: best.field, values: best.values };
}

interface Split extends QueryDisambiguation {
  readonly isVariant: boolean;
  /** How evenly the groups divide the records: their Shannon entropy in nats. */
  readonly evenness: number;
}

function splitBy(field: string, records: readonly ShownRecord[], declared: Declared): Split | undefined {
  const values = records.map(({ attributes }) => ownValue(attributes, field));
  const isVariant = declared.field_types.get(field) === 'enum' || isVariantName(field);
  const askedOf = displayedValues(field, values, { declared, isVariant });
  if (askedOf === undefined) {
    return undefined;
  }
  // Grouped by plain spelling, because no one can choose between "Jan Novak" and "Jan Novák".
  const groupsByValue = new Map<string | null, { value: string | null; external_ids: string[] }>();
  records.forEach(({ external_id }, i) => {
    const value = askedOf(values[i]);
    const key = value === null ? null : plain(value).toLowerCase();
    const group = groupsByValue.get(key) ?? { value, external_ids: [] };
    group.external_ids.push(external_id);
    groupsByValue.set(key, group);
  });
  const groups = [...groupsByValue.values()];
  if (groups.length < 2 || groups.length > valuesMax) {
    return undefined;
  }
  const shares = groups.map(({ external_ids }) => external_ids.length / records.length);
  const evenness = shares.reduce((sum, share) => sum - share * Math.log(share), 0);
  // Rounded, because the order of summation affects the last digits, and equal divisions must be equal.
  return { field, values: groups, isVariant, evenness: Math.round(evenness * 1e6) };
}

function isVariantName(field: string): boolean {
  return variantName.test(nameWords(plain(field)));
}

/** A string without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

/**
 * Returns the displayed value for each stored one; null for an empty one. Undefined for a field that people cannot
 * answer.
 */
function displayedValues(
  field: string,
  values: readonly (JsonValue | undefined)[],
  { declared, isVariant }: { readonly declared: Declared; readonly isVariant: boolean },
): ((value: JsonValue | undefined) => string | null) | undefined {
  const present = values.filter((value) => value !== undefined && !isEmpty(value)) as JsonValue[];
  const type = declared.field_types.get(field);
  const detected = detectField(field, present);
  const isLabelled = present.every((value) => certainRelationOf(value) !== undefined);
  const isNamed = !isLabelled && namesIdentifier(field);
  // A few values easily look like identifiers. In a field that is a variant, "S1" and "S2" are sizes.
  const isIdentifier = !isVariant && type === undefined && (isNamed || detected.role === 'identifier');
  const isDeclaredOther = declared.id_match_fields.includes(field) || type === 'date';
  if (isDeclaredOther || isIdentifier || detected.type === 'date' || present.some(isShownOnly)) {
    return undefined;
  }
  const numbers = present.map((value) => Number(numberOf(value) ?? Number.NaN));
  const isMeasured = numbers.every((number) => !Number.isNaN(number));
  if (isMeasured && numbers.some((number) => Number.isInteger(number) && number >= measureMax)) {
    return undefined;
  }
  if (isMeasured && detected.distinctCount !== undefined && detected.distinctCount > valuesMax) {
    return type === 'number' || rangeName.test(nameWords(plain(field))) ? rangesOf(numbers) : undefined;
  }
  return areShort(field, present, isVariant || isMeasured) ? displayedText : undefined;
}

/** Whether values can be offered: they are short and group records, or they are titles. */
function areShort(field: string, values: readonly JsonValue[], isGrouping: boolean): boolean {
  const texts = values.map(textOf);
  const isTitle = titleRank(field) < otherRank;
  const isUnique = values.length >= distinctMin && new Set(texts).size === texts.length;
  const longest = isTitle ? characters.title : characters.value;
  return (!isUnique || isGrouping || isTitle) && texts.every((text) => isLine(text, longest));
}

/** Whether a value is a URL, file, encoded data, list or object. People cannot name such values. */
function isShownOnly(value: JsonValue): boolean {
  const isComposed = (Array.isArray(value) || isJsonObject(value)) && certainRelationOf(value) === undefined;
  return isComposed || detectField('', [value]).role === 'exposed';
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
