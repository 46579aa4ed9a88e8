import { type PackedTerms, packTerms } from '@tessera/search-engine';
import { type Chunk, chunksOf, searchedMax, searchedPart } from './chunks.js';
import { isCodePair, isCodeRun, isSpacedCode, runEnd, tradeNumbers } from './codes.js';
import { type WrittenIdentifier, writtenIdentifiers } from './identifiers.js';
import { identifierKey, joinChunks, repeatedKey, tradeKey, valueKey, wholeKey, wholeValue } from './keys.js';
import { collectTerms } from './line-terms.js';
import { mentionIn, type Place, type ScannedText, spanKeys } from './spans.js';
import { articles, labels } from './stop-words.js';
import { Synonyms } from './synonyms.js';
import { fold, spellOut, squeeze } from './words.js';

/** How many searched characters one word of an identifier counts for. */
const charactersPerWord = searchedMax.characters / searchedMax.words;

/** How records and queries are read: with which synonyms, and in which country (ISO 3166) telephone numbers are. */
export interface Reading {
  readonly synonyms: Synonyms;
  readonly phoneCountry?: string | undefined;
}

const plainReading: Reading = { synonyms: new Synonyms() };

/**
 * The terms of the searched part of a record's text, and of its first identifiers. Further identifiers are only indexed
 * as whole values.
 */
export function recordTerms(text: string, identifiers: readonly string[], reading = plainReading): PackedTerms {
  const { synonyms } = reading;
  const counts = new Map<number, number>();
  let length = 0;
  let titleTerms = 0;
  // Each line is the value of a field, so codes and names end with the line.
  for (const line of searchedPart(text).split('\n')) {
    const read = synonyms.replace(line);
    length += collectLine(read, counts, reading);
    if (read !== line) {
      // The original words are indexed too, so that a single word of a replaced phrase finds the record.
      collectTerms(chunksOf(line), (key) => counts.set(key, counts.get(key) ?? 0));
    }
    titleTerms ||= counts.size;
  }
  let left = searchedMax.characters;
  for (let i = 0; i < identifiers.length && left > 0; i++) {
    const identifier = identifiers[i] as string;
    const read = synonyms.replace(identifier);
    const spellings = read === identifier ? [identifier] : [identifier, read];
    const words = spellings.reduce((sum, spelling) => sum + collectIdentifier(spelling, counts, reading), 0);
    left -= Math.max(identifier.length, (words + 1) * charactersPerWord);
  }
  return packTerms({ counts, titleTerms, length });
}

/** Adds the terms of a line. Terms derived from others count 0. Returns the number of chunks. */
function collectLine(line: string, counts: Map<number, number>, reading: Reading): number {
  const again = (key: number) => counts.set(key, counts.get(key) ?? 0);
  const folded = fold(line);
  const chunks = chunksOf(folded);
  const isTitle = counts.size === 0;
  collectTerms(chunks, (key) => counts.set(key, (counts.get(key) ?? 0) + 1));
  collectValues(chunks, counts);
  collectWritten(folded, reading, again);
  collectMarks({ folded, chunks }, isTitle ? 'title' : 'value', again);
  // A code that the record is for is not its own.
  const { from = chunks.length, to = chunks.length } = mentionIn({ folded, chunks }) ?? {};
  collectWhole(chunks.slice(0, from), again);
  collectWhole(chunks.slice(to), again);
  const other = spellOut(line);
  if (other !== undefined) {
    const spelledOut = chunksOf(other);
    collectTerms(spelledOut, again);
    collectValues(spelledOut, counts);
  }
  return chunks.length;
}

/** Adds the line as a whole value, with and without a leading article. */
function collectValues(chunks: readonly Chunk[], counts: Map<number, number>): void {
  const starts = articles.has(chunks[0]?.text ?? '') ? [0, 1] : [0];
  for (const start of starts) {
    const value = wholeValue(chunks, start, chunks.length);
    if (value !== undefined) {
      const key = valueKey(value);
      counts.set(counts.has(key) ? repeatedKey(value) : key, 0);
    }
  }
  // A code is also known without its spaces and dots.
  if (isSpacedCode(chunks, true)) {
    counts.set(valueKey(joinChunks(chunks, 0, chunks.length)), 0);
  }
}

/** Adds the addresses and telephone numbers of a folded line. */
function collectWritten(folded: string, { phoneCountry }: Reading, again: (key: number) => void): void {
  const written = writtenIdentifiers(folded, phoneCountry);
  for (const { stored } of isPartOfCode(written, folded) ? [] : written) {
    for (const spelling of stored) {
      again(wholeKey(spelling));
    }
  }
}

/** Adds the marks of a line, by which "5 g" is not "5 kg". */
function collectMarks(text: ScannedText, place: Place, again: (key: number) => void): void {
  for (const key of spanKeys(text, place)) {
    again(key);
  }
}

/**
 * Adds those codes of a line that have the form of an identifier. A line that is a single code in several parts, such
 * as "LD 2223 G49", is only added as a whole, because its parts are not identifiers.
 */
function collectWhole(chunks: readonly Chunk[], again: (key: number) => void): void {
  const codes = codesOf(chunks);
  const start = chunks.findIndex(({ text }) => !labels.has(text));
  const isOne = isSpacedCode(chunks.slice(start), codes.length > 0);
  for (const code of isOne ? [joinChunks(chunks, start, chunks.length)] : codes) {
    again(wholeKey(code));
    collectTradeNumber(code, again);
  }
}

function codesOf(chunks: readonly Chunk[]): string[] {
  const codes: string[] = [];
  for (let start = 0; start < chunks.length; ) {
    const end = runEnd(chunks, start);
    const first = chunks[start] as Chunk;
    const isSingle = end === start + 1;
    // A single word is not a code.
    if (!(isSingle && first.kind === 'word') && isCodeRun(chunks.slice(start, end))) {
      codes.push(joinChunks(chunks, start, end));
    }
    const next = chunks[end];
    const isPair = isSingle && next?.joint === 'space' && runEnd(chunks, end) === end + 1;
    // Two of more groups of digits are a part of a number.
    const isPart = next?.kind === 'number' && (isGroup(chunks, start - 1, start) || isGroup(chunks, end + 1, end + 1));
    if (isPair && !isPart && isCodePair(first, next)) {
      codes.push(joinChunks(chunks, start, end + 1));
    }
    start = end;
  }
  return codes;
}

function isGroup(chunks: readonly Chunk[], at: number, after: number): boolean {
  return chunks[at]?.kind === 'number' && chunks[after]?.joint === 'space';
}

function collectTradeNumber(joined: string, again: (key: number) => void): void {
  for (const number of tradeNumbers(joined)) {
    again(tradeKey(number));
  }
}

/** Adds the terms of a declared identifier. Returns the number of its chunks. */
function collectIdentifier(identifier: string, counts: Map<number, number>, reading: Reading): number {
  const squeezed = squeeze(identifier);
  if (squeezed === '') {
    return 0;
  }
  const again = (key: number) => counts.set(key, counts.get(key) ?? 0);
  counts.set(identifierKey(squeezed), 1);
  collectTradeNumber(squeezed, again);
  const folded = fold(identifier);
  collectWritten(folded, reading, again);
  collectMarks({ folded, chunks: chunksOf(folded) }, 'identifier', again);
  const chunks = isShortNumber(squeezed) ? [] : chunksOf(identifier);
  collectTerms(chunks, (key) => counts.set(key, counts.get(key) ?? 1));
  return chunks.length;
}

/** Whether a line is a code of two letters and digits that look like a telephone number, such as "DE 10 2015 741 588". */
function isPartOfCode([first]: readonly WrittenIdentifier[], folded: string): boolean {
  const before = folded.slice(0, first?.start ?? 0).trim();
  return first !== undefined && /^[a-z]{2}$/.test(before) && !labels.has(before) && first.end === folded.length;
}

/** Whether a number is too short to be a code: "7" in a query for "iPhone 7" must not find the record with the id 7. */
function isShortNumber(squeezed: string): boolean {
  return /^\d{1,4}$/.test(squeezed);
}
