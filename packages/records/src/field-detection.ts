import { ExactNumber, isJsonObject, type JsonValue } from '@tessera/json';
import { type DeclaredType, dateOf, numberOf, relationOf, textOf } from '@tessera/search-engine';
import { encodedData } from './record-text.js';

/** The detected characteristics of a field. */
export interface Detection {
  readonly type: DeclaredType | null;
  readonly role: 'identifier' | 'semantic' | 'filterable' | 'exposed' | null;
  /** Number of distinct values. Absent for objects and lists, whose values are not counted. */
  readonly distinctCount?: number;
}

/**
 * Detects type and role of a field from its name and its values. Empty values are ignored, as is `false` unless `true`
 * occurs.
 */
export function detectField(name: string, values: readonly JsonValue[]): Detection {
  if (values.length === 0) {
    return { type: null, role: null };
  }
  const scalars = values.map((value) => relationOf(value)?.label ?? value);
  if (scalars.some((value) => Array.isArray(value) || isJsonObject(value))) {
    return { type: null, role: isTextList(scalars) ? 'semantic' : 'exposed' };
  }
  const texts = scalars.map(textOf);
  const distinctCount = new Set(texts).size;
  const profile: Profile = { name, values: scalars, texts, distinctCount };
  return { ...classify(profile, values), distinctCount };
}

interface Profile {
  readonly name: string;
  readonly values: readonly JsonValue[];
  readonly texts: readonly string[];
  readonly distinctCount: number;
}

function classify(profile: Profile, values: readonly JsonValue[]): Detection {
  const isRelational = values.some((value) => relationOf(value) !== undefined);
  if (!isRelational && isIdentifier(profile)) {
    return { type: 'string', role: 'identifier' };
  }
  const telling = withoutPlaceholders(profile);
  if (telling.values.every((value) => dateOf(value) !== undefined)) {
    return { type: 'date', role: 'filterable' };
  }
  if (profile.values.every((value) => typeof value === 'boolean') || isFlag(profile)) {
    return { type: 'enum', role: 'filterable' };
  }
  if (!isRelational && isNumber(telling)) {
    return { type: 'number', role: 'filterable' };
  }
  if (repeatsFewValues(profile) && !titleName.test(nameWords(profile.name))) {
    return { type: 'enum', role: 'filterable' };
  }
  return { type: 'string', role: profile.texts.every(isAddressLike) ? 'exposed' : 'semantic' };
}

/** Strings that sources send for a missing value. */
const placeholder = /^(?:null|nil|none|n\/?a|nan|#n\/a|-+)$/i;

/**
 * Removes placeholders, unless most values are placeholders. Otherwise a single one would turn a date column into
 * strings.
 */
function withoutPlaceholders(profile: Profile): Profile {
  const isTelling = (value: JsonValue) => typeof value !== 'string' || !placeholder.test(value.trim());
  const values = profile.values.filter(isTelling);
  return values.length * 2 > profile.values.length ? { ...profile, values } : profile;
}

const enumValues = 50;
const enumCharacters = 60;
const repetitions = 2;

/** Whether few values are repeated: at most 50 short ones, each occurring twice on average. */
function repeatsFewValues({ texts, distinctCount }: Profile): boolean {
  const isFew = distinctCount <= enumValues && distinctCount * repetitions <= texts.length;
  return isFew && texts.every((text) => text.length <= enumCharacters && !/[\n<]/.test(text));
}

/** Whether both zero and one occur, as in a source that has no booleans. */
function isFlag({ texts, distinctCount }: Profile): boolean {
  return distinctCount === 2 && texts.length > 2 && texts.every((text) => text === '0' || text === '1');
}

const codeName =
  /(?:^|[^a-z])(?:sku|ean|upc|gtin|isbn|asin|mpn|vin|barcode|bar_?code|code|ref|reference|serial|serial_?no|sn|license_plate|xmlid|uuid|guid|slug|handle|url_key|email|e_?mail)(?:$|[^a-z])/;
const digitCodeName = /(?:^|[^a-z])(?:vat|extension|pin)(?:$|[^a-z])/;
const postalName = /(?:^|[^a-z])(?:zip|post_?code|postal_?code|plz)(?:$|[^a-z])/;
const phoneName = /(?:^|[^a-z])(?:phone|mobile|fax|telephone)(?:$|[^a-z])/;
const titleName = /^(?:name|title|label|display_name|description)$/;
const idName = /(?:^|[^a-z])id$/;
const countedName =
  /(?:^|[^a-z])(?:order|invoice|ticket|case|customer|account|document|part|item|article|contract)_(?:number|num|no|nr)$/;

/**
 * The words of a field's name, in one spelling: `productID` becomes `product_id`, `Default Code` becomes
 * `default_code`.
 */
export function nameWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/** Whether a field's name says that its values identify a record or are contact addresses. */
export function namesIdentifier(field: string): boolean {
  const words = nameWords(field);
  return [codeName, digitCodeName, phoneName, idName, countedName].some((pattern) => pattern.test(words));
}

/**
 * Whether values are numbers, or numeric strings that are not codes, such as postal codes or digits with leading zeros.
 */
function isNumber({ name, values }: Profile): boolean {
  const areNumeric = values.every((value) => numberOf(value) !== undefined);
  const words = nameWords(name);
  const areCodes = values.some((value) => typeof value === 'string' && /^0[0-9]/.test(value.trim()));
  const namesCodes = [digitCodeName, postalName, phoneName, codeName].some((pattern) => pattern.test(words));
  return areNumeric && !areCodes && !namesCodes && !hasLongIntegers(values);
}

/** Whether integers have 16 or more digits. Two of them can be the same double, so only strings compare exactly. */
function hasLongIntegers(values: readonly JsonValue[]): boolean {
  return values.some((value) => {
    const text = value instanceof ExactNumber ? value.source : value;
    return typeof text === 'string' && /^[-+]?[0-9]{16,}(?:\.0*)?$/.test(text.trim());
  });
}

const nearlyAll = 0.9;
const minimumValues = 2;

/**
 * Whether values are distinct and look like codes: single words with digits, e-mail addresses or telephone numbers. If
 * the name is like "sku" or "phone", a few repetitions and codes without digits are allowed. Plain numbers count as
 * measures, unless the name or their length says otherwise. Postal codes do not count, because many records share one.
 */
function isIdentifier({ name, values, texts, distinctCount }: Profile): boolean {
  const words = nameWords(name);
  const areTelephones = texts.every(
    (text) => isTelephone(text) && (phoneName.test(words) || text.trim().startsWith('+')),
  );
  if (postalName.test(words)) {
    return false;
  }
  const isNamed = codeName.test(words) || areTelephones;
  const uniqueShare = distinctCount / texts.length;
  const isCode = areTelephones ? isTelephone : isNamed ? isShortCode : isSingleWord;
  if (texts.length < minimumValues || uniqueShare < (isNamed ? nearlyAll : 1) || !texts.every(isCode)) {
    return false;
  }
  if (isNamed) {
    return !values.every((value) => typeof value === 'boolean');
  }
  if (values.every((value) => numberOf(value) !== undefined)) {
    const isNumbered = idName.test(words) || countedName.test(words);
    return isNumbered || values.every(isTradeNumber) || (values.every(isDigits) && hasLongIntegers(values));
  }
  if (idName.test(words)) {
    return true;
  }
  const withDigits = texts.filter((text) => /[0-9]/.test(text) || isEmail(text)).length;
  return (
    withDigits >= texts.length * nearlyAll &&
    !texts.every((text) => isAddressLike(text) || isAmount(text) || dateOf(text) !== undefined)
  );
}

function isSingleWord(text: string): boolean {
  return text.length <= 64 && !/\s/.test(text.trim());
}

/** Whether a string is a single word, or two words of which one has digits, as in some codes. */
function isShortCode(text: string): boolean {
  return isSingleWord(text) || (text.length <= 64 && /^\S+ \S+$/.test(text.trim()) && /[0-9]/.test(text));
}

/** Whether a string is a price, a percentage, or a number with separators. */
function isAmount(text: string): boolean {
  return /^[-+]?\p{Sc}?(?:[0-9]{1,3}(?:[.,'][0-9]{3})+|[0-9]+)(?:[.,][0-9]+)?(?:\p{Sc}|%|[A-Z]{3})?$/u.test(
    text.trim(),
  );
}

function isDigits(value: JsonValue): boolean {
  return typeof value === 'string' && /^[0-9]+$/.test(value.trim());
}

/** Whether a value is a string of digits as long as a GTIN (which includes EAN and UPC). */
function isTradeNumber(value: JsonValue): boolean {
  return typeof value === 'string' && /^(?:[0-9]{8}|[0-9]{12,14})$/.test(value.trim());
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

function isTelephone(text: string): boolean {
  return /^\+?[-0-9 ()./]{7,}$/.test(text);
}

/**
 * Whether a string is a URL, file path, telephone number or encoded binary. These are shown, but not searched by meaning.
 */
function isAddressLike(text: string): boolean {
  const isPath = /^(?:https?:\/\/|www\.|\/)\S*$/i.test(text) || /^\S+\.(?:jpe?g|png|gif|webp|svg|pdf)$/i.test(text);
  return isPath || encodedData.test(text) || isTelephone(text);
}

function isTextList(values: readonly JsonValue[]): boolean {
  const items = values.flatMap((value) => (Array.isArray(value) && relationOf(value) === undefined ? value : [value]));
  return items.every((item) => typeof item === 'string' || relationOf(item) !== undefined);
}
