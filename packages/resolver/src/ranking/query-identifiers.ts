import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { isCodeRun, isStrongCode, runEnd, tradeNumber } from '../text/codes.js';
import { askedPhone, dialledPhone, writtenIdentifiers } from '../text/identifiers.js';
import { isCounted, isVersioned, quantitySigns } from '../text/quantities.js';
import { fillers, idLabels, labels, stopWords } from '../text/stop-words.js';
import { codeKey, identifierKey, joinChunks, rootKey, tradeKey, valueKey, wholeKey } from '../text/terms.js';
import { squeeze } from '../text/words.js';
import { type Quantities, quantitiesOf } from './quantities.js';
import { type Alternative, known, quality } from './vocabulary.js';

const joinedMax = { chunks: 8, characters: 64 } as const;
/** Least number of digits of an undeclared number among words to name a record by its identifier. */
const numberDigitsMin = 6;
const isSmallCount = /^\d{1,3}$/;

/** Role of a part of a query: an identifier, other content, or a label, quantity or stop word. */
export type Role = 'identifier' | 'beside' | 'label';

/** An identifier that a query names. Without terms if no record has it. */
export interface NamedIdentifier {
  /** Terms of records with exactly this identifier, one for each way to compare it. */
  readonly whole: readonly number[];
  /** Terms of records with it as a part of a longer code, or as a value that is not in the form of an identifier. */
  readonly partial: readonly number[];
}

/** The identifiers of a query and the roles of its chunks. */
export interface NamedIdentifiers {
  readonly identifiers: NamedIdentifier[];
  readonly roles: Role[];
  readonly quantities: Quantities;
  /** Addresses and telephone numbers by their first chunk, with their end and their terms. */
  readonly written: Map<number, { readonly end: number; readonly alternatives: readonly Alternative[] }>;
}

/** Finds the identifiers of a query, by their form or because some record has them. */
export function nameIdentifiers(query: IdentifierQuery): NamedIdentifiers {
  const { chunks } = query;
  const { written, quantities } = readNumbers(query);
  const named: NamedIdentifiers = {
    identifiers: [],
    roles: rolesOf(chunks, quantities),
    quantities,
    written: new Map(),
  };
  nameByForm(query, nameHeld(query, written, named), named);
  nameEach(query, named);
  if (named.identifiers.length === 0) {
    nameWhole(query, named);
  }
  if (named.identifiers.length === 0) {
    nameBeginning(query, named);
  }
  return named;
}

/** A folded query with its chunks, and the country of its telephone numbers (ISO 3166) if it is known. */
export interface IdentifierQuery {
  readonly folded: string;
  readonly chunks: readonly Chunk[];
  readonly index: LexicalView;
  readonly phoneCountry?: string | undefined;
}

/** An address or telephone number with its position among the chunks and its terms. */
interface Located {
  readonly first: number;
  readonly end: number;
  readonly whole: readonly Alternative[];
  readonly near: readonly Alternative[];
  readonly alternatives: readonly Alternative[];
  /** Whether its letters and digits alone are a different identifier. */
  readonly isMarked: boolean;
}

function rolesOf(chunks: readonly Chunk[], { counting }: Quantities): Role[] {
  return chunks.map(({ text }, at) =>
    stopWords.has(text) || fillers.has(text) || labels.has(text) || counting.has(at) ? 'label' : 'beside',
  );
}

/** The addresses, telephone numbers and quantities of a query. A quantity can precede a number: "5 0711-123456". */
function readNumbers(query: IdentifierQuery): { readonly written: Located[]; readonly quantities: Quantities } {
  const { folded, chunks } = query;
  const isKnown = ({ whole, near }: Located) => whole.length + near.length > 0;
  const written = locate(query).filter((located) => !isSeveral(located, query));
  const taken = new Set(
    written.filter(isKnown).flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i)),
  );
  const quantities = quantitiesOf(query, taken);
  if (written.some(isKnown) || quantities.counting.size === 0) {
    return { written, quantities };
  }
  const without = [...quantities.counting].reduce((text, at) => {
    const { start, text: counting } = chunks[at] as Chunk;
    return text.slice(0, start) + ' '.repeat(counting.length) + text.slice(start + counting.length);
  }, folded);
  return { written: locate({ ...query, folded: without }), quantities };
}

function locate({ folded, chunks, index, phoneCountry }: IdentifierQuery): Located[] {
  return writtenIdentifiers(folded, phoneCountry).map(({ start, end, asked, near: others, isMarked }) => {
    const after = chunks.findIndex((chunk) => chunk.start >= end);
    const whole = known(index, asked.flatMap(identifierKeys(quality.same)));
    const near = known(index, others.flatMap(identifierKeys(quality.extended)));
    const code = squeeze(folded.slice(start, end));
    return {
      first: chunks.findIndex((chunk) => chunk.start >= start),
      end: after < 0 ? chunks.length : after,
      whole,
      near,
      alternatives: [...whole, ...near, ...(isMarked ? [] : known(index, [[codeKey(code), quality.joinedCode]]))],
      isMarked,
    };
  });
}

function asSame(key: number): [key: number, quality: number] {
  return [key, quality.same];
}

/** Whether a telephone number is rather several codes: no record has it, and some record has a part of it. */
function isSeveral({ first, end, whole, isMarked }: Located, { chunks, index }: IdentifierQuery): boolean {
  const pieces = chunks.slice(first, end).map(({ text }) => text);
  const isHeld = (text: string) => index.has(identifierKey(text));
  const isUnknown = whole.length === 0 && !isMarked && pieces.length > 1;
  const isEach = pieces.every(isHeld) || (pieces.every(isStrongCode) && pieces.some(isHeld));
  return isUnknown && isEach;
}

function identifierKeys(quality: number): (spelling: string) => [key: number, quality: number][] {
  return (spelling) => [
    [identifierKey(spelling), quality],
    [wholeKey(spelling), quality],
  ];
}

function nameWritten({ first, end, whole, near, alternatives }: Located, named: NamedIdentifiers): number {
  named.identifiers.push({ whole: termsOf(whole), partial: termsOf(near) });
  named.roles.fill('identifier', first, end);
  named.written.set(first, { end, alternatives });
  return end;
}

function termsOf(alternatives: readonly Alternative[]): number[] {
  return alternatives.map(({ term }) => term);
}

/**
 * Names the codes, addresses and telephone numbers that some record has, the longest at each chunk. Returns the other addresses
 * and numbers.
 */
function nameHeld(query: IdentifierQuery, written: readonly Located[], named: NamedIdentifiers): readonly Located[] {
  let others = written;
  for (let start = 0; start < query.chunks.length; ) {
    const known = others.find(({ first, whole }) => first === start && whole.length > 0);
    const code = heldCode(query, start, named);
    // A part of a telephone number or address is a different identifier.
    const isPart = others.some((other) => code && isInside(start, code.end, other));
    let end = start;
    if (known && known.end >= (code?.end ?? 0)) {
      end = nameWritten(known, named);
    } else if (code && !isPart) {
      named.identifiers.push({ whole: code.whole, partial: [] });
      named.roles.fill('identifier', start, code.end);
      end = code.end;
    }
    const from = start;
    others = end > from ? others.filter((other) => !overlaps(other, from, end)) : others;
    start = Math.max(end, start + 1);
  }
  return others;
}

/** Names what has the form of an address, telephone number or code in the rest of a query. */
function nameByForm({ chunks, index }: IdentifierQuery, written: readonly Located[], named: NamedIdentifiers): void {
  for (let start = 0; start < chunks.length; ) {
    const located = written.find(({ first }) => first === start);
    let end = runEnd(chunks, start);
    const isFree = named.roles[start] === 'beside' && !named.roles.slice(start, end).includes('identifier');
    if (located) {
      end = nameWritten(located, named);
    } else if (isFree && !written.some((other) => overlaps(other, start, end)) && isCodeRun(chunks.slice(start, end))) {
      named.identifiers.push({ whole: [], partial: partialTerms(joinChunks(chunks, start, end), index) });
      named.roles.fill('identifier', start, end);
    }
    start = end;
  }
}

function overlaps({ first, end: after }: Located, start: number, end: number): boolean {
  return start < after && end > first;
}

function isInside(start: number, end: number, { first, end: after, isMarked }: Located): boolean {
  return start >= first && end <= after && (isMarked || end - start < after - first);
}

/** The longest code at `start` that some record has, possibly written with spaces. */
function heldCode(query: IdentifierQuery, start: number, named: NamedIdentifiers): Held | undefined {
  const { chunks } = query;
  const { counting, counted } = named.quantities;
  const isLabelled = isAfterLabels(chunks, start);
  if ((chunks[start]?.joint === 'tight' && !isLabelled) || counting.has(start)) {
    return undefined;
  }
  const isTold = isLabelled || counted.has(start);
  for (let end = longestEnd(chunks, start, named); end > start; end--) {
    const whole = codeTerms(query, { start, end, isTold });
    if (whole.length > 0) {
      const last = end - 1;
      const isCount = last > start && chunks[last]?.joint !== 'tight' && isSmallCount.test(chunks[last]?.text ?? '');
      const value = known(query.index, isCount ? [asSame(valueKey(joinChunks(chunks, start, last)))] : []);
      const shorter = isCount ? [...codeTerms(query, { start, end: last, isTold }), ...termsOf(value)] : [];
      // "RS-42 5" is five pieces of RS-42, or RS-425.
      const isQuantity = shorter.length > 0 && counting.has(last);
      return isQuantity ? { end: last, whole: shorter } : { end, whole: [...whole, ...shorter] };
    }
  }
  return undefined;
}

/** A code with the end of its chunks and the terms of records that have it. */
interface Held {
  readonly end: number;
  readonly whole: number[];
}

/** Whether only labels precede a chunk in its run, or the run before it ends in a label: "Art.-Nr. 15799", not "XR-NO-15799". */
function isAfterLabels(chunks: readonly Chunk[], start: number): boolean {
  let at = start - 1;
  while (labels.has(chunks[at]?.text ?? '') && chunks[at]?.joint === 'tight') {
    at--;
  }
  return labels.has(chunks[at]?.text ?? '');
}

function codeTerms(
  query: IdentifierQuery,
  { start, end, isTold }: { readonly start: number; readonly end: number; readonly isTold: boolean },
): number[] {
  const { chunks } = query;
  const isBracketed = isInBrackets(query, start, end);
  // Chunks joined by punctuation are one code; a part of it is a different one.
  const isCode = chunks[end]?.joint !== 'tight' && (isBracketed || isDistinct(query, { start, end, isTold }));
  return isCode ? wholeTerms(joinChunks(chunks, start, end), isBracketed, query) : [];
}

function partialTerms(joined: string, index: LexicalView): number[] {
  const keys = [codeKey(joined), rootKey(joined), valueKey(joined)].map((key) => [key, quality.extended] as const);
  return termsOf(known(index, keys));
}

/** Whether a code is in brackets, as some sources write it before a name: "[DISC] Discount". */
function isInBrackets({ folded, chunks }: IdentifierQuery, start: number, end: number): boolean {
  const last = chunks[end - 1] as Chunk;
  const after = folded.slice(last.start + last.text.length);
  return folded[(chunks[start] as Chunk).start - 1] === '[' && after.startsWith(']');
}

function longestEnd(chunks: readonly Chunk[], start: number, { roles }: NamedIdentifiers): number {
  let end = start + 1;
  while (end < chunks.length && end - start < joinedMax.chunks && isJoined(chunks[end] as Chunk, roles[end])) {
    end++;
  }
  return end;
}

function isJoined({ joint }: Chunk, role: Role | undefined): boolean {
  return joint !== 'break' && role !== 'identifier';
}

/** Whether chunks name a record's identifier among other words. A year, a size or a word may not. */
function isDistinct(
  { chunks, index }: IdentifierQuery,
  { start, end, isTold }: { readonly start: number; readonly end: number; readonly isTold: boolean },
): boolean {
  const joined = joinChunks(chunks, start, end);
  const isSpaced = runEnd(chunks, start) < end;
  if (!/\d/.test(joined) || !isStrongCode(joined) || (isSpaced && isPlain(joined, index))) {
    return false;
  }
  return isTold || !/^\d+$/.test(joined) || joined.length >= numberDigitsMin;
}

/** Whether joined chunks are a number with a unit or pack word, or a word with a version that is not a declared code. */
function isPlain(joined: string, index: LexicalView): boolean {
  return isCounted(joined) || (isVersioned(joined) && !index.has(identifierKey(joined)));
}

/** Terms of records that have a code; in brackets also of those with a field of exactly this value. */
function wholeTerms(joined: string, isBracketed: boolean, { index, phoneCountry }: IdentifierQuery): number[] {
  if (joined === '' || joined.length > joinedMax.characters) {
    return [];
  }
  const phone = dialledPhone(joined, phoneCountry);
  const number = tradeNumber(joined);
  const spellings = [joined, ...(phone === undefined ? [] : askedPhone(phone))].map(wholeKey);
  const keys = [identifierKey(joined), ...spellings, ...(isBracketed ? [valueKey(joined)] : [])];
  const same = known(index, keys.map(asSame));
  // If records have the code with these leading zeros, others with more or fewer zeros are different codes.
  return termsOf(same.length > 0 || number === undefined ? same : known(index, [asSame(tradeKey(number))]));
}

/** Names the identifier if the query is nothing else, apart from labels and quantities. Its form does not matter. */
function nameWhole(query: IdentifierQuery, { identifiers, roles, quantities }: NamedIdentifiers): void {
  const { folded, chunks, index } = query;
  const all = chunks.map((_, at) => at);
  const isNumbered = quantities.counting.size > 0 || chunks.some(({ text }) => idLabels.has(text));
  const beside = all.filter((at) => roles[at] === 'beside');
  // "P17×12" is twelve pieces of P17, also where P1712 is the identifier of another record.
  for (const wanted of quantitySigns.test(folded) ? [beside, all] : [all, beside]) {
    const joined = wanted.map((at) => (chunks[at] as Chunk).text).join('');
    const isTelling = wanted.length === all.length || isNumbered || !/^\d{1,4}$/.test(joined);
    const term = index.find(identifierKey(joined));
    // A number with decimals is an amount, not an identifier.
    const isAmount = /^[\d.]+$/.test(joined) && /\d[.,]\d/.test(folded);
    if (!isAmount && isTelling && wanted.length <= joinedMax.chunks && index.frequency(term) > 0) {
      identifiers.push({ whole: [term], partial: [] });
      for (const at of wanted) {
        roles[at] = 'identifier';
      }
      return;
    }
  }
}

/** Chunks joined by punctuation, and the term of records with this identifier. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly joined: string;
  readonly term: number;
}

/**
 * Names the remaining identifiers of a query that has nothing else, such as "15799 or 20771": some record has each, or each is a
 * code and some record has one. A small number beside an identifier is a quantity, unless a record has it as an identifier.
 */
function nameEach({ chunks, index }: IdentifierQuery, { identifiers, roles }: NamedIdentifiers): void {
  const isNamed = identifiers.length > 0;
  const runs: Run[] = [];
  for (let start = 0; start < chunks.length; ) {
    const end = runEnd(chunks, start);
    if (roles.slice(start, end).includes('beside')) {
      const joined = joinChunks(chunks, start, end);
      runs.push({ start, end, joined, term: index.find(identifierKey(joined)) });
    }
    start = end;
  }
  const isHeld = ({ term }: Run) => index.frequency(term) > 0;
  const isCode = ({ joined }: Run) => /\d/.test(joined) && isStrongCode(joined);
  // Only if no record has it as its identifier.
  const isCount = (run: Run) =>
    isNamed && isSmallCount.test(chunks[run.start]?.text ?? '') && run.end - run.start === 1 && !isHeld(run);
  const others = runs.filter((run) => !isCount(run));
  const isEach = isNamed || others.length > 1;
  const isSome = !isNamed && others.every(isCode) && others.some(isHeld);
  if (!isEach || !(isSome || others.every(isHeld)) || others.length > joinedMax.chunks) {
    return;
  }
  for (const run of runs) {
    const isOther = !isCount(run);
    roles.fill(isOther ? 'identifier' : 'label', run.start, run.end);
    if (isOther) {
      identifiers.push({ whole: isHeld(run) ? [run.term] : [], partial: [] });
    }
  }
}

/** Names the start of a longer code or, beside a quantity, a field's value with digits, if the query is nothing else. */
function nameBeginning({ chunks, index }: IdentifierQuery, { identifiers, roles, quantities }: NamedIdentifiers): void {
  const isCounted = quantities.counting.size > 0;
  const start = isCounted ? roles.indexOf('beside') : 0;
  const end = isCounted ? roles.lastIndexOf('beside') + 1 : chunks.length;
  if (start < 0 || runEnd(chunks, start) !== end) {
    return;
  }
  const joined = joinChunks(chunks, start, end);
  const isBeginning = isCounted ? /\d/.test(joined) : end > 1 && !index.has(valueKey(joined));
  const partial = isBeginning ? partialTerms(joined, index) : [];
  if (partial.length > 0) {
    identifiers.push({ whole: [], partial });
    roles.fill('identifier', start, end);
  }
}
