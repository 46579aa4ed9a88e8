import type { Chunk } from './chunks.js';
import { GrowingHash, hashText } from './hash.js';
import { unitOf } from './units.js';

// The seed of a hash separates the kinds of terms: the word "in" and the identifier "in" are two terms.

/** Key of a stemmed word. */
export const wordKey = (stemmed: string): number => hashText(stemmed, 1);
/** Key of a squeezed code, number or measure. */
export const codeKey = (code: string): number => hashText(code, 2);
/** Key of the prefix that related codes share, see `sharedParts`. */
export const rootKey = (root: string): number => hashText(root, 3);
/** Key of the digits inside of a code. */
export const digitsKey = (digits: string): number => hashText(digits, 4);
/** Key of a whole squeezed identifier value. */
export const identifierKey = (value: string): number => hashText(value, 5);

/** Key of a squeezed code, e-mail address, URL or telephone number that is not part of a longer one. */
export const wholeKey = (code: string): number => hashText(code, 7);

/** Key of a trade item number without leading zeros. */
export const tradeKey = (number: string): number => hashText(`trade item ${number}`, 7);

/** Key of a line of text, joined to one word, such as a name. */
export const valueKey = (value: string): number => hashText(value, valueSeed);
const valueSeed = 6;

/** Key of a line of text, by its `valueKey`, that a record has twice. */
export const repeatedKey = (value: number): number => hashText(String(value), 8);

const valueCharacters = { min: 3, max: 160 } as const;

/** What related codes share: the prefix up to the model number, "fs105" of "fs105na", and the longest run of digits. */
export function sharedParts(code: string): { readonly roots: readonly string[]; readonly digits: readonly string[] } {
  const roots = /^(?:[a-z]+\d+|\d+[a-z]+\d+)/.exec(code)?.filter((root) => root.length >= 4) ?? [];
  const runs = code.match(/\d{3,}/g) ?? [];
  return { roots, digits: runs.sort((one, other) => other.length - one.length).slice(0, 1) };
}

/** A number with its unit in normal form, "1.50 metres" → "1.5m"; `undefined` for anything else. */
export function measureOf(number: string, unit: string): string | undefined {
  const canonical = unitOf(unit);
  return canonical === undefined ? undefined : number.replace(/(\.\d+?)0+$/, '$1') + canonical;
}

/** A measure in one chunk in normal form, "16GB" → "16gb". */
export function measureOfCode(code: string): string | undefined {
  const [, number, unit] = /^(\d+)([a-z]+)$/.exec(code) ?? [];
  return number && unit && measureOf(number, unit);
}

/** Pairs of adjacent characters, the terms of scripts without spaces. */
export function bigramsOf(word: string): string[] {
  const characters = [...word];
  return characters.length < 2 ? characters : characters.slice(1).map((character, i) => characters[i] + character);
}

/** Joins chunks without separators, as codes are compared. */
export function joinChunks(chunks: readonly Chunk[], start: number, end: number): string {
  let joined = '';
  for (let i = start; i < end; i++) {
    joined += withoutPoints(chunks[i] as Chunk);
  }
  return joined;
}

/** Only numbers contain points. */
function withoutPoints({ kind, text }: Chunk): string {
  return kind === 'number' ? text.replaceAll('.', '') : text;
}

/** Whether a chunk behind a text is a number after another one, and not the next group of its digits. */
function isApart(before: string, { text, joint }: Chunk): boolean {
  return joint !== 'tight' && isDigitAt(before, before.length - 1) && isDigitAt(text, 0) && !/^\d{3}$/.test(text);
}

/** The `valueKey` of all chunks from `start` on; `undefined` for numbers and very long ones, which are not names. */
export function wholeValueKey(chunks: readonly Chunk[], start = 0): number | undefined {
  let whole: number | undefined;
  eachWholeValue(chunks, start, (end, key) => {
    whole = end === chunks.length ? key : undefined;
  });
  return whole;
}

/**
 * Passes the end and the `valueKey` of each whole value that starts with a chunk to `visit`, shortest first. Numbers stay apart,
 * except groups of thousands: "E14 9W" is not "E1 49W", and 8.8 is not 88.
 */
export function eachWholeValue(
  chunks: readonly Chunk[],
  start: number,
  visit: (end: number, key: number) => void,
): void {
  const { min, max } = valueCharacters;
  const hash = new GrowingHash(valueSeed);
  let characters = 0;
  let isNumber = true;
  let before = '';
  for (let at = start; at < chunks.length && characters <= max; at++) {
    const chunk = chunks[at] as Chunk;
    hash.add(isApart(before, chunk) ? ` ${chunk.text}` : chunk.text);
    characters += withoutPoints(chunk).length;
    isNumber &&= /^[\d.]*$/.test(chunk.text);
    before = chunk.text;
    if (characters >= min && characters <= max && !isNumber) {
      visit(at + 1, hash.value);
    }
  }
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}
