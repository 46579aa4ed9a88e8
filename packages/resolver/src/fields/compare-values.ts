import { tradeNumbers } from '../text/codes.js';
import { dialledPhone, type Phone, phoneSpellings, writtenPhones } from '../text/identifiers.js';
import { isRegrouped } from '../text/spans.js';
import { fold, squeeze } from '../text/words.js';
import { compareWords, isWithinEdits } from './compare-words.js';
import {
  type Agreement,
  bestAgreement,
  type FieldKind,
  type FieldValue,
  kindOfValue,
  type SentField,
} from './field-value.js';

/** Two numbers are close if their difference is at most this share of the larger one. */
const closeNumbers = 0.02;
/** A whole number in this range may be a year, so it is not close to another one. */
const years = { first: 1800, last: 2100 } as const;
/** Number of digits that a double represents exactly. */
const exactDigits = 15;

/**
 * Compares a sent value with the stored one, depending on the kind of their field. Of two lists, the best pair counts.
 */
export function compareValues(
  { kind, country }: Pick<SentField, 'kind' | 'country'>,
  sent: FieldValue,
  stored: FieldValue,
): Agreement {
  const compare = kind === 'text' && stored.isNumber ? comparisons.number : comparisons[kind];
  return bestAgreement(sent.texts, stored.texts, (one, other) => compare(one, other, country));
}

const comparisons: Readonly<Record<FieldKind, (sent: string, stored: string, country?: string) => Agreement>> = {
  identifier: compareIdentifiers,
  number: compareNumbers,
  date: compareDates,
  phone: comparePhones,
  email: compareEmails,
  enum: (sent, stored) => (squeezed(sent) === squeezed(stored) ? 'yes' : 'no'),
  text: compareWords,
};

/** Identifiers agree or contradict: similar ones are different. Only differences in spelling are ignored, by their kind. */
function compareIdentifiers(sent: string, stored: string, country?: string): Agreement {
  const isPhone = [sent, stored].every((text) => kindOfValue({ texts: [text], isNumber: false }) === 'phone');
  if (isPhone) {
    return comparePhones(sent, stored, country) === 'yes' ? 'yes' : 'no';
  }
  const [one, other] = [squeezed(sent), squeezed(stored)];
  const numbers = tradeNumbers(other);
  const isSame = one === other && !isRegrouped(fold(sent), fold(stored));
  return isSame || tradeNumbers(one).some((number) => numbers.includes(number)) ? 'yes' : 'no';
}

function squeezed(text: string): string {
  const plain = text.trim().replace(/^(-?\d+)\.0+$/, '$1');
  return squeeze(plain) || plain;
}

function compareEmails(sent: string, stored: string): Agreement {
  const [one, other] = [fold(sent).trim(), fold(stored).trim()];
  const isMistyped = one.replace(/\D/g, '') === other.replace(/\D/g, '') && isWithinEdits(one, other, 1);
  return one === other ? 'yes' : isMistyped ? 'close' : 'no';
}

/** A number without a country is close to one with the same digits, if the country of that one is unknown. */
function comparePhones(sent: string, stored: string, country?: string): Agreement {
  const [sentPhones, storedPhones] = [phonesOf(sent, country), phonesOf(stored, country)];
  const spellings = storedPhones.flatMap((phone) => phoneSpellings(phone).stored);
  const isSpelled = sentPhones
    .map(phoneSpellings)
    .some(({ queried, near }) => [...queried, ...near].some((spelling) => spellings.includes(spelling)));
  if (squeezed(sent) === squeezed(stored) || isSpelled) {
    return 'yes';
  }
  const isNear = sentPhones.some((one) => storedPhones.some((other) => isWithinEdits(one.national, other.national, 1)));
  return isNear ? 'close' : 'no';
}

function phonesOf(text: string, country: string | undefined): Phone[] {
  const folded = fold(text);
  const written = writtenPhones(folded, country).map(({ phone }) => phone);
  return written.length > 0 ? written : [dialledPhone(folded.replace(/\D/g, ''), country) ?? []].flat();
}

/** Compares with the precision of the stored number: 12.46 agrees with 12.5, and 399.4 with 399. */
function compareNumbers(sent: string, stored: string): Agreement {
  const [one, other] = [readNumber(sent), readNumber(stored)];
  if (one === undefined || other === undefined) {
    return compareWords(sent, stored);
  }
  if (one.digits === other.digits) {
    return 'yes';
  }
  if (Math.max(one.digits.length, other.digits.length) > exactDigits) {
    return 'no';
  }
  const difference = Math.abs(one.value - other.value);
  if (difference <= (10 ** -other.decimals / 2) * (1 + 1e-9)) {
    return 'yes';
  }
  const isClose = difference <= closeNumbers * Math.max(Math.abs(one.value), Math.abs(other.value));
  return isClose && !(isYear(one.value) && isYear(other.value)) ? 'close' : 'no';
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= years.first && value <= years.last;
}

/**
 * Reads a number without its currency or unit. The last separator is the decimal one, except a comma that three digits
 * follow. `digits` are as written, without separators.
 */
function readNumber(text: string) {
  const digits = /^\s*(?:\p{Sc}|\p{L}{1,3})?\s*([-+]?[\d.,'\s]*\d)\s*(?:\p{Sc}|\p{L}{1,3}|%)?\s*$/u.exec(text)?.[1];
  if (digits === undefined) {
    return undefined;
  }
  const plain = digits.replace(/['\s]/g, '');
  const isGrouped = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(plain) || /^[-+]?\d{1,3}(?:\.\d{3}){2,}$/.test(plain);
  const point = isGrouped ? '.' : plain.includes(',') ? ',' : '.';
  const [whole = '', ...fraction] = isGrouped && !plain.includes(',') ? [plain] : plain.split(point);
  const decimal = fraction.join('');
  const written = `${whole.replace(/[.,]/g, '')}.${decimal}`;
  const value = Number(written);
  return fraction.length > 1 || Number.isNaN(value) ? undefined : { value, decimals: decimal.length, digits: written };
}

type Day = readonly [year: string, month: string, day: string];

/**
 * Compares days and ignores the time. Two days are close if two of year, month and day agree, or if day and month are
 * swapped.
 */
function compareDates(sent: string, stored: string): Agreement {
  const [left, right] = [daysOf(sent), daysOf(stored)];
  if (left.length === 0 || right.length === 0) {
    return compareWords(sent, stored);
  }
  const pairs = left.flatMap((one) => right.map((other) => [one, other] as const));
  const common = pairs.map(([one, other]) => one.filter((part, i) => part === other[i]).length);
  const isSwapped = pairs.some(([[y1, m1, d1], [y2, m2, d2]]) => y1 === y2 && m1 === d2 && d1 === m2);
  const most = Math.max(...common);
  return most === 3 ? 'yes' : most === 2 || isSwapped ? 'close' : 'no';
}

/** The days that text can mean. In "3/4/1990" either of the first two parts can be the month. */
function daysOf(text: string): Day[] {
  const iso = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text);
  const local = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text);
  const padded = (part = '') => part.padStart(2, '0');
  if (iso !== null) {
    return [[iso[1] as string, padded(iso[2]), padded(iso[3])]];
  }
  if (local === null) {
    return [];
  }
  const [first, second, year] = [padded(local[1]), padded(local[3]), local[4] as string];
  const day: Day = [year, second, first];
  return local[2] === '/' ? [day, [year, first, second]] : [day];
}
