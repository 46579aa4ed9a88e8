import type { LexicalView } from '@tessera/search-engine';
import type { Chunk, ScannedText } from '../text/chunks.js';
import { codeKey, wordKey } from '../text/keys.js';
import { opposites, phraseAt } from '../text/marks.js';
import { prefixAt } from '../text/names.js';
import { groupKey, isArticle, type Span, scan, signSpan, spanKey } from '../text/spans.js';
import { connectives, stopWords } from '../text/stop-words.js';
import { stem } from '../text/words.js';

/** A mark of a query with the keys of records that have it, or something else in its place. */
export type PlanMark = ReturnType<typeof marksOf>[number];

/** A record has something else in a place if it has one of `any`, and none of `none`. */
export type Place = PlanMark['others'][number];

/** Numbers of a query that are compared with one another. */
const numbersMax = 8;

/** Reads the marks of a query. */
export function marksOf(text: ScannedText, index: LexicalView) {
  const { folded, chunks } = text;
  const scanned = scan(text);
  const spans = [...scanned, ...unsigned(chunks, scanned, index)];
  const numbers = spans.filter(({ kind }) => kind === 'number').slice(0, numbersMax);
  return spans.map((span) => {
    const { first, end } = span;
    const start = (chunks[first] as Chunk).start;
    return {
      ...span,
      text: folded.slice(start, chunks[end]?.start ?? folded.length).replace(/[^\p{L}\p{M}\p{N}"'#+]+$/u, ''),
      /** Records with the same mark, which have one of these keys. */
      same: sameOf(span),
      /** Records that have something else in its place. */
      others: othersOf(span, numbers),
      swaps: swapsOf(span, numbers),
      /** Whether a letter can be an article: "for a left door". */
      isArticle: span.kind === 'letter' && (prefixAt(chunks, first) === 'elided' || isInPhrase(chunks, first)),
    };
  });
}

/** The words and numbers of a query that some record has with a sign: "S23", if there is an "S23+". */
function unsigned(chunks: readonly Chunk[], spans: readonly Span[], index: LexicalView): Span[] {
  const signed = new Set(spans.flatMap(({ kind, first }) => (kind === 'sign' ? [first] : [])));
  return chunks.flatMap(({ text }, at) =>
    signed.has(at) || index.find(groupKey('sign', text)) < 0 ? [] : [signSpan(at, text)],
  );
}

/** Whether an article follows a function word: "with a lid", "in a box". */
function isInPhrase(chunks: readonly Chunk[], at: number): boolean {
  const { text: before = '' } = chunks[at - 1] ?? {};
  const isFunctionWord = before.length > 1 && stopWords.has(before) && !connectives.has(before);
  const kind = phraseAt([{ text: before }], 0)?.kind;
  return kind !== 'to' && (kind !== undefined || isFunctionWord) && isArticle(chunks, at);
}

/** Opposites are found as words. */
function sameOf({ kind, values }: Span): number[] {
  const [value = ''] = values;
  return [kind === 'opposite' ? wordKey(stem(value)) : spanKey(kind, value)];
}

function othersOf(span: Span, numbers: readonly Span[]) {
  const { kind, values, groups } = span;
  const [value = ''] = values;
  switch (kind) {
    case 'colour':
      return [{ any: [groupKey(kind, '')], none: sameOf(span) }];
    case 'opposite':
      return (opposites.get(value) ?? []).map((word) => ({ any: [wordKey(stem(word))], none: sameOf(span) }));
    case 'to':
      return [{ any: [wordKey(value)], none: [spanKey('to', value)] }];
    case 'without':
      return [{ any: [wordKey(value), codeKey(value)], none: [spanKey('without', value)] }];
    case 'with':
      return [{ any: [spanKey('without', value)], none: [] }];
    case 'address':
      return [{ any: [spanKey(kind, values[1] ?? '')], none: sameOf(span) }];
    case 'grouped':
      return regrouped(values);
    default:
      return groups.map(({ name, value: own }) => ({
        any: [groupKey(kind, name)],
        // In "40 inch series 6", a record with 40 in a place of 6 has nothing against 6.
        none: [spanKey(kind, own), ...(kind === 'number' ? numbers : []).map((other) => placeKey(other, name))],
      }));
  }
}

const placeKey = ({ values }: Span, name: string) => spanKey('number', `${values[0]} ${name}`);

/** Digits with separators in other places: "1.10.2" is not "11.0.2". A record can have fewer separators, or more. */
function regrouped(values: readonly string[]) {
  const [digits = ''] = values[0]?.split(' ') ?? [];
  const places = Array.from(digits, (_, at) => `${digits} ${at}`).filter((value) => !values.includes(value));
  const any = places.map((value) => spanKey('grouped', value));
  return values.map((value) => ({ any, none: [spanKey('grouped', value)] }));
}

/**
 * The places of two numbers of a query, exchanged, and of one that it says twice: "row 5 seat 4" is not "row 4 seat 5". A
 * record with it has all of `all`, and none of `none`.
 */
function swapsOf(span: Span, numbers: readonly Span[]) {
  const others = numbers.filter(({ values }) => values[0] !== span.values[0]);
  const isTwice = numbers.length > others.length + 1;
  return (span.kind === 'number' ? span.groups : []).flatMap(({ name: place }) => [
    ...(isTwice ? [{ all: [groupKey('number', place)], none: [placeKey(span, place)] }] : []),
    ...others.flatMap((other) =>
      other.groups.map(({ name: otherPlace }) => ({
        all: [placeKey(other, place), placeKey(span, otherPlace)],
        none: [placeKey(span, place), placeKey(other, otherPlace)],
      })),
    ),
  ]);
}
