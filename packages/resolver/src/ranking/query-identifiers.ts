import type { Chunk } from '../text/chunks.js';
import { codeMax, dimensionParts, isCodeRun, isMixed, isStrongCode, runEnd } from '../text/codes.js';
import { dialledPhone, phoneSpellings } from '../text/identifiers.js';
import { codeKey, identifierKey, joinChunks, valueKey, wholeKey, wordKey } from '../text/keys.js';
import { quantitySigns } from '../text/quantities.js';
import { idLabels, isPlain, labels } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import { knownCode, ownTerms } from './known-codes.js';
import type { IdentifierQuery, NamedIdentifier, NamedIdentifiers, Range, Role } from './named-identifiers.js';
import { codeNumber, isSmallCount } from './quantities.js';
import { knownTerms } from './vocabulary.js';
import { type Located, readNumbers } from './written.js';

/** Finds the identifiers of a query, by their form or because some record has them. */
export function nameIdentifiers(query: IdentifierQuery): NamedIdentifiers {
  const { chunks } = query;
  const { written, counting, isOpen } = readNumbers(query);
  const named: NamedIdentifiers = {
    identifiers: [],
    roles: chunks.map(({ text }, at) => (isPlain(text) || labels.has(text) || counting.has(at) ? 'label' : 'beside')),
    counting,
    isOpen,
    written: new Map(),
  };
  nameByForm(query, nameKnown(query, written, named), named);
  nameEach(query, named);
  if (named.identifiers.length === 0) {
    nameWhole(query, named);
  }
  if (named.identifiers.length === 0) {
    nameBeginning(query, named);
  }
  return named;
}

/** Names chunks, by default as an identifier that no record has. */
function name({ identifiers, roles }: NamedIdentifiers, [start, end]: Range, terms: Partial<NamedIdentifier>): void {
  identifiers.push({ whole: [], own: [], partial: [], ...terms });
  roles.fill('identifier', start, end);
}

function nameWritten({ first, end, whole, near }: Located, named: NamedIdentifiers): number {
  const terms = whole.map(({ term }) => term);
  name(named, [first, end], { whole: terms, own: terms, partial: near.map(({ term }) => term) });
  named.written.set(first, { kind: 'code', end, alternatives: [...whole, ...near] });
  return end;
}

/**
 * Names the codes, addresses and telephone numbers that some record has. At each chunk, the longest one is named.
 * Returns the addresses and numbers that are still without a role.
 */
function nameKnown(query: IdentifierQuery, written: readonly Located[], named: NamedIdentifiers): readonly Located[] {
  const { chunks } = query;
  const located = written.flatMap((each) => uncrossed(query, each, named));
  const isFree = ({ first, end }: Located) => !named.roles.slice(first, end).includes('identifier');
  for (let start = 0; start < chunks.length; ) {
    const others = located.filter(isFree);
    const known = others.find(({ first, whole }) => first === start && whole.length > 0);
    const code = known ? undefined : knownCode(query, start, named);
    const end = known?.end ?? code?.end ?? start + 1;
    // A part of a telephone number or address is not the same identifier.
    const longer = others.filter((other) => isInside([start, end], other));
    if (known) {
      nameWritten(known, named);
      named.isOpen ||= isAfterLetters(query, start, named);
    } else if (code && longer.every((other) => isBesideCount(chunks, [start, end], other))) {
      name(named, [start, end], code);
      // "1456 RV x 3" may mean three pieces of 1456 RV, or 1456 RVX.
      const isCounted = chunks.slice(start, end).some((_, at) => named.counting.has(start + at));
      named.isOpen ||= longer.length > 0 || isCounted;
    }
    start = named.roles[start] === 'identifier' ? end : start + 1;
  }
  return located.filter(isFree);
}

/** Names what has the form of an address, telephone number or code in the rest of a query. */
function nameByForm(query: IdentifierQuery, written: readonly Located[], named: NamedIdentifiers): void {
  const { chunks } = query;
  for (let start = 0; start < chunks.length; ) {
    const located = written.find(({ first }) => first === start);
    let end = runEnd(chunks, start);
    const roles = named.roles.slice(start, end);
    if (located) {
      end = nameWritten(located, named);
    } else if (roles.includes('beside')) {
      const isCode = roles[0] === 'beside' && isCodeRun(chunks.slice(start, end));
      const partial = isCode ? partialTerms(joinChunks(chunks, start, end), query) : [];
      const found = partial.length > 0 ? partial : similarTerms(query, [start, end], isCode);
      if (isCode || found.length > 0) {
        name(named, [start, end], { partial: found });
      }
    }
    start = end;
  }
}

function isInside([start, end]: Range, { first, end: after, isMarked }: Located): boolean {
  return start >= first && end <= after && (isMarked || end - start < after - first);
}

/** Whether a code is all but a small number of what looks like a telephone number: "3 0 155 948 842". */
function isBesideCount(
  chunks: readonly Chunk[],
  [start, end]: Range,
  { first, end: after, whole, isMarked }: Located,
): boolean {
  const rest = [...chunks.slice(first, start), ...chunks.slice(end, after)].map(({ text }) => text);
  const isUnknown = whole.length === 0 && !isMarked && chunks[first]?.sign !== '(';
  return isUnknown && rest.length < 2 && rest.every((text) => /^[1-9]\d{0,2}$/.test(text));
}

/** Whether short letters before digits make them another code than the telephone number: "A 169 540 16 17". */
function isAfterLetters({ chunks }: IdentifierQuery, at: number, { roles }: NamedIdentifiers): boolean {
  const [before, first] = [chunks[at - 1], chunks[at] as Chunk];
  const isPrefix = roles[at - 1] === 'beside' && (before?.text.length ?? 0) <= 3 && first.joint !== 'break';
  return isPrefix && first.kind === 'number' && !/^[+(0]/.test(first.sign + first.text);
}

/**
 * An unknown number up to the code that begins in it, ends behind it, and that some record has: "0 101 101 101, DW 1001
 * F101". Empty if too few digits for a telephone number are left.
 */
function uncrossed(query: IdentifierQuery, located: Located, named: NamedIdentifiers): Located[] {
  const { first, end, whole } = located;
  const ends = query.chunks.slice(first + 1, end).map((_, i) => knownCode(query, first + 1 + i, named)?.end ?? 0);
  const start = first + 1 + ends.findIndex((after) => after > end);
  if (whole.length > 0 || start === first) {
    return [located];
  }
  const isNumber = dialledPhone(joinChunks(query.chunks, first, start)) !== undefined;
  return isNumber ? [{ ...located, end: start }] : [];
}

/** Terms of records that have a code as a part of a longer one, as another value, or as a number with a trunk prefix. */
function partialTerms(joined: string, { index, phoneCountry }: IdentifierQuery): number[] {
  const phone = dialledPhone(joined, phoneCountry);
  const numbers = phone === undefined ? [] : phoneSpellings(phone).near.map(wholeKey);
  return knownTerms(index, [codeKey(joined), valueKey(joined), ...numbers]);
}

/**
 * Terms of records with a code that a person may mean by an unknown one: without what follows a separator, such as the
 * kind of packaging in "LM317T/NOPB", or with letters and digits that look alike.
 */
function similarTerms({ chunks, index }: IdentifierQuery, [start, end]: Range, isCode: boolean): number[] {
  const isCut = ({ sign, kind }: Chunk, at: number) => at > start && at < end && kind === 'word' && /[/#+]/.test(sign);
  const cut = isCode ? chunks.findIndex(isCut) : -1;
  const shorter = cut < 0 ? [] : [joinChunks(chunks, start, cut)];
  const joined = joinChunks(chunks, start, end);
  // Of words alone and numbers alone, many look alike. A short code that some record has is itself.
  const isUnknown = ![codeKey(joined), wordKey(stem(joined))].some((key) => index.has(key));
  const similar = isCode || isUnknown ? lookAlikes(joined) : [];
  const codes = [...shorter.filter(isStrongCode), ...similar.filter((code) => isMixed(code) || isMixed(joined))];
  return knownTerms(
    index,
    codes.flatMap((code) => [identifierKey(code), wholeKey(code), valueKey(code)]),
  );
}

/** Groups of characters that are taken for one another. */
const alike = ['0o', '1il'] as const;

/** A code with one character replaced by each that it is taken for, and with all of them as digits or as letters. */
function lookAlikes(code: string): string[] {
  const groupOf = (character: string) => alike.find((group) => group.includes(character)) ?? '';
  const one = [...code].flatMap((character, at) =>
    [...groupOf(character)].map((other) => code.slice(0, at) + other + code.slice(at + 1)),
  );
  const all = [0, 1, 2].map((choice) => code.replace(/[0o1il]/g, (each) => groupOf(each).at(choice) ?? each));
  return [...one, ...all].filter((each) => each !== code);
}

/** Names the identifier if the query contains nothing else except labels and quantities. It can have any form. */
function nameWhole(query: IdentifierQuery, named: NamedIdentifiers): void {
  const { identifiers, roles, counting } = named;
  const { folded, chunks, index } = query;
  const all = chunks.map((_, at) => at);
  const isNumbered = counting.size > 0 || chunks.some(({ text }) => idLabels.has(text));
  const beside = all.filter((at) => roles[at] === 'beside');
  // "P17×12" means twelve pieces of P17, even if P1712 is the identifier of another record.
  for (const wanted of quantitySigns.test(folded) ? [beside, all] : [all, beside]) {
    const joined = wanted.map((at) => (chunks[at] as Chunk).text).join('');
    const isTelling = wanted.length === all.length || isNumbered || !/^\d{1,4}$/.test(joined);
    const term = index.find(identifierKey(joined));
    // A number with decimals is an amount instead of an identifier.
    const isAmount = /^[\d.]+$/.test(joined) && /\d[.,]\d/.test(folded);
    if (!isAmount && wanted.length <= codeMax.chunks && index.frequency(term) > 0) {
      identifiers.push({ whole: [term], own: [term], partial: [] });
      // "the 42 please" may mean something else than record 42, and "3 68" than 368.
      named.isOpen ||= !isTelling || (wanted.length > 1 && /^\d{1,5}$/.test(joined));
      for (const at of wanted) {
        roles[at] = 'identifier';
      }
      return;
    }
  }
}

/** Chunks that punctuation joins, and the term of records that have them as an identifier. */
type Run = ReturnType<typeof runsBeside>[number];

/** The runs of other content. Next to an identifier, a code that no record has as its identifier can be a part of a text. */
function runsBeside(query: IdentifierQuery, roles: readonly Role[], isNamed: boolean) {
  const { chunks, index } = query;
  const runs: { start: number; end: number; joined: string; term: number }[] = [];
  for (let start = 0; start < chunks.length; ) {
    const end = runEnd(chunks, start);
    if (roles.slice(start, end).includes('beside')) {
      const joined = joinChunks(chunks, start, end);
      const isCode = isNamed && /\d/.test(joined) && isStrongCode(joined) && !index.has(identifierKey(joined));
      runs.push({ start, end, joined, term: index.find(isCode ? codeKey(joined) : identifierKey(joined)) });
    }
    start = end;
  }
  return runs;
}

/**
 * Names the remaining identifiers of a query that consists of identifiers only, such as "15799 or 20771". Each must be
 * known, or each must be a code of which one is known. A small number next to an identifier is a quantity, unless it is
 * the identifier of a record.
 */
function nameEach(query: IdentifierQuery, named: NamedIdentifiers): void {
  const { chunks, index } = query;
  const isNamed = named.identifiers.length > 0;
  const runs = runsBeside(query, named.roles, isNamed);
  const isKnown = ({ term }: Run) => index.frequency(term) > 0;
  const isBeside = isNamed || runs.some((run) => isKnown(run) && codeNumber.test(run.joined));
  // It is a quantity only if no record has it as its identifier.
  const isCount = (run: Run) =>
    isBeside && isSmallCount.test(chunks[run.start]?.text ?? '') && run.end - run.start === 1 && !isKnown(run);
  const others = runs.filter((run) => !isCount(run));
  const isCode = ({ joined }: Run) => /\d/.test(joined) && isStrongCode(joined);
  const isSome = !isNamed && others.every(isCode) && others.some(isKnown);
  const values = isNamed || isSome || others.length < 2 ? [] : valuesOf(others, query);
  for (const { start, end, partial } of values) {
    name(named, [start, end], { partial });
  }
  if (!(isNamed || runs.length > 1) || !(isSome || others.every(isKnown))) {
    return;
  }
  for (const run of runs) {
    const { start, end, joined, term } = run;
    if (isCount(run)) {
      named.roles.fill('label', start, end);
    } else {
      name(named, [start, end], { whole: isKnown(run) ? [term] : [], own: ownTerms(joined, query) });
    }
  }
}

/** The runs with the records that have them as values, if each is a code or a long number that some record has. */
function valuesOf(runs: readonly Run[], query: IdentifierQuery) {
  const values = runs.map(({ start, end, joined }) => ({ start, end, joined, partial: partialTerms(joined, query) }));
  const isCode = (joined: string) => isStrongCode(joined) && (/^\d{6,}$/.test(joined) || isMixed(joined));
  return values.every(({ joined, partial }) => isCode(joined) && partial.length > 0) ? values : [];
}

/** Names the start of a longer code or, beside a quantity, a field's value with digits, if the query is nothing else. */
function nameBeginning(query: IdentifierQuery, named: NamedIdentifiers): void {
  const { chunks, index } = query;
  const { roles } = named;
  const isCounted = named.counting.size > 0;
  const start = isCounted ? roles.indexOf('beside') : 0;
  const end = isCounted ? roles.lastIndexOf('beside') + 1 : chunks.length;
  if (start < 0 || runEnd(chunks, start) !== end) {
    return;
  }
  const joined = joinChunks(chunks, start, end);
  const isValue = index.has(valueKey(joined)) || dimensionParts(joined).length > 0;
  const isBeginning = end - start > 1 ? isCounted || !isValue : isCounted && /\d/.test(joined);
  const partial = isBeginning ? partialTerms(joined, query) : [];
  if (partial.length > 0) {
    name(named, [start, end], { partial });
  }
}
