import type { LexicalView } from '@tessera/search-engine';
import { type Chunk, chunksOf, scanned, searchedPart } from '../text/chunks.js';
import { codeMax, isStrongCode, joinableEnd, withoutNumberKinds, withoutScannerMarks } from '../text/codes.js';
import {
  codeKey,
  digitsKey,
  identifierKey,
  joinChunks,
  measureOf,
  measureOfCode,
  rootKey,
  sharedParts,
  wordKey,
} from '../text/keys.js';
import { wordTerms } from '../text/line-terms.js';
import { prefixAt } from '../text/names.js';
import { spanKey } from '../text/spans.js';
import { stopWords } from '../text/stop-words.js';
import { unitOf } from '../text/units.js';
import { spellOut, squeeze, stem } from '../text/words.js';
import type { NamedIdentifiers, Role } from './named-identifiers.js';
import { codeNumber, splitGluedQuantities } from './quantities.js';
import { nameIdentifiers } from './query-identifiers.js';
import { marksOf, type PlanMark } from './query-marks.js';
import { valuesOf } from './query-values.js';
import { type Alternative, known, type Meant, mistypedAs, mistypedValues, quality, wordsMeant } from './vocabulary.js';

/** A word, number, measure or code of a query, with its terms in the index. */
export interface QueryToken {
  readonly kind: 'word' | 'number' | 'code';
  readonly role: Role;
  /** The word, number or code itself. In scripts without spaces, the whole run of characters. */
  readonly text: string;
  /**
   * The inverse document frequency of its exact spelling, or of the nearest known spelling. The highest possible one if
   * none is known.
   */
  readonly weight: number;
  readonly alternatives: readonly Alternative[];
  /** Position of its first chunk. */
  readonly at: number;
  /** The words that it is if one letter is corrected. */
  readonly corrected: readonly string[];
}

/** A query in the terms of an index. */
export type QueryPlan = ReturnType<typeof planQuery>;

/**
 * Reads a query with the vocabulary of the index. National telephone numbers belong to `phoneCountry`, if it is given.
 */
export function planQuery(text: string, index: LexicalView, phoneCountry?: string) {
  const isKnown = (text: string) => index.has(identifierKey(squeeze(text)));
  const read = withoutScannerMarks(searchedPart(text).replace(/ {2,}/g, ' '), isKnown);
  const { text: searched, isOpen } = splitGluedQuantities(withoutNumberKinds(read), index);
  const scan = scanned(searched);
  const { chunks } = scan;
  const other = spellOut(searched);
  const spelledOut = other === undefined ? chunks : chunksOf(other);
  const named = nameIdentifiers({ ...scan, index, phoneCountry });
  const marks = marksOf(scan, index);
  const meant = wordsMeant(chunks, index);
  return {
    chunks,
    tokens: tokensOf({ chunks, spelledOut, named, marks }, meant, index),
    values: valuesOf(chunks, named, index),
    mistyped: mistypedValues(chunks, meant, index),
    identifiers: named.identifiers,
    marks,
    /** The role of each chunk. */
    roles: named.roles,
    /** Positions of quantities and quantity words. */
    counting: named.counting,
    /** Whether a number in it could be a quantity or an identifier. */
    isQuantityOpen: isOpen || named.isOpen,
  };
}

/** Words of a query that no record has in any spelling that counts as the same. Excludes its identifiers. */
export function unknownWords({ tokens }: QueryPlan): string[] {
  const words = tokens.filter(({ kind, role, text }) => kind === 'word' && role === 'beside' && !stopWords.has(text));
  const known = new Set(words.filter(({ alternatives }) => alternatives.length > 0).map(({ text }) => text));
  return [...new Set(words.map(({ text }) => text))].filter((text) => !known.has(text));
}

interface QueryParts {
  readonly chunks: readonly Chunk[];
  readonly marks: readonly PlanMark[];
  /** The same chunks, in which letters such as ü are spelled out. */
  readonly spelledOut: readonly Chunk[];
  readonly named: NamedIdentifiers;
}

function tokensOf(parts: QueryParts, meant: Meant, index: LexicalView): QueryToken[] {
  const { chunks, spelledOut, named, marks } = parts;
  if (chunks.every(({ text }) => stopWords.has(text))) {
    return chunks.map(({ text }, at) =>
      makeToken({ kind: 'word', role: 'beside', text, at }, known(index, [[wordKey(stem(text)), quality.same]]), index),
    );
  }
  // "office lamp x 3" is about the lamp, but "antivirus 5 pack" about the pack.
  const { counting } = named;
  const isQuantity = [...counting].every((at) => unitOf(chunks[at]?.text ?? '') === undefined);
  const isOmitted = (at: number) => (isQuantity && counting.has(at)) || prefixAt(chunks, at) === 'elided';
  const spellings = longerSpellings(chunks, marks, index);
  const tokens: QueryToken[] = [];
  for (let at = 0; at < chunks.length; at++) {
    const { kind, text } = chunks[at] as Chunk;
    const joined = spellings[at] as Alternative[];
    const part = { role: named.roles[at] as Role, text, at };
    const whole = named.written.get(at) ?? (kind === 'number' && joined.length === 0 && measureAt(parts, at, index));
    if (isOmitted(at) && joined.length === 0) {
      continue;
    }
    if (whole) {
      tokens.push(makeToken({ ...part, ...whole }, whole.alternatives, index));
      at = whole.end - 1;
    } else if (kind === 'word') {
      tokens.push(...wordTokens({ ...part, other: spelledOut[at]?.text ?? text }, joined, meant, index));
    } else {
      tokens.push(codeToken(part, joined, index));
    }
  }
  return tokens.filter(({ role, alternatives }) => role !== 'label' || alternatives.length > 0);
}

const number = { kind: 'number' } as const;

/** A number with its unit, of which both can have several chunks. In "4214780 in stock", the number is a code. */
function measureAt({ chunks, named, marks }: QueryParts, at: number, index: LexicalView) {
  const [{ text, joint }, next] = [chunks[at] as Chunk, chunks[at + 1]];
  const mark = marks.find(({ kind, first }) => kind === 'quantity' && first === at);
  const own = [spanKey('quantity', mark?.values[0] ?? ''), quality.same] as const;
  const measure = next && next.joint !== 'break' && isUnitOf(at, named) ? measureOf(text, next.text) : undefined;
  const isCode = (codeNumber.test(text) || joint === 'tight') && stopWords.has(next?.text ?? '');
  const keys = [[codeKey(measure ?? ''), quality.same] as const, [codeKey(text), quality.sibling] as const, own];
  if (measure !== undefined) {
    const isMeasure = !isCode || index.has(codeKey(measure));
    return isMeasure ? { ...number, text: measure, end: at + 2, alternatives: known(index, keys) } : undefined;
  }
  const isLong = mark !== undefined && mark.end > at + 2;
  return isLong ? { ...number, text: mark.text, end: mark.end, alternatives: known(index, [own]) } : undefined;
}

/** Whether the chunk after a number can be its unit. In "3532 pcs 12" and "8841 A-XF 5614" it cannot. */
function isUnitOf(at: number, { roles, counting }: NamedIdentifiers): boolean {
  return roles[at + 1] !== 'identifier' && (counting.has(at) || !counting.has(at + 1));
}

/**
 * For each chunk, the terms of joined chunks, sizes and long quantities that contain it, and of records without what it
 * says: "sugarfree" is "without sugar".
 */
function longerSpellings(chunks: readonly Chunk[], marks: readonly PlanMark[], index: LexicalView): Alternative[][] {
  const spellings: Alternative[][] = chunks.map(() => []);
  const add = (first: number, end: number, alternatives: readonly Alternative[]) => {
    for (const at of spellings.slice(first, end)) {
      at.push(...alternatives);
    }
  };
  for (let start = 0; start < chunks.length; ) {
    const { end, alternatives } = longestJoin(chunks, start, index);
    add(start, end, alternatives);
    start = end;
  }
  for (const { kind, first, end, values, same } of marks) {
    const [value = ''] = values;
    const keys = same.map((key) => [key, quality.joinedCode] as const);
    const alternatives = known(index, keys);
    if (/^(?:size|date|time)$/.test(kind) || (kind === 'quantity' && end > first + 2)) {
      add(first, end, alternatives);
    } else if (kind === 'without' && value !== '') {
      const at = stem(chunks[first]?.text ?? '').startsWith(value) ? first : end;
      add(at, at + 1, alternatives);
    }
  }
  return spellings;
}

/** The longest spelling of several chunks as one that some record has. */
function longestJoin(chunks: readonly Chunk[], start: number, index: LexicalView) {
  for (let end = joinableEnd(chunks, start); end > start + 1; end--) {
    const joined = joinChunks(chunks, start, end);
    // In "Lyra 27 inch", the number belongs to the unit.
    const isMeasure = chunks[end]?.joint === 'space' && measureOf(chunks[end - 1]?.text ?? '', chunks[end]?.text ?? '');
    if (joined.length > codeMax.characters || measureOfCode(joined) !== undefined || isMeasure) {
      continue;
    }
    const own = /\d/.test(joined) ? quality.joinedCode : quality.same;
    const alternatives = known(index, [
      [codeKey(joined), own],
      [identifierKey(joined), own],
      [wordKey(stem(joined)), quality.joinedWords],
    ]);
    if (alternatives.length > 0) {
      return { end, alternatives };
    }
  }
  return { end: start + 1, alternatives: [] };
}

/** A part of a query that becomes a token. */
type Part = Pick<QueryToken, 'role' | 'text' | 'at'>;

/** Creates a token. Its weight is that of its best known spelling. */
function makeToken(
  { kind, role, text, at }: Part & Pick<QueryToken, 'kind'>,
  alternatives: readonly Alternative[],
  index: LexicalView,
): QueryToken {
  const [best] = alternatives.toSorted((a, b) => b.quality - a.quality);
  const weight = index.inverseFrequency(best ? index.frequency(best.term) : 0);
  return { kind, role, text, weight, alternatives, at, corrected: [] };
}

function wordTokens(
  { other, ...part }: Part & { readonly other: string },
  joined: readonly Alternative[],
  meant: Meant,
  index: LexicalView,
): QueryToken[] {
  const { text: word } = part;
  if (stopWords.has(word) && joined.length === 0) {
    return [];
  }
  // A part of an address or identifier must not match the same word in another record.
  const isCode = joined.some((alternative) => alternative.quality === quality.same);
  const alone = isCode ? quality.sibling : quality.same;
  const kind = isCode ? 'code' : 'word';
  const others = other === word ? [] : [[wordKey(stem(other)), alone] as const];
  return wordTerms(word).map((term) => {
    const spellings = [...known(index, [[wordKey(term), alone], ...others]), ...joined];
    const alternatives = spellings.length > 0 ? spellings : mistypedAs(word, meant, index);
    const corrected = spellings.length > 0 ? [] : (meant.get(word) ?? []);
    return { ...makeToken({ ...part, kind }, alternatives, index), corrected };
  });
}

function codeToken(part: Part, joined: readonly Alternative[], index: LexicalView): QueryToken {
  const { text: code } = part;
  const measure = measureOfCode(code);
  const { roots, digits } = sharedParts(code);
  const keys: [key: number, quality: number][] = [
    [codeKey(measure ?? code), quality.same],
    // A small number can be the id of a record, but is more often part of a name ("iPhone 7").
    [identifierKey(code), isStrongCode(code) ? quality.same : quality.digits],
    [rootKey(code), quality.extended],
  ];
  for (const root of roots) {
    keys.push([codeKey(root), quality.extended], [rootKey(root), quality.sibling]);
  }
  for (const run of digits) {
    keys.push([codeKey(run), quality.digits], [digitsKey(run), quality.digits]);
  }
  const kind = measure === undefined && isStrongCode(code) ? 'code' : 'number';
  return makeToken({ ...part, kind }, [...joined, ...known(index, keys)], index);
}
