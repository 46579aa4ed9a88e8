import type { LexicalIndex } from '../lexical/lexical-index.js';
import type { Chunk } from '../text/chunks.js';
import { chunksOf, isUnspaced } from '../text/chunks.js';
import { stem } from '../text/stem.js';
import { fillers, stopWords } from '../text/stop-words.js';
import {
  bigramsOf,
  codeDigits,
  codeKey,
  codeRoot,
  digitsKey,
  identifierKey,
  joinChunks,
  measureOf,
  measureOfCode,
  rootKey,
  valueKey,
  wholeValue,
  wordKey,
} from '../text/terms.js';

const joinedChunksMax = 8;
const joinedCharactersMax = 64;
/** Beyond, a query is prose, and comparing all its runs would cost more than it finds. */
const valueChunksMax = 40;

/** A term that can stand for a part of the query, and how well: 1 means the same, less a relative. */
export interface Alternative {
  readonly term: number;
  readonly quality: number;
}

/** One part of a query: a word, a number or measure, or a code, with the index's terms for it. */
export interface QueryPart {
  readonly kind: 'word' | 'number' | 'code';
  /** Inverse document frequency of its exact spelling, or of its nearest relative; the highest when unknown. */
  readonly weight: number;
  readonly alternatives: readonly Alternative[];
}

/** A query as an index understands it. */
export interface QueryPlan {
  readonly chunks: readonly Chunk[];
  readonly parts: readonly QueryPart[];
  /** The longest run of the query that is the whole value of some record's field, and its share of the query. */
  readonly value: { readonly term: number; readonly share: number } | undefined;
}

/** How well a relative of a code stands for it. */
const quality = { same: 1, joinedCode: 0.99, joinedWords: 0.9, extended: 0.75, sibling: 0.5, digits: 0.35 } as const;

/** Reads a query with the index's vocabulary. */
export function planQuery(text: string, index: LexicalIndex): QueryPlan {
  const chunks = chunksOf(text);
  return { chunks, parts: partsOf(chunks, index), value: longestValue(chunks, index) };
}

function partsOf(chunks: readonly Chunk[], index: LexicalIndex): QueryPart[] {
  const joined = knownJoins(chunks, index);
  const parts: QueryPart[] = [];
  let hasContent = false;
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as Chunk;
    const next = chunks[at + 1];
    const measure = next && next.joint !== 'break' ? measureOf(chunk.text, next.text) : undefined;
    if (chunk.kind === 'number' && measure !== undefined && !joined[at]) {
      parts.push(measurePart(measure, chunk.text, index));
      at++;
    } else if (chunk.kind === 'word') {
      parts.push(...wordParts({ word: chunk.text, joined: joined[at] }, index));
    } else {
      parts.push(codePart({ code: chunk.text, joined: joined[at] }, index));
    }
    hasContent ||= !stopWords.has(chunk.text);
  }
  return hasContent ? parts.filter((part) => part.weight > 0) : stopWordParts(chunks, index);
}

function longestValue(chunks: readonly Chunk[], index: LexicalIndex): QueryPlan['value'] {
  if (chunks.length > valueChunksMax) {
    return undefined;
  }
  for (let length = chunks.length; length > 0; length--) {
    for (let start = 0; start + length <= chunks.length; start++) {
      const value = wholeValue(chunks, start, start + length);
      const term = value === undefined ? -1 : index.find(valueKey(value));
      if (index.frequency(term) > 0) {
        const content = chunks.filter(({ text }, i) => (i >= start && i < start + length) || saysSomething(text));
        return { term, share: length / content.length };
      }
    }
  }
  return undefined;
}

/** Whether a word around a name says something about the record: "price" and "please" do not. */
function saysSomething(word: string): boolean {
  return !stopWords.has(word) && !fillers.has(word);
}

/** For each chunk the terms of the joined spelling that it is a part of, where some record has that spelling. */
function knownJoins(chunks: readonly Chunk[], index: LexicalIndex): (Alternative[] | undefined)[] {
  const joins: (Alternative[] | undefined)[] = new Array(chunks.length).fill(undefined);
  for (let start = 0; start < chunks.length; ) {
    const { end, alternatives } = longestJoin(chunks, start, index);
    joins.fill(alternatives, start, alternatives ? end : start);
    start = end;
  }
  return joins;
}

function longestJoin(
  chunks: readonly Chunk[],
  start: number,
  index: LexicalIndex,
): { end: number; alternatives: Alternative[] | undefined } {
  let end = start + 1;
  while (end < chunks.length && end - start < joinedChunksMax && (chunks[end] as Chunk).joint !== 'break') {
    end++;
  }
  for (; end > start + 1; end--) {
    const joined = joinChunks(chunks, start, end);
    if (joined.length > joinedCharactersMax || measureOfCode(joined) !== undefined) {
      continue;
    }
    const hasDigit = /\d/.test(joined);
    const alternatives = known(index, [
      [codeKey(joined), hasDigit ? quality.joinedCode : quality.same],
      [identifierKey(joined), hasDigit ? quality.joinedCode : quality.same],
      [wordKey(stem(joined)), quality.joinedWords],
    ]);
    if (alternatives.length > 0) {
      return { end, alternatives };
    }
  }
  return { end: start + 1, alternatives: undefined };
}

/** The terms among the keys that some record holds. */
function known(index: LexicalIndex, keys: readonly (readonly [key: number, quality: number])[]): Alternative[] {
  return keys
    .map(([key, quality]) => ({ term: index.find(key), quality }))
    .filter(({ term }) => index.frequency(term) > 0);
}

/** The weight of a part is that of its best known spelling. */
function makePart(kind: QueryPart['kind'], alternatives: readonly Alternative[], index: LexicalIndex): QueryPart {
  let best: Alternative | undefined;
  for (const alternative of alternatives) {
    if (best === undefined || alternative.quality > best.quality) {
      best = alternative;
    }
  }
  return { kind, weight: index.inverseFrequency(best ? index.frequency(best.term) : 0), alternatives };
}

function wordParts(
  { word, joined = [] }: { word: string; joined: Alternative[] | undefined },
  index: LexicalIndex,
): QueryPart[] {
  if (stopWords.has(word) && joined.length === 0) {
    return [];
  }
  const terms = isUnspaced(word) ? bigramsOf(word) : [stem(word)];
  // A part of an e-mail address or of an identifier: the word alone, in another record, is not it.
  const isCode = joined.some((alternative) => alternative.quality === quality.same);
  const alone = isCode ? quality.sibling : quality.same;
  const kind = isCode ? 'code' : 'word';
  const parts = terms.map((term) => makePart(kind, [...known(index, [[wordKey(term), alone]]), ...joined], index));
  return fillers.has(word) ? parts.filter(({ alternatives }) => alternatives.length > 0) : parts;
}

function stopWordParts(chunks: readonly Chunk[], index: LexicalIndex): QueryPart[] {
  return chunks.map(({ text }) => makePart('word', known(index, [[wordKey(stem(text)), quality.same]]), index));
}

function measurePart(measure: string, number: string, index: LexicalIndex): QueryPart {
  const keys = [[codeKey(measure), quality.same] as const, [codeKey(number), quality.sibling] as const];
  return makePart('number', known(index, keys), index);
}

function codePart(
  { code, joined = [] }: { code: string; joined: Alternative[] | undefined },
  index: LexicalIndex,
): QueryPart {
  const measure = measureOfCode(code);
  const keys: [number, number][] = [
    [codeKey(measure ?? code), quality.same],
    // A small number may be a record's id, but more often it is part of a name ("iPhone 7").
    [identifierKey(code), isStrongCode(code) ? quality.same : quality.sibling],
    [rootKey(code), quality.extended],
  ];
  const root = codeRoot(code);
  if (root !== undefined) {
    keys.push([codeKey(root), quality.extended], [rootKey(root), quality.sibling]);
  }
  const digits = codeDigits(code);
  if (digits !== undefined) {
    keys.push([codeKey(digits), quality.digits], [digitsKey(digits), quality.digits]);
  }
  const kind = measure === undefined && isStrongCode(code) ? 'code' : 'number';
  return makePart(kind, distinct([...joined, ...known(index, keys)]), index);
}

function distinct(alternatives: readonly Alternative[]): Alternative[] {
  const best = new Map<number, Alternative>();
  for (const alternative of alternatives) {
    if ((best.get(alternative.term)?.quality ?? 0) < alternative.quality) {
      best.set(alternative.term, alternative);
    }
  }
  return [...best.values()];
}

/** Five characters with a digit, four with two, or four digits: too specific to be a quantity. */
function isStrongCode(code: string): boolean {
  return /^\d+$/.test(code) ? code.length >= 4 : code.length >= 5 || (code.length === 4 && /\d.*\d/.test(code));
}
