import type { LexicalView } from '@tessera/search-engine';
import type { Chunk } from '../text/chunks.js';
import { type DigitGroups, digitGroupsIn, isHost, isStrongCode, runEnd } from '../text/codes.js';
import {
  codeKey,
  cutKey,
  joinChunks,
  measureOf,
  measureOfCode,
  repeatedKey,
  timeKey,
  valueKey,
  wholeValue,
  wordKey,
} from '../text/keys.js';
import { isPlain, stopWords } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import type { NamedIdentifiers, Role } from './named-identifiers.js';
import { startsAsPhone } from './written.js';

/** A query with more chunks is prose. Comparing its parts with whole values would cost more than it finds. */
const valueChunksMax = 40;

/** A part of a query that is the whole value of a field in some record. */
export interface PlanValue {
  readonly term: number;
  readonly repeated: number;
  /** The share of the query. */
  readonly share: number;
  /** Whether it is a code, and the query does not name it as an identifier. */
  readonly isCodeBeside: boolean;
}

/** What a record must have as the query writes it: a time of day, a host, a measure, a size, or digits. */
export interface PlanLiteral {
  readonly text: string;
  /** The terms of a record that has it; -1 if no record has it. */
  readonly terms: readonly number[];
  /** The terms of which a record that has it otherwise has one: its characters with other signs, or another time. */
  readonly others: readonly number[];
  /** Whether a record without `terms` and `others` lacks it too. */
  readonly isStrict: boolean;
}

/** The chunks of a query, with its identifiers. */
export interface QueryText {
  readonly chunks: readonly Chunk[];
  /** The same chunks, in which letters such as ü are spelled out. */
  readonly spelledOut: readonly Chunk[];
  readonly named: NamedIdentifiers;
}

/** Maximum literals of a query. */
const literalsMax = 50;
/** Numbers of a query that are compared with the one after a word. */
const numbersMax = 8;
const year = /^(?:19|20)\d\d$/;

/** The times, measures, hosts, sizes and digits of a query that a record must have as they are written. */
export function literalsOf({ chunks, named }: QueryText, folded: string, index: LexicalView): PlanLiteral[] {
  const groups = digitGroupsIn(folded).filter(({ start }) => !isDialled(start, { chunks, named, folded }));
  const find = (keys: readonly number[]) => keys.map((key) => index.find(key));
  const literals = [
    ...chunks.flatMap((_, at) => [
      ...timeAt(chunks, at),
      ...(named.roles[at] === 'identifier'
        ? []
        : [...measureAt(chunks, at), ...hostAt(chunks, at), ...orderAt(chunks, at)]),
    ]),
    ...groups.flatMap(groupLiterals),
    ...(named.identifiers.length > 0 ? [] : countsOf(chunks, named)),
  ].map(({ others, keys, ...literal }) => ({
    ...literal,
    terms: find(keys),
    others: find(others).filter((term) => index.frequency(term) > 0),
  }));
  return literals.filter(({ isStrict, others }) => isStrict || others.length > 0).slice(0, literalsMax);
}

type LiteralKeys = Pick<PlanLiteral, 'text' | 'isStrict'> & Readonly<Record<'keys' | 'others', readonly number[]>>;

/** Whether digits are those of a telephone number that starts like one. Its punctuation has no meaning. */
function isDialled(start: number, { chunks, named, folded }: Pick<QueryText, 'chunks' | 'named'> & { folded: string }) {
  return [...named.written].some(([first, { end }]) => {
    const from = chunks[first]?.start ?? 0;
    return start >= from && start < (chunks[end]?.start ?? folded.length) && startsAsPhone(folded, from);
  });
}

/** Two numbers with a colon between them. Another record may have them side by side in another way. */
function timeAt(chunks: readonly Chunk[], at: number): LiteralKeys[] {
  const [first, second] = [chunks[at], chunks[at + 1]];
  const isTime =
    first?.kind === 'number' && second?.kind === 'number' && second.joint === 'tight' && second.sign === ':';
  return isTime
    ? [{ text: `${first.text}:${second.text}`, keys: [pairKey(first, second)], others: [timeKey], isStrict: true }]
    : [];
}

/** A host at the start of a run. Its words alone would match in their stem, and stop words not at all. */
function hostAt(chunks: readonly Chunk[], at: number): LiteralKeys[] {
  const run = chunks[at]?.joint === 'tight' ? [] : chunks.slice(at, runEnd(chunks, at));
  const keys = [codeKey(joinChunks(run, 0, run.length))];
  return isHost(run) ? [{ text: run.map(({ text }) => text).join('.'), keys, others: [], isStrict: true }] : [];
}

/** A number with a unit. Another record may have the unit with another number, and the number with another unit. */
function measureAt(chunks: readonly Chunk[], at: number): LiteralKeys[] {
  const [number, unit] = [chunks[at], chunks[at + 1]];
  const isMeasure = number?.kind === 'number' && unit?.kind === 'word' && unit.joint === 'space';
  const measure = isMeasure && !stopWords.has(unit.text) ? measureOf(number.text, unit.text) : undefined;
  return measure === undefined
    ? []
    : [{ text: measure, keys: [codeKey(measure)], others: [wordKey(stem(unit?.text ?? ''))], isStrict: false }];
}

/** The only number with a quantity word, which in some titles is the size of a pack: "Tablets 20 pieces". */
function countsOf(chunks: readonly Chunk[], { quantities: { counting } }: NamedIdentifiers): LiteralKeys[] {
  const isCount = (at: number) => counting.has(at) && chunks[at]?.kind === 'number';
  const counts = chunks.flatMap(({ text: word }, at) =>
    word !== 'x' && counting.has(at) && isCount(at - 1) ? [at] : [],
  );
  const [only = 0] = counts;
  const [number, word] = [chunks[only - 1]?.text ?? '', chunks[only]?.text ?? ''];
  const literal = {
    text: `${number} ${word}`,
    keys: [codeKey(number)],
    others: [wordKey(stem(word))],
    isStrict: false,
  };
  return counts.length === 1 ? [literal] : [];
}

/**
 * A number after a word or number, for which some record has another number of the query: "row 5 seat 4" is not "row 4
 * seat 5", and "55/205" not "205/55". A year can be before or after another number.
 */
function orderAt(chunks: readonly Chunk[], at: number): LiteralKeys[] {
  const [first, second] = [chunks[at], chunks[at + 1]];
  const isYear = year.test(first?.text ?? '') || year.test(second?.text ?? '');
  if (
    first === undefined ||
    second?.kind !== 'number' ||
    second.joint === 'break' ||
    first.text === second.text ||
    isYear
  ) {
    return [];
  }
  const text = `${first.text}${second.sign || ' '}${second.text}`;
  const numbers = chunks.filter(({ kind, text }) => kind === 'number' && text !== second.text).slice(0, numbersMax);
  const others = first.kind === 'number' ? [pairKey(second, first)] : numbers.map((other) => pairKey(first, other));
  return [{ text, keys: [pairKey(first, second)], others, isStrict: false }];
}

function pairKey(first: Chunk, second: Chunk): number {
  return codeKey((first.text + second.text).replaceAll('.', ''));
}

/** Digits that some record may have with punctuation in other places; for a version, also in more or fewer places. */
function groupLiterals({ text, digits, cuts, isVersion, isDecimal }: DigitGroups): LiteralKeys[] {
  const keyAt = (cut: number) => cutKey(digits, cut);
  const literal = (keys: readonly number[], others: readonly number[]) => ({ text, keys, others, isStrict: false });
  const others = Array.from({ length: digits.length }, (_, cut) => cut).filter((cut) => !cuts.includes(cut));
  // No record has punctuation before the first digit.
  const never = [keyAt(0)];
  const version = keyAt(digits.length);
  if (cuts.length === 0) {
    return [literal(never, [version])];
  }
  const keys = cuts.map(keyAt);
  return isVersion
    ? [...(isDecimal ? [] : [literal(keys, [version, codeKey(digits)])]), literal(never, others.map(keyAt))]
    : [literal(keys, others.map(keyAt))];
}

/** Finds the longest whole value first, then values in the rest of the query. */
export function valuesOf({ chunks, spelledOut, named }: QueryText, index: LexicalView): PlanValue[] {
  const texts = spelledOut === chunks ? [chunks] : [chunks, spelledOut];
  const taken = new Array<boolean>(chunks.length).fill(false);
  const values: (Omit<PlanValue, 'share'> & { readonly length: number })[] = [];
  const isBeside = (role: Role) => role === 'beside';
  const shortest = chunks.length > valueChunksMax ? chunks.length : 1;
  for (let length = chunks.length; length >= shortest; length--) {
    for (let start = 0; start + length <= chunks.length; start++) {
      const end = start + length;
      if (taken.slice(start, end).some(Boolean)) {
        continue;
      }
      const spellings = texts.map((text) => wholeValue(text, start, end));
      const value = spellings.find((each) => each !== undefined && index.has(valueKey(each)));
      if (value !== undefined) {
        taken.fill(true, start, end);
        const isCode = /\d/.test(value) && isStrongCode(value) && measureOfCode(value) === undefined;
        values.push({
          term: index.find(valueKey(value)),
          repeated: index.find(repeatedKey(value)),
          length,
          isCodeBeside: isCode && named.roles.slice(start, end).every(isBeside),
        });
      }
    }
  }
  const content = chunks.filter(({ text }, i) => taken[i] || !isPlain(text)).length;
  return values.map(({ length, ...terms }) => ({ ...terms, share: length / content }));
}
