import { squeeze } from './fold.js';

/** An e-mail address, URL or telephone number inside a text, known by its look alone. */
export interface WrittenIdentifier {
  /** Position of its first character and of the one after its last. */
  readonly start: number;
  readonly end: number;
  /** Spellings that mean the same to a query, each one way of comparing: see `spellingsOf`. */
  readonly spellings: readonly string[];
}

/** The part before the @ has 64 characters at most (RFC 5321); without a limit a long word is read once for each letter. */
const email = /[^\s@<>()[\]{},;:"'|]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g;
const domainEndings =
  'com|net|org|info|biz|eu|de|at|ch|fr|es|it|nl|be|lu|uk|ie|pt|pl|cz|se|no|dk|fi|us|ca|mx|br|au|nz|jp|cn|in|io|co|ai|app|dev|shop|store|online|site|tech|cloud|example|test';
const url = new RegExp(
  `(?:https?://|www\\.)[^\\s<>"'|,;()]+|(?<![\\w@.-])[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*\\.(?:${domainEndings})(?![\\w@.-])(?:/[^\\s<>"'|,;()]*)?`,
  'g',
);
const digitGroups = /(?<![\w@.+/#-])(?:\(?\+\s?|\()?\d[\d ()./-]{5,}\d(?![\w@])/g;
/** What digits and what parts them a telephone number has at least; quickly told, unlike what stands around it. */
const dialled = /\d[\d ()./-]{5,}\d/;
const phone = /^\(?\+?[\d(][\d ()./-]*\d$/;
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})\b/;
const phoneDigits = { min: 7, max: 15, unmarked: 8 } as const;
const countryDigitsMax = 3;
/** More digits in a row than a telephone number has, unless it begins like one. */
const longGroup = /\d{8}/;
const valueCharactersMax = 200;

/** The identifiers of a folded text that are known by their look, in order. */
export function writtenIdentifiers(folded: string): WrittenIdentifier[] {
  const found: WrittenIdentifier[] = [];
  const take = (expression: RegExp, spellingsOf: (text: string) => readonly string[]) => {
    for (const { 0: match, index } of folded.matchAll(expression)) {
      const text = match.replace(/[.,;:!?/]+$/, '');
      const isTaken = found.some(({ start, end }) => index < end && index + text.length > start);
      const spellings = isTaken ? [] : spellingsOf(text);
      if (spellings.length > 0) {
        found.push({ start: index, end: index + text.length, spellings });
      }
    }
  };
  if (folded.includes('@')) {
    take(email, (text) => [squeeze(text)]);
  }
  if (folded.includes('.')) {
    take(url, (text) => [squeezeUrl(text)]);
  }
  if (dialled.test(folded)) {
    take(digitGroups, (text) => (isPhone(text) ? [squeeze(text), ...askedPhones(text)] : []));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The spellings by which a record with this whole folded value is found, besides its letters and digits alone. */
export function otherSpellings(folded: string): string[] {
  const text = folded.trim();
  if (text.length > valueCharactersMax) {
    return [];
  }
  if (isPhone(text)) {
    return storedPhones(text);
  }
  const [first] = text.includes('.') ? text.matchAll(url) : [];
  return first?.index === 0 && first[0].length === text.length ? [squeezeUrl(text)] : [];
}

/** A URL without what browsers add. */
function squeezeUrl(text: string): string {
  return squeeze(text.replace(/^https?:\/\//, '').replace(/^www\./, ''));
}

/** The spellings by which a number of seven to fifteen digits is found where it is a telephone number; none for others. */
export function dialledSpellings(digits: string): string[] {
  const isDialled = /^\d+$/.test(digits) && digits.length >= phoneDigits.min && digits.length <= phoneDigits.max;
  return isDialled ? askedPhones(digits) : [];
}

/** Seven digits or more that begin or are parted as telephone numbers are; not a date nor a decimal. */
function isPhone(text: string): boolean {
  if (!phone.test(text)) {
    return false;
  }
  const digits = text.replace(/\D/g, '').length;
  if (digits < phoneDigits.min || digits > phoneDigits.max || date.test(text)) {
    return false;
  }
  if (/^[(+0]/.test(text)) {
    return true;
  }
  const isParted = /[-()/]|\d\.\d+\.\d/.test(text) || (text.includes(' ') && digits >= phoneDigits.unmarked);
  return isParted && !longGroup.test(text);
}

interface Phone {
  readonly isInternational: boolean;
  /** Without the zeros it is dialled with. */
  readonly digits: string;
}

function readPhone(text: string): Phone {
  const plain = text.replace(/\(0\)/g, '').replace(/[^\d+]/g, '');
  const isInternational = plain.startsWith('+') || plain.startsWith('00');
  return { isInternational, digits: plain.replace(/^\+/, '').replace(/^0+/, '') };
}

/** An international number is found by itself and by what is left without a country code, a national one by itself. */
function storedPhones(text: string): string[] {
  const { isInternational, digits } = readPhone(text);
  return isInternational
    ? [`international ${digits}`, ...nationalParts(digits).map((part) => `ending ${part}`)]
    : [`national ${digits}`];
}

function askedPhones(text: string): string[] {
  const { isInternational, digits } = readPhone(text);
  return isInternational
    ? [`international ${digits}`, ...nationalParts(digits).map((part) => `national ${part}`)]
    : [`national ${digits}`, `ending ${digits}`, `international ${digits}`];
}

/** What may be left of an international number without its country code of one to three digits. */
function nationalParts(digits: string): string[] {
  const parts = Array.from({ length: countryDigitsMax }, (_, i) => digits.slice(i + 1).replace(/^0+/, ''));
  return parts.filter((part) => part.length >= phoneDigits.min);
}
