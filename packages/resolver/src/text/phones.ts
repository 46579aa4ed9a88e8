import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A telephone number in comparable form. */
export interface Phone {
  /** Digits of country code and national number; undefined if the country is unknown. */
  readonly international: string | undefined;
  /** Digits after the country code, without the trunk zeros. */
  readonly national: string;
  readonly extension: string | undefined;
}

/** A telephone number in a text, with its position. */
export interface WrittenPhone {
  readonly start: number;
  readonly end: number;
  /** Whether it starts with `+`. Without it, the digits would be another number. */
  readonly isPlus: boolean;
  readonly phone: Phone;
}

const digitsOf = { min: 7, max: 15, unmarked: 8 } as const;
/** A number after a slash is one where another number precedes it: "0711 1234567/0711 7654321". */
const groups = /(?<![\w@.+#-]|(?<!\d ?)\/)(?:\(?\+\s?|\()?\d[\d ()./-]{5,}\d(?:(?=x\d{1,6}(?!\w))|(?![\w@]|-[a-z]))/g;
/** Cheap pre-check before the full pattern. */
const dialled = /\d[\d ()./-]{5,}\d/;
const whole = /^\(?\+?[\d(][\d ()./-]*\d$/;
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})\b/;
/** Too many digits in a row for a telephone number, unless it starts like one. */
const longGroup = /\d{8}/;
/** Separators of two numbers. The second kind separates only if there are too many digits for one number. */
const partings = /\s*\/\s*|\s+[-.]\s+|\s{2,}/g;
const possiblePartings = /\s+(?=[0(])/g;
const extension =
  /^(?:;ext=|[\s,;-]*(?:extension|extn?|ext|durchwahl|dw|nebenstelle|poste|interno|int|anexo|ramal|toestel|tst)\b[.:]?\s*|\s?x\s?|\s?#\s?)(\d{1,6})(?!\w)/;
/** Maximum telephone numbers read from one text. */
const phonesMax = 50;

/** Finds the telephone numbers of a folded text, in order. National ones belong to `country` (ISO 3166) if given. */
export function writtenPhones(folded: string, country?: string): WrittenPhone[] {
  const found: WrittenPhone[] = [];
  for (const { 0: group, index } of dialled.test(folded) ? folded.matchAll(groups) : []) {
    for (const [start, text] of groupsOf(group.replace(/[./]+$/, ''))) {
      if (isPhone(text) && found.length < phonesMax) {
        const after = folded.slice(index + start + text.length, index + group.length + 24);
        // "0012345678905 x 3" is a quantity of something else.
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

/** Splits a group of digits into its numbers, with their positions. */
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

/** Whether text has seven or more digits in the form of a telephone number, and is not a date or decimal. */
function isPhone(text: string): boolean {
  const digits = countDigits(text);
  if (digits < digitsOf.min || digits > digitsOf.max || !whole.test(text) || date.test(text)) {
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
  const parsed = isInternational || country !== undefined ? parse(written, country) : undefined;
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  return parsed === undefined
    ? { international: isInternational ? digits : undefined, national: digits }
    : { international: parsed.number.slice(1), national: parsed.nationalNumber.replace(/^0+/, '') };
}

function parse(text: string, country: string | undefined) {
  const isKnown = country !== undefined && isPhoneCountry(country);
  return parsePhoneNumberFromString(text, isKnown ? country : undefined);
}

/** Whether a text is the code of a country (ISO 3166) with telephone numbers. */
export function isPhoneCountry(text: string): text is CountryCode {
  return isSupportedCountry(text);
}

/** The indexed spellings of a telephone number, with and without its extension. */
export function storedPhone({ international, national, extension }: Phone): string[] {
  const spellings =
    international === undefined ? [`national ${national}`] : [`international ${international}`, `ending ${national}`];
  return extension === undefined ? spellings : [...spellings, ...spellings.map(extended(extension))];
}

/**
 * The spellings to search for a telephone number. A number with a country code never matches one of an unknown country;
 * one without may match the end of any.
 */
export function askedPhone({ international, national, extension }: Phone): string[] {
  const spellings =
    international === undefined
      ? [`national ${national}`, `ending ${national}`, `international ${national}`]
      : [`international ${international}`];
  return extension === undefined ? spellings : spellings.map(extended(extension));
}

function extended(extension: string): (spelling: string) => string {
  return (spelling) => `${spelling} extension ${extension}`;
}

/** Reads a number of 7 to 15 digits as a telephone number; undefined for others. */
export function dialledPhone(digits: string, country?: string): Phone | undefined {
  const isDialled = /^\d+$/.test(digits) && digits.length >= digitsOf.min && digits.length <= digitsOf.max;
  return isDialled ? { ...readPhone(digits, country), extension: undefined } : undefined;
}
