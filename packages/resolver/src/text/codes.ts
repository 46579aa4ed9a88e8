import type { Chunk } from './chunks.js';
import { isCounted } from './quantities.js';
import { unitOf } from './units.js';

const dimension = /^[a-z]{0,3}\d+(?:x[a-z]{0,3}\d+)+[a-z]*$/;
/** Matches a number with a unit or a name with a number, such as "1080p", "500x", "60hz" or "iphone6s". */
const measureLike = /^(?:\d{1,4}[a-z]{1,3}|[a-z]{5,}\d{1,2}[a-z]?)$/;
/** Maximum chunks and characters of a code. */
export const codeMax = { chunks: 8, characters: 64 } as const;
/** A day, such as 21/11/2027 or 2027-11-21, which several records can contain. */
const day = /^(?:(?:19|20)\d\d\/\d{1,2}\/\d{1,2}|\d{1,2}\/\d{1,2}\/(?:19|20)\d\d)$/;
const partCharactersMax = 3;
const prefixCharactersMax = 4;
const longNumber = { alone: 9, inRun: 4, inPair: 3, afterPrefix: 3 } as const;

/**
 * Whether a code is too specific to be a quantity: it has five characters with a digit, four with two digits, or four
 * digits. A number with decimals, such as a price, is not.
 */
export function isStrongCode(code: string): boolean {
  if (/^\d+\.\d+$/.test(code)) {
    return false;
  }
  return /^\d+$/.test(code) ? code.length >= 4 : code.length >= 5 || (code.length === 4 && /\d.*\d/.test(code));
}

/** Whether a text has letters and digits. */
export const isMixed = (text: string) => /\p{L}/u.test(text) && /\d/.test(text);

/** Whether a single chunk is a code: it has letters and digits, and is neither a measure nor a dimension. */
function isCodeChunk({ kind, text }: Chunk): boolean {
  return kind === 'code' && isStrongCode(text) && !isCounted(text) && !measureLike.test(text) && !dimension.test(text);
}

function isNumberOf({ kind, text }: Chunk, digits: number): boolean {
  return kind === 'number' && /^\d+$/.test(text) && text.length >= digits;
}

/** Whether chunks joined by punctuation have the form of an identifier, and not that of a measure or a name. */
export function isCodeRun(chunks: readonly Chunk[]): boolean {
  if (chunks.every(({ kind }) => kind === 'word') || isCounted(chunks.map(({ text }) => text).join(''))) {
    return false;
  }
  if (chunks.some(isCodeChunk)) {
    return true;
  }
  if (day.test(chunks.map(({ text }) => text).join('/'))) {
    return false;
  }
  const [first, second] = chunks as [Chunk, Chunk];
  if (chunks.length === 1) {
    // Eight digits with a valid EAN check digit are a trade item number.
    return isNumberOf(first, longNumber.alone) || (/^\d{8}$/.test(first.text) && hasCheckDigit(first.text));
  }
  const numbers = chunks.filter(({ kind }) => kind === 'number');
  const words = chunks.filter(({ kind }) => kind === 'word');
  const digits = joinedDigits(numbers);
  return (
    numbers.some((chunk) => isNumberOf(chunk, longNumber.inRun)) ||
    (words.length === 0 && digits >= longNumber.alone) ||
    (chunks.length === 2 && isPrefix(first) && isNumberOf(second, longNumber.afterPrefix)) ||
    (chunks.length >= 3 &&
      words.length > 0 &&
      words.length < chunks.length &&
      words.every((word) => isShortPart(word) || (word === first && isPrefix(word))))
  );
}

function joinedDigits(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { text }) => sum + (/^\d+$/.test(text) ? text.length : 0), 0);
}

/** Whether a word can be the prefix of a code, as in "BFL-100". Units come after their number. */
function isPrefix({ kind, text }: Chunk): boolean {
  return kind === 'word' && text.length <= prefixCharactersMax;
}

function isShortPart({ text }: Chunk): boolean {
  return text.length <= partCharactersMax && unitOf(text) === undefined;
}

/** Whether two chunks separated by a space have the form of one code: "FDB 5220", "SD1100 IS", "555 4729". */
export function isCodePair(first: Chunk, second: Chunk): boolean {
  if (first.kind === 'number' && second.kind === 'number') {
    return [first, second].every((chunk) => isNumberOf(chunk, longNumber.inPair));
  }
  const [word, code] = first.kind === 'word' ? [first, second] : [second, first];
  return word.kind === 'word' && isShortPart(word) && (isCodeChunk(code) || isNumberOf(code, longNumber.inRun));
}

/**
 * Whether all chunks of a line are parts of one code: numbers and short words, with some part in the form of a code or
 * many digits. A unit follows its number, so "MP 2411" can be a part of a code.
 */
export function isSpacedCode(chunks: readonly Chunk[], hasCode: boolean): boolean {
  const isPart = (chunk: Chunk, at: number) =>
    (at === 0 || chunk.joint !== 'break') &&
    (chunk.kind !== 'word' || isShortPart(chunk) || (at === 0 && chunk.text.length <= partCharactersMax));
  const isShort = chunks.length > 1 && chunks.length <= codeMax.chunks;
  return isShort && chunks.every(isPart) && (hasCode || joinedDigits(chunks) >= longNumber.alone);
}

/** The end of the run of chunks that starts at `start` and is joined by punctuation. */
export function runEnd(chunks: readonly Chunk[], start: number): number {
  let end = start + 1;
  while (chunks[end]?.joint === 'tight') {
    end++;
  }
  return end;
}

/** The end of the longest spelling of one code that starts at `start`, possibly with spaces. */
export function joinableEnd(chunks: readonly Chunk[], start: number): number {
  let end = start + 1;
  while (end - start < codeMax.chunks && (chunks[end]?.joint ?? 'break') !== 'break') {
    end++;
  }
  return end;
}

/** The parts of a dimension in one chunk: "40" and "60" for "40x60cm". Empty for anything else. */
export function dimensionParts(code: string): string[] {
  return dimension.test(code) ? code.split('x').map((part) => part.replace(/(?<=\d)[a-z]+$/, '')) : [];
}

/** Maximum digits of a trade item number, with leading zeros. */
const digitsMax = 14;
const significantMin = 7;

/** Whether the last digit is the check digit of a trade item number (GS1, modulo 10). */
export function hasCheckDigit(digits: string): boolean {
  // Counted from the last digit, so that leading zeros have no effect.
  const sum = [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The ISBN of 13 digits for one of ten; `undefined` for other text. */
function longBookNumber(code: string): string | undefined {
  const digits = /^(\d{9})[\dx]$/.exec(code)?.[1];
  const sum = [...code].reduce((sum, digit, at) => sum + (digit === 'x' ? 10 : Number(digit)) * (10 - at), 0);
  return digits === undefined || sum % 11 > 0
    ? undefined
    : [...'0123456789'].map((check) => `978${digits}${check}`).find(hasCheckDigit);
}

/**
 * The trade item numbers that a code can be, without leading zeros. UPC-A, EAN-13 and GTIN-14 write the same number with
 * 12, 13 and 14 digits, and sources that store it as a number lose the zeros. An ISBN of ten digits is that of 13. Empty
 * for other text, and if the check digit is wrong.
 */
export function tradeNumbers(code: string): string[] {
  const isTrade = /^\d+$/.test(code) && code.length <= digitsMax && hasCheckDigit(code);
  const numbers = [...(isTrade ? [code.replace(/^0+/, '')] : []), longBookNumber(code) ?? ''];
  return numbers.filter((number) => number.length >= significantMin);
}

const kinds = /\b(ean|gtin|upc|isbn)[ -]?(?:8|1[0234]|a|e)(?=[\s:#]+["“„«']?\d)/gi;

/** Removes digits that belong to the name of a number: in "EAN-13: 4006381333931", the 13 is not a number. */
export function withoutNumberKinds(text: string): string {
  return text.replace(kinds, '$1');
}

const scanned = [
  // GS1 element strings, as printed and as scanners send them, and GS1 Digital Link.
  /\(01\)(\d{14})(?:\(\d{2,4}\)[^\s()]+)*/g,
  /(?<!\S)(?:\][A-Za-z]\d)?01(\d{14})(?:(?:1[0-7]|2[01]|3[07]|\p{Cc})\S*)?(?!\S)/gu,
  /https?:\/\/[^\s/]+\/(?:[^\s?#]+\/)?(?:01|gtin)\/(\d{8,14})(?:[/?#]\S*)?(?!\S)/gi,
  // Scanners put the kind of the bar code in front.
  /(?<!\S)\][A-Za-z]\d(\d{8,14})(?!\S)/g,
] as const;

/** Replaces what a scanner reads by the number of the trade item in it. Text that some record has stays. */
export function withoutScannerMarks(text: string, isKnown: (text: string) => boolean): string {
  const isScanned = /\(01\)|\][A-Za-z]\d|(?<!\S)01\d{14}|\/(?:01|gtin)\//i.test(text);
  const replace = (all: string, pattern: RegExp) =>
    all.replace(pattern, (match, digits: string) => (hasCheckDigit(digits) && !isKnown(match) ? digits : match));
  return isScanned ? scanned.reduce(replace, text) : text;
}

/** Whether a run of chunks is the name of a host, such as "api1.berg.example", and not an abbreviation. */
export function isHost(run: readonly Chunk[]): boolean {
  const labels = run.filter(({ sign }, at) => at === 0 || sign === '.');
  const isNamed = run.filter(({ text }) => /\p{L}{2}/u.test(text)).length > 1;
  return labels.length > 2 && isNamed && run.slice(-2).every(({ text }) => text.length > 1);
}
