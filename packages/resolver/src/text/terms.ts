import { type PackedTerms, packTerms } from '@tessera/search-engine';
import { type Chunk, chunksOf, scanned, searchedMax, searchedPart } from './chunks.js';
import { isCodePair, isCodeRun, isSpacedCode, runEnd, tradeNumbers } from './codes.js';
import { lowerHashAfter } from './hash.js';
import { writtenIdentifiers } from './identifiers.js';
import { identifierKey, joinChunks, repeatedKey, tradeKey, valueKey, wholeKey, wholeValueKey } from './keys.js';
import { collectTerms } from './line-terms.js';
import { mentionIn, type Place, spanKeys } from './spans.js';
import { articles, labels } from './stop-words.js';
import { Synonyms } from './synonyms.js';
import { spellOut, squeeze } from './words.js';

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
  const counts: Counts = new Map();
  let length = 0;
  let titleTerms = 0;
  // Each line is the value of a field, so codes and names end with the line.
  for (const line of searchedPart(text).split('\n')) {
    const read = synonyms.replace(line);
    length += collectLine(read, counts, reading);
    if (read !== line) {
      // The original words are indexed too, so that a single word of a replaced phrase finds the record.
      collectTerms(chunksOf(line), (key) => add(counts, key, 0));
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

/** The number of occurrences by term key, in the order in which the keys were added. */
type Counts = Map<number, number>;

function add(counts: Counts, key: number, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

type LineTerms = ReturnType<typeof lineTerms>;

/** Repeated values of fields, such as a brand, or the description of all variants of a product. */
const knownLines = new Map<string, LineTerms>();
let knownTerms = 0;
const knownMax = { terms: 500_000, lineCharacters: 1_000 } as const;

/** The last hash of a line with the same low bits. Only lines that are read again are kept, because most are unique. */
const readBefore = new Int32Array(65_536);
const lineHash = lowerHashAfter('', 10);

/** The terms of a line that is not a title. */
function valueTerms(line: string, phoneCountry: string | undefined): LineTerms {
  const known = knownLines.get(line);
  if (known !== undefined && known.phoneCountry === phoneCountry) {
    return known;
  }
  const found = lineTerms(line, 'value', phoneCountry);
  const hash = lineHash(line);
  const at = hash & (readBefore.length - 1);
  if (readBefore[at] === hash && line.length <= knownMax.lineCharacters) {
    if (knownTerms > knownMax.terms) {
      knownLines.clear();
      knownTerms = 0;
    }
    // A copy, because a part of a string keeps all of it in memory.
    knownLines.set(Buffer.from(line, 'utf16le').toString('utf16le'), found);
    knownTerms += found.terms.keys.length;
  }
  readBefore[at] = hash;
  return found;
}

/** Adds the terms of a line. Returns the number of chunks. */
function collectLine(line: string, counts: Counts, { phoneCountry }: Reading): number {
  const isTitle = counts.size === 0;
  const { terms, values } = isTitle ? lineTerms(line, 'title', phoneCountry) : valueTerms(line, phoneCountry);
  const { keys, bits } = terms;
  for (let at = 0; at < keys.length; at++) {
    add(counts, keys[at] as number, bits[at] as number);
  }
  for (let at = 0; at < values.length; at += 2) {
    const key = values[at + 1] as number;
    add(counts, counts.has(key) ? (values[at] as number) : key, 0);
  }
  return terms.length;
}

/** The terms of a line. Terms derived from others count 0. */
function lineTerms(line: string, place: Place, phoneCountry: string | undefined) {
  const counts: Counts = new Map();
  const again = (key: number) => add(counts, key, 0);
  const text = scanned(line);
  const { folded, chunks } = text;
  collectTerms(chunks, (key) => add(counts, key, 1));
  // For each whole value, the key that it has if an earlier line is the same, and the one that it has otherwise.
  const values = valueKeys(chunks);
  collectWritten(folded, phoneCountry, again);
  // By its marks, "5 g" is not "5 kg".
  spanKeys(text, place).forEach(again);
  // A code that the record is for is not its own.
  const { from = chunks.length, to = chunks.length } = mentionIn(text) ?? {};
  collectWhole(chunks.slice(0, from), again);
  collectWhole(chunks.slice(to), again);
  const other = spellOut(line);
  if (other !== undefined) {
    const spelledOut = chunksOf(other);
    collectTerms(spelledOut, again);
    values.push(...valueKeys(spelledOut));
  }
  return { terms: packTerms({ counts, titleTerms: 0, length: chunks.length }), values, phoneCountry };
}

/** The keys of a line as a whole value, with and without a leading article: for each, `repeatedKey`, then `valueKey`. */
function valueKeys(chunks: readonly Chunk[]): number[] {
  const keys: number[] = [];
  const starts = articles.has(chunks[0]?.text ?? '') ? [0, 1] : [0];
  for (const start of starts) {
    const key = wholeValueKey(chunks, start);
    if (key !== undefined) {
      keys.push(repeatedKey(key), key);
    }
  }
  // A code is also known without its spaces and dots.
  if (isSpacedCode(chunks, true)) {
    const key = valueKey(joinChunks(chunks, 0, chunks.length));
    keys.push(key, key);
  }
  return keys;
}

/** Adds the addresses and telephone numbers of a folded line. */
function collectWritten(folded: string, phoneCountry: string | undefined, again: (key: number) => void): void {
  // "DE 10 2015 741 588" is a code in the form of a telephone number.
  const [, prefix = 'tel'] = /^([a-z]{2}) [\d ./-]+$/.exec(folded.trim()) ?? [];
  for (const { stored } of labels.has(prefix) ? writtenIdentifiers(folded, phoneCountry) : []) {
    stored.map(wholeKey).forEach(again);
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
    tradeNumbers(code).map(tradeKey).forEach(again);
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
    if (isPair && isCodePair(first, next)) {
      codes.push(joinChunks(chunks, start, end + 1));
    }
    start = end;
  }
  return codes;
}

/** Adds the terms of a declared identifier. Returns the number of its chunks. */
function collectIdentifier(identifier: string, counts: Counts, { phoneCountry }: Reading): number {
  const squeezed = squeeze(identifier);
  if (squeezed === '') {
    return 0;
  }
  const again = (key: number) => add(counts, key, 0);
  const addNew = (key: number) => add(counts, key, counts.has(key) ? 0 : 1);
  addNew(identifierKey(squeezed));
  tradeNumbers(squeezed).map(tradeKey).forEach(again);
  const text = scanned(identifier);
  collectWritten(text.folded, phoneCountry, again);
  spanKeys(text, 'identifier').forEach(again);
  // "7" in a query for "iPhone 7" must not find the record with the id 7.
  const chunks = /^\d{1,4}$/.test(squeezed) ? [] : text.chunks;
  collectTerms(chunks, addNew);
  return chunks.length;
}
