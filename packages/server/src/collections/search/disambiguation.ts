import type { QueryDisambiguation } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { certainRelationOf, isEmpty, numberOf, textOf } from '@tessera/search-engine';
import type { CollectionConfig } from '../model/config.js';
import { detectField, namesIdentifier, nameWords } from '../text/field-detection.js';
import { otherRank, titleRank } from '../text/title-fields.js';

/** More values are a list to read, not a question. */
const valuesMax = 5;
/** Longer values are prose; a title may be longer. */
const characters = { value: 40, title: 80 } as const;
/** From this many records on, a field whose values are all distinct identifies records and does not group them. */
const distinctMin = 4;
/** Larger integers are times or numbers of records. */
const measureMax = 1e9;
/** Ranges that replace more numbers than can be asked for. */
const ranges = 3;

/** Names of what people choose a variant by. */
const variantName =
  /(?:^|_)(?:brand|manufacturer|marke|hersteller|marque|marca|merk|size|groe?sse|taille|talla|taglia|maat|colou?r|farbe|couleur|kleur|colore)(?:$|_)/;

/** A result as its caller may see it. */
interface ShownRecord {
  readonly external_id: string;
  readonly attributes: JsonObject;
}

/** What a collection declares about its fields. */
type Declared = Pick<CollectionConfig, 'field_types' | 'id_match_fields'>;

/**
 * The field that splits records best: a declared enum or a named variant before others, then into the most even parts, and of
 * equals the one by which people know records. Undefined where no field with at most five values tells any apart.
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
  /** Shannon entropy of the parts, in nats. */
  readonly evenness: number;
}

function splitBy(field: string, records: readonly ShownRecord[], declared: Declared): Split | undefined {
  const values = records.map(({ attributes }) => ownValue(attributes, field));
  const isVariant = declared.field_types.get(field) === 'enum' || isVariantName(field);
  const askedOf = askedValues(field, values, { declared, isVariant });
  if (askedOf === undefined) {
    return undefined;
  }
  const idsByValue = new Map<string | null, string[]>();
  records.forEach(({ external_id }, i) => {
    const value = askedOf(values[i]);
    idsByValue.set(value, [...(idsByValue.get(value) ?? []), external_id]);
  });
  if (idsByValue.size < 2 || idsByValue.size > valuesMax) {
    return undefined;
  }
  const groups = [...idsByValue].map(([value, external_ids]) => ({ value, external_ids }));
  const shares = groups.map(({ external_ids }) => external_ids.length / records.length);
  const evenness = shares.reduce((sum, share) => sum - share * Math.log(share), 0);
  // Rounded, since equal splits must be equal in whichever order they are summed.
  return { field, values: groups, isVariant, evenness: Math.round(evenness * 1e6) };
}

function isVariantName(field: string): boolean {
  const plain = field.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  return variantName.test(nameWords(plain));
}

/** How a person is asked for a field's values, null for none; undefined for a field that nobody can be asked for. */
function askedValues(
  field: string,
  values: readonly (JsonValue | undefined)[],
  { declared, isVariant }: { readonly declared: Declared; readonly isVariant: boolean },
): ((value: JsonValue | undefined) => string | null) | undefined {
  const present = values.filter((value) => value !== undefined && !isEmpty(value)) as JsonValue[];
  const type = declared.field_types.get(field);
  const detected = detectField(field, present);
  const isLabelled = present.every((value) => certainRelationOf(value) !== undefined);
  const isNamed = !isLabelled && namesIdentifier(field);
  // Few values look like identifiers easily: "S1" and "S2" are sizes where the field says so.
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
    return rangesOf(numbers);
  }
  return areShort(field, present, isVariant || isMeasured) ? askedText : undefined;
}

/** Whether values can be read at a glance and group records, or are the names by which people know them. */
function areShort(field: string, values: readonly JsonValue[], isGrouping: boolean): boolean {
  const texts = values.map(textOf);
  const isTitle = titleRank(field) < otherRank;
  const isUnique = values.length >= distinctMin && new Set(texts).size === texts.length;
  const longest = isTitle ? characters.title : characters.value;
  return (!isUnique || isGrouping || isTitle) && texts.every((text) => isLine(text, longest));
}

/** A URL, a file, encoded data, a list or an object: people look at it and do not name it. */
function isShownOnly(value: JsonValue): boolean {
  const isComposed = (Array.isArray(value) || isJsonObject(value)) && certainRelationOf(value) === undefined;
  return isComposed || detectField('', [value]).role === 'exposed';
}

function isLine(text: string, longest: number): boolean {
  return text.length <= longest && !/[\n<]/.test(text);
}

function askedText(value: JsonValue | undefined): string | null {
  return value === undefined || isEmpty(value) ? null : textOf(value);
}

/** The range of a number: the distinct ones cut into as many parts of one size. */
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
