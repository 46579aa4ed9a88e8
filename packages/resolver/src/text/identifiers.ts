import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { squeeze } from './words.js';

interface Spellings {
  /** Spellings under which a record with the identifier is indexed. */
  readonly stored: readonly string[];
  /** Spellings that a query with it searches for. Those in `near` can mean another identifier. */
  readonly queried: readonly string[];
  readonly near: readonly string[];
}

/** An e-mail address, URL or telephone number in text, recognised by its form. */
interface WrittenIdentifier extends Spellings {
  /** Positions of its first character and after its last. */
  readonly start: number;
  readonly end: number;
  /** Whether its letters and digits without punctuation would be a different identifier. */
  readonly isMarked: boolean;
}

/**
 * At most 64 characters before the @ (RFC 5321). Without that limit, matching would take quadratic time in a long word.
 */
const email = /[^\s@<>()[\]{},;:="'|]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g;
const domainEndings =
  'com|net|org|info|biz|eu|de|at|ch|fr|es|it|nl|be|lu|uk|ie|pt|pl|cz|se|no|dk|fi|us|ca|mx|br|au|nz|jp|cn|in|io|co|ai|app|dev|shop|store|online|site|tech|cloud|example|test';
/** An international bank account number, whole or in groups of four characters. "VS12 oder 4006381333931" is not one. */
const account = /(?<![a-z0-9])[a-z]{2}\d{2}([ -]?)[a-z0-9]{4}(?:\1[a-z0-9]{4}){1,6}(?:\1[a-z0-9]{1,3})?(?![a-z0-9])/g;
/** Cheap checks before the full patterns. */
const accountStart = /[a-z]{2}\d{2}/;
const hasDomain = /\.[a-z]|:\/\/|www\./;
const accountMin = { digits: 10, characters: 15 } as const;
const url = new RegExp(
  `(?:https?://|www\\.)[^\\s<>"'|,;()]+|(?<![\\w@.-])[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*\\.(?:${domainEndings})(?![\\w@.-])(?:/[^\\s<>"'|,;()]*)?`,
  'g',
);

/** Finds the identifiers of a folded text by their form, in order. */
export function writtenIdentifiers(folded: string, country?: string): WrittenIdentifier[] {
  const found: WrittenIdentifier[] = [];
  const add = (identifier: WrittenIdentifier) => {
    if (!found.some(({ start, end }) => identifier.start < end && identifier.end > start)) {
      found.push(identifier);
    }
  };
  const take = (expression: RegExp, spell: (text: string) => string | undefined) => {
    for (const { 0: match, index: start } of folded.matchAll(expression)) {
      const text = match.replace(/[.,;:!?/]+$/, '');
      const spellings = [spell(text) ?? []].flat();
      if (spellings.length > 0) {
        add({ start, end: start + text.length, stored: spellings, queried: spellings, near: [], isMarked: false });
      }
    }
  };
  if (folded.includes('@')) {
    take(email, squeeze);
  }
  if (folded.includes('.') && hasDomain.test(folded)) {
    take(url, squeezeUrl);
  }
  if (/\d/.test(folded)) {
    if (accountStart.test(folded)) {
      take(account, squeezeAccount);
    }
    for (const written of writtenPhones(folded, country)) {
      const squeezed = squeeze(folded.slice(written.start, written.end));
      // Digits alone are read as a code.
      if (country !== undefined || written.isPlus || squeezed.length < written.end - written.start) {
        add(phoneIdentifier(written, squeezed));
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A telephone number with a country also matches the squeezed digits, but can be another one. */
function phoneIdentifier({ start, end, isPlus: isMarked, phone }: WrittenPhone, squeezed: string): WrittenIdentifier {
  const { stored, queried, near } = phoneSpellings(phone);
  const shorter = phone.extension === undefined ? [] : phoneSpellings({ ...phone, extension: undefined }).queried;
  const [own, other] = phone.international === undefined ? [[squeezed], []] : [[], [squeezed]];
  return { start, end, stored, queried: [...own, ...queried], near: [...other, ...shorter, ...near], isMarked };
}

/** The letters and digits of an account number; undefined for too few of them. */
function squeezeAccount(text: string): string | undefined {
  const squeezed = squeeze(text);
  const digits = squeezed.replace(/\D/g, '').length;
  return digits >= accountMin.digits && squeezed.length >= accountMin.characters ? squeezed : undefined;
}

/** A URL without its scheme, `www.` and final slash. */
function squeezeUrl(text: string): string {
  return squeeze(text.replace(/^https?:\/\//, '').replace(/^www\./, ''));
}

/** A telephone number in comparable form. */
export interface Phone {
  /** The digits of the country code and the national number. Undefined if the country is unknown. */
  readonly international: string | undefined;
  /** The digits after the country code; if the country is unknown, all digits, as zeros may be more than a trunk prefix. */
  readonly national: string;
  readonly extension: string | undefined;
}

/** A telephone number in text, with its position. */
interface WrittenPhone {
  readonly start: number;
  readonly end: number;
  /** Whether it starts with `+`. Without the sign, the same digits would be another number. */
  readonly isPlus: boolean;
  readonly phone: Phone;
}

const digitsOf = { min: 7, max: 15, unmarked: 8 } as const;
/** A number may follow a slash only if another number precedes it: "0711 1234567/0711 7654321". */
const groups = /(?<![\w@.+#-]|(?<!\d ?)\/)(?:\(?\+\s?|\()?\d[\d ()./-]{5,}\d(?:(?=x\d{1,6}(?!\w))|(?![\w@]|-[a-z]))/g;
/** A cheap check before the full pattern. */
const dialled = /\d[\d ()./-]{5,}\d/;
const whole = /^\(?\+?[\d(][\d ()./-]*\d$/;
const ipAddress = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})\b/;
/** More digits in a row than a telephone number has, unless it starts like one. */
const longGroup = /\d{8}/;
/** Separators between two numbers. The second kind separates only if there are too many digits for one number. */
const partings = /\s*\/\s*|\s+[-.]\s+|\s{2,}/g;
const possiblePartings = /\s+(?=[0(])/g;
const extension =
  /^(?:;ext=|[\s,;-]*(?:extension|extn?|ext|durchwahl|dw|nebenstelle|poste|interno|int|anexo|ramal|toestel|tst)\b[.:]?\s*|\s?x\s?|\s?#\s?)(\d{1,6})(?!\w)/;
/** Maximum telephone numbers read from one text. */
const phonesMax = 50;

/**
 * Finds the telephone numbers of a folded text, in order. National numbers belong to `country` (ISO 3166), if it is
 * given.
 */
export function writtenPhones(folded: string, country?: string): WrittenPhone[] {
  const found: WrittenPhone[] = [];
  for (const { 0: match, index: from } of dialled.test(folded) ? folded.matchAll(groups) : []) {
    // In "(7876635)", the bracket belongs to the text around the number.
    const group = match.replace(/^\((?=[^)]*$)/, '');
    const index = from + match.length - group.length;
    for (const [start, text] of groupsOf(group.replace(/[./]+$/, ''))) {
      if (isPhone(text) && found.length < phonesMax) {
        const after = folded.slice(index + start + text.length, index + group.length + 24);
        // "0012345678905 x 3" is a quantity of something, not a telephone number with an extension.
        const isMarked = /[^\d]/.test(text);
        const suffix = isMarked ? extension.exec(after) : null;
        const phone = { ...readPhone(text, country), extension: suffix?.[1] };
        const end = index + start + text.length + (suffix?.[0].length ?? 0);
        found.push({ start: index + start, end, isPlus: text.includes('+'), phone });
      }
    }
  }
  return found;
}

/** Splits a group of digits into telephone numbers, with their positions. */
function groupsOf(group: string): Part[] {
  return partedAt(partings, [0, group]).flatMap((part) =>
    countDigits(part[1]) > digitsOf.max ? partedAt(possiblePartings, part) : [part],
  );
}

type Part = readonly [start: number, text: string];

function partedAt(parting: RegExp, [offset, group]: Part): Part[] {
  const groups: Part[] = [];
  let start = 0;
  for (const { 0: mark, index } of group.matchAll(parting)) {
    const end = index + mark.length;
    const isBetween = [group.slice(start, index), group.slice(end)].every((side) => countDigits(side) >= digitsOf.min);
    if (isBetween) {
      groups.push([offset + start, group.slice(start, index)]);
      start = end;
    }
  }
  return [...groups, [offset + start, group.slice(start)]];
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** Whether text has seven or more digits in the form of a telephone number, and is not a date, decimal or IP address. */
function isPhone(text: string): boolean {
  const digits = countDigits(text);
  if (digits < digitsOf.min || digits > digitsOf.max || !whole.test(text) || date.test(text) || ipAddress.test(text)) {
    return false;
  }
  if (/^[(+0]/.test(text)) {
    return true;
  }
  const isParted = /[-()/]|\d\.\d+\.\d/.test(text) || (text.includes(' ') && digits >= digitsOf.unmarked);
  return isParted && !longGroup.test(text);
}

function readPhone(text: string, country: string | undefined): Omit<Phone, 'extension'> {
  const written = text.replace(/^(\D*)00/, '$1+');
  const isInternational = written.includes('+');
  const known = country !== undefined && isPhoneCountry(country) ? country : undefined;
  const parsed = isInternational || known !== undefined ? parsePhoneNumberFromString(written, known) : undefined;
  const digits = written.replace(/\D/g, '');
  if (parsed !== undefined) {
    return { international: parsed.number.slice(1), national: withoutZeros(parsed.nationalNumber) };
  }
  return { international: isInternational ? digits : undefined, national: digits };
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

/** Whether text is the code of a country (ISO 3166) with telephone numbers. */
export function isPhoneCountry(text: string): text is CountryCode {
  return isSupportedCountry(text);
}

/**
 * The spellings of a telephone number. One with a country code never matches one of an unknown country. One without a code
 * may match the end of any number. `near` is the national number with a trunk prefix if it has none, or without it: the
 * same number or, without a country, another code.
 */
export function phoneSpellings({ international, national, extension }: Phone): Spellings {
  const digits = withoutZeros(national);
  const other = national.startsWith('0') ? digits : `0${national}`;
  const [stored, queried, near] =
    international === undefined
      ? [
          [`national ${national}`],
          [`national ${national}`, `ending ${digits}`, `international ${digits}`],
          [`national ${other}`],
        ]
      : [[`international ${international}`, `ending ${national}`], [`international ${international}`], []];
  if (extension === undefined) {
    return { stored, queried, near };
  }
  const extended = (spellings: readonly string[]) => spellings.map((spelling) => `${spelling} extension ${extension}`);
  return { stored: [...stored, ...extended(stored)], queried: extended(queried), near: extended(near) };
}

/** Reads 7 to 15 digits as a telephone number. Undefined for other digits. */
export function dialledPhone(digits: string, country?: string): Phone | undefined {
  const isDialled = /^\d+$/.test(digits) && digits.length >= digitsOf.min && digits.length <= digitsOf.max;
  return isDialled ? { ...readPhone(digits, country), extension: undefined } : undefined;
}
