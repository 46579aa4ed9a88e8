import { fold, isAscii } from './words.js';

/** The separator between a chunk and the previous one: punctuation as in codes, white space, or a break. */
export type Joint = 'tight' | 'space' | 'break';

/** A run of letters and digits in text. It is folded. */
export interface Chunk {
  readonly text: string;
  readonly kind: 'word' | 'number' | 'code';
  readonly joint: Joint;
  /** Where it starts in the folded text. */
  readonly start: number;
  /** The last punctuation mark between the previous chunk and it; empty if there is none. */
  readonly sign: string;
  /** Whether it is in the first line of the text, which is the record's name. */
  readonly inTitle: boolean;
}

/** A folded text with its chunks. */
export interface ScannedText {
  readonly folded: string;
  readonly chunks: readonly Chunk[];
}

/** Scripts without spaces between words, in the syntax of a character class. */
export const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
// Numbers with separators are tried first, so that "1,299.50" is one chunk. A run ends where the script changes.
const pieces = new RegExp(
  `\\d+(?:[.,]\\d+)+|′′|[${unspacedScripts}]+|(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])+|\\s+|[^\\s]`,
  'gu',
);
/** The same for text of ASCII and white space, which takes a fourth of the time. */
const asciiPieces = /\d+(?:[.,]\d+)+|[a-z0-9]+|\s+|./gs;
const unspaced = new RegExp(`^[${unspacedScripts}]+$`, 'u');
const alphanumeric = /^[\p{L}\p{M}\p{N}]/u;
const asciiAlphanumeric = /^[a-z0-9]/;
const numeric = /\p{N}/u;
const asciiNumeric = /[0-9]/;
const insideCodes = /^[-_/.#+&@'’:]$/;
const plainNumber = /^\d+(?:[.,]\d+)*$/;
const inchMark = /^(?:["”]|′′)$/;
const quotationMarks = /′′|["“„”‟]/g;
const anyQuotationMark = /′′|["“„”‟]/;
const opening = '(?<![\\p{L}\\p{M}\\p{N}])(?:′′|["“„”‟])(?=[\\p{L}\\p{M}\\p{N}])';
/** From an opening mark to the next one, or to the end of the line. */
const quotation = new RegExp(`${opening}(?:(?!${opening})[^\n])*`, 'gu');

/** Splits text into chunks, in order. */
export function chunksOf(text: string): Chunk[] {
  const folded = fold(text);
  const chunks: Chunk[] = [];
  let joint: Joint = 'break';
  let sign = '';
  let inTitle = true;
  const isPlain = isAscii(folded);
  const closing = closingMarks(folded);
  const [beginning, digit] = isPlain ? [asciiAlphanumeric, asciiNumeric] : [alphanumeric, numeric];
  const expression = isPlain ? asciiPieces : pieces;
  // The pieces follow one another without gaps. `matchAll` would create an object for each.
  for (let start = 0; expression.test(folded); start = expression.lastIndex) {
    const piece = folded.slice(start, expression.lastIndex);
    if (piece === ' ') {
      joint = nextJoint(joint, piece);
    } else if (beginning.test(piece)) {
      const kind = digit.test(piece) ? kindOfNumber(piece) : 'word';
      joint = behindLabel(chunks.at(-1), joint, sign, piece);
      // Written without object spread, which takes ten times as long as the rest of the loop.
      chunks.push({ text: kind === 'number' ? canonicalNumber(piece) : piece, kind, joint, start, sign, inTitle });
      joint = 'tight';
      sign = '';
    } else if (inchMark.test(piece) && joint === 'tight' && !closing.has(start) && chunks.at(-1)?.kind === 'number') {
      chunks.push({ text: 'in', kind: 'word', joint: 'tight', start, sign: '', inTitle });
    } else {
      joint = nextJoint(joint, piece);
      sign = piece.trim() || sign;
      inTitle &&= !piece.includes('\n');
    }
  }
  return chunks;
}

/** Folds text and splits it into chunks. */
export function scanned(text: string): ScannedText {
  const folded = fold(text);
  return { folded, chunks: chunksOf(folded) };
}

/** The position after the chunks of a text that begins with the chunk at a position. */
export function endAt({ chunks }: ScannedText, at: number, text: string): number {
  const after = (chunks[at] as Chunk).start + text.length;
  let end = at + 1;
  while (end < chunks.length && (chunks[end] as Chunk).start < after) {
    end++;
  }
  return end;
}

/** The separator before a piece. A word at a code only names its kind: "型号15799", "Artikel:15799", "15799号". */
function behindLabel(before: Chunk | undefined, joint: Joint, sign: string, piece: string): Joint {
  const isNumber = numeric.test(piece);
  const isPair = joint === 'tight' && (before?.kind === 'word') === isNumber;
  const isLabel =
    (isNumber && sign === ':' && piece.length > 3) ||
    (/^:?$/.test(sign) && isUnspaced(isNumber ? (before?.text ?? '') : piece));
  return isPair && isLabel ? 'space' : joint;
}

/**
 * Positions of closing quotation marks that could also mean inches. Each is closed after the opening mark before it.
 */
function closingMarks(folded: string): Set<number> {
  const quotations = anyQuotationMark.test(folded) ? [...folded.matchAll(quotation)] : [];
  return new Set(
    quotations.flatMap(({ 0: text, index: start }) => {
      const marks = Array.from(text.matchAll(quotationMarks), ({ index }) => start + index).slice(1);
      // In `"27" monitor"`, the mark that follows a word cannot mean inches.
      return marks.find((at) => !numeric.test(folded.charAt(at - 1))) ?? marks.slice(0, 1);
    }),
  );
}

function nextJoint(joint: Joint, piece: string): Joint {
  if (joint === 'break' || piece === ' ') {
    return joint === 'break' ? 'break' : 'space';
  }
  if (insideCodes.test(piece)) {
    return joint;
  }
  return piece.trim() === '' ? 'space' : 'break';
}

function kindOfNumber(piece: string): Chunk['kind'] {
  return plainNumber.test(piece) ? 'number' : 'code';
}

/** "1,299.00" → "1299": removes separators of thousands and zero fractions. Other zeros stay, because codes and versions have them. */
function canonicalNumber(digits: string): string {
  const whole = digits.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.');
  return /^\d+\.\d+$/.test(whole) ? whole.replace(/\.0+$/, '') : whole.replaceAll('.', '');
}

/** Whether a word is of a script without spaces. Its terms are pairs of neighbouring characters. */
export function isUnspaced(word: string): boolean {
  return word.charCodeAt(0) > 0x0e00 && unspaced.test(word);
}

/**
 * Maximum searched text: characters (UTF-16 units) after folding, and words, numbers and codes. The cost of indexing
 * and embedding grows with both, and folding can turn one character into 18.
 */
export const searchedMax = { characters: 32_000, words: 2_000 } as const;
const mostCharactersOfOne = 18;
/** Characters that are counted in one step. It ends at a space, if there is one, so that no word is cut. */
const step = /.{1,256}(?= |$)|.{1,256}/gsu;

/** Returns the searched part of text: all of it, or its start up to the limits, rounded to whole steps. */
export function searchedPart(text: string): string {
  // Text this short cannot exceed the limits, because each word has at least one character after folding.
  if (text.length * (isAscii(text) ? 1 : mostCharactersOfOne) <= searchedMax.words) {
    return text;
  }
  let characters = 0;
  let words = 0;
  for (const { 0: piece, index } of text.matchAll(step)) {
    const folded = fold(piece);
    characters += Math.max(piece.length, folded.length);
    words += chunksOf(folded).length;
    if (characters > searchedMax.characters || words > searchedMax.words) {
      return text.slice(0, index);
    }
  }
  return text;
}
