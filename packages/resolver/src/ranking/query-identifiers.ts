import type { LexicalView } from '@tessera/search-engine';
import { tradeNumber } from '../text/barcodes.js';
import type { Chunk } from '../text/chunks.js';
import { isCodeRun, isStrongCode, runEnd } from '../text/codes.js';
import { squeeze } from '../text/fold.js';
import { writtenIdentifiers } from '../text/identifiers.js';
import { askedPhone, dialledPhone } from '../text/phones.js';
import { isCounted, isVersioned, quantitySigns } from '../text/quantities.js';
import { fillers, idLabels, labels, stopWords } from '../text/stop-words.js';
import { codeKey, identifierKey, joinChunks, rootKey, tradeKey, valueKey, wholeKey } from '../text/terms.js';
import { type Quantities, quantitiesOf } from './quantities.js';
import type { Alternative } from './vocabulary.js';
import { known, quality } from './vocabulary.js';

const joinedMax = { chunks: 8, characters: 64 } as const;
/** Digits that a number among words has at least to be taken for an identifier where it is one. */
const numberDigitsMin = 6;
const isSmallCount = /^\d{1,3}$/;

/** What a part of a query is to the identifiers it names: one of them, beside them, or a label, a quantity or no content. */
export type Role = 'identifier' | 'beside' | 'label';

/** An identifier that a query names; no terms where no record has it. */
export interface NamedIdentifier {
  /** Terms of records that have just this identifier, each a way to compare it. */
  readonly whole: readonly number[];
  /** Terms of records that have it only as a part of a longer code, or as a value that is not an identifier by its look. */
  readonly partial: readonly number[];
}

/** The identifiers of a query, and what its chunks are to them. */
export interface NamedIdentifiers {
  readonly identifiers: NamedIdentifier[];
  readonly roles: Role[];
  readonly quantities: Quantities;
  /** Addresses and telephone numbers by their first chunk: where they end, and the terms for them. */
  readonly written: Map<number, { readonly end: number; readonly alternatives: readonly Alternative[] }>;
}

/** Finds what a query names by an identifier: by its look, or because some record has it. */
export function nameIdentifiers(query: IdentifierQuery): NamedIdentifiers {
  const { chunks } = query;
  const { written, quantities } = readNumbers(query);
  const named: NamedIdentifiers = {
    identifiers: [],
    roles: rolesOf(chunks, quantities),
    quantities,
    written: new Map(),
  };
  nameWritten(
    written.filter(({ whole }) => whole.length > 0),
    named,
  );
  nameCodes(query, written, named);
  nameWritten(
    written.filter(({ first, end }) => !named.roles.slice(first, end).includes('identifier')),
    named,
  );
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

/** An address or telephone number with its place among the chunks and what is known of it. */
interface Located {
  readonly first: number;
  readonly end: number;
  readonly whole: readonly Alternative[];
  readonly near: readonly Alternative[];
  readonly alternatives: readonly Alternative[];
  /** Whether its letters and digits alone are another identifier. */
  readonly isMarked: boolean;
}

function rolesOf(chunks: readonly Chunk[], { counting }: Quantities): Role[] {
  return chunks.map(({ text }, at) =>
    stopWords.has(text) || fillers.has(text) || labels.has(text) || counting.has(at) ? 'label' : 'beside',
  );
}

/** The addresses, telephone numbers and quantities of a query: a quantity may stand before a number, "5 0711-123456". */
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

/** Whether what looks like a telephone number is rather codes side by side: none has it, and some record has a part of it. */
function isSeveral({ first, end, whole, isMarked }: Located, { chunks, index }: IdentifierQuery): boolean {
  const parts = chunks.slice(first, end).map(({ text }) => text);
  const isHeld = (text: string) => index.frequency(index.find(identifierKey(text))) > 0;
  const isUnknown = whole.length === 0 && !isMarked && parts.length > 1;
  const isEach = parts.every(isHeld) || (parts.every(isStrongCode) && parts.some(isHeld));
  return isUnknown && isEach;
}

function identifierKeys(quality: number): (spelling: string) => [key: number, quality: number][] {
  return (spelling) => [
    [identifierKey(spelling), quality],
    [wholeKey(spelling), quality],
  ];
}

function nameWritten(located: readonly Located[], named: NamedIdentifiers): void {
  for (const { first, end, whole, near, alternatives } of located) {
    named.identifiers.push({ whole: termsOf(whole), partial: termsOf(near) });
    named.roles.fill('identifier', first, end);
    named.written.set(first, { end, alternatives });
  }
}

function termsOf(alternatives: readonly Alternative[]): number[] {
  return alternatives.map(({ term }) => term);
}

/** Names all codes that some record has, and what else looks like one but for addresses and telephone numbers. */
function nameCodes(query: IdentifierQuery, written: readonly Located[], named: NamedIdentifiers): void {
  const { chunks } = query;
  for (let start = 0; start < chunks.length; ) {
    const found = named.roles[start] === 'identifier' ? undefined : heldCode(query, start, named);
    // A part of a telephone number or of an address is another one.
    const isPart = written.some((whole) => found && isInside(start, found.end, whole));
    const held = isPart ? undefined : found;
    if (held) {
      named.identifiers.push({ whole: held.whole, partial: [] });
      named.roles.fill('identifier', start, held.end);
    }
    start = held?.end ?? start + 1;
  }
  for (let start = 0; start < chunks.length; ) {
    const end = runEnd(chunks, start);
    const isWritten = written.some(({ first, end: after }) => start < after && end > first);
    const isNamed = named.roles.slice(start, end).includes('identifier');
    if (!isWritten && !isNamed && named.roles[start] === 'beside' && isCodeRun(chunks.slice(start, end))) {
      named.identifiers.push({ whole: [], partial: partialTerms(joinChunks(chunks, start, end), query.index) });
      named.roles.fill('identifier', start, end);
    }
    start = end;
  }
}

function isInside(start: number, end: number, { first, end: after, isMarked }: Located): boolean {
  return start >= first && end <= after && (isMarked || end - start < after - first);
}

/** The longest code from `start` on that some record has, also written with spaces. */
function heldCode(
  query: IdentifierQuery,
  start: number,
  named: NamedIdentifiers,
): { end: number; whole: number[] } | undefined {
  const { chunks } = query;
  const isLabelled = labels.has(chunks[start - 1]?.text ?? '');
  if ((chunks[start]?.joint === 'tight' && !isLabelled) || named.quantities.counting.has(start)) {
    return undefined;
  }
  const isTold = isLabelled || named.quantities.counted.has(start);
  for (let end = longestEnd(chunks, start, named); end > start; end--) {
    const isBracketed = isInBrackets(query, start, end);
    // What is held together by punctuation is one code: a part of it is another one.
    const isCode = chunks[end]?.joint !== 'tight' && (isBracketed || isDistinct(query, { start, end, isTold }));
    const whole = isCode ? wholeTerms(joinChunks(chunks, start, end), isBracketed, query) : [];
    if (whole.length > 0) {
      return { end, whole };
    }
  }
  return undefined;
}

function partialTerms(joined: string, index: LexicalView): number[] {
  const keys = [codeKey(joined), rootKey(joined), valueKey(joined)].map((key) => [key, quality.extended] as const);
  return termsOf(known(index, keys));
}

/** Whether a code is written in brackets, as sources that put it before a name do: "[DISC] Discount". */
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

/** Whether chunks that are some record's identifier mean it among other words: a year, a size or a word might not. */
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

/** Whether joined chunks are a number with its unit or pack word, or a word with its version that is not declared a code. */
function isPlain(joined: string, index: LexicalView): boolean {
  return isCounted(joined) || (isVersioned(joined) && index.frequency(index.find(identifierKey(joined))) === 0);
}

/** Terms of records that have a code, in brackets also of those with a field that is just this. */
function wholeTerms(joined: string, isBracketed: boolean, { index, phoneCountry }: IdentifierQuery): number[] {
  if (joined === '' || joined.length > joinedMax.characters) {
    return [];
  }
  const phone = dialledPhone(joined, phoneCountry);
  const number = tradeNumber(joined);
  const spellings = [joined, ...(phone === undefined ? [] : askedPhone(phone))].map(wholeKey);
  const keys = [identifierKey(joined), ...spellings, ...(isBracketed ? [valueKey(joined)] : [])];
  const same = known(index, keys.map(asSame));
  // Zeros in front tell two codes apart where there are both.
  return termsOf(same.length > 0 || number === undefined ? same : known(index, [asSame(tradeKey(number))]));
}

/** A query that is nothing but one record's identifier, labels and quantities aside, names it however it looks. */
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
    // A number with decimals is an amount, whatever else it equals.
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

/** Chunks held together by punctuation, and the term of records whose identifier they are. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly joined: string;
  readonly term: number;
}

/**
 * Names what is left of a query that is nothing but identifiers, each of a record or, where one is, each a code: "15799 or
 * 20771". A small number beside an identifier is a quantity unless it is one, too.
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
  // Without a record that has it as its id.
  const isCount = (run: Run) => isNamed && isSmallCount.test(run.joined) && !isHeld(run);
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

/** A query that is nothing but the beginning of codes, written as they are, and no field's value: "HB-M8" of "HB-M8-20". */
function nameBeginning({ chunks, index }: IdentifierQuery, { identifiers, roles }: NamedIdentifiers): void {
  const joined = joinChunks(chunks, 0, chunks.length);
  const isRun = chunks.length > 1 && runEnd(chunks, 0) === chunks.length;
  const isValue = index.frequency(index.find(valueKey(joined))) > 0;
  const partial = isRun && !isValue ? partialTerms(joined, index) : [];
  if (partial.length > 0) {
    identifiers.push({ whole: [], partial });
    roles.fill('identifier');
  }
}
