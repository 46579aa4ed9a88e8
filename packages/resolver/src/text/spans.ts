import type { Chunk } from './chunks.js';
import { chunksOf } from './chunks.js';
import { isHost, runEnd } from './codes.js';
import { hashText } from './hash.js';
import { lackingEndings, phraseAt } from './marks.js';
import { endAt, plainNumber, rows, type ScannedText, type SpanKind } from './span-rows.js';
import { innerArticles } from './stop-words.js';
import { stem } from './words.js';

export type { ScannedText, SpanKind };

/** A mark in a text, with the chunks that it consists of. */
export interface Span {
  readonly kind: SpanKind;
  readonly first: number;
  readonly end: number;
  /** What equal marks have in common, in every spelling. The first one is the most exact one. */
  readonly values: readonly string[];
  /** What marks have in common of which a record has only one value, with this value. */
  readonly groups: readonly { readonly name: string; readonly value: string }[];
}

/** Key of the records with a mark. */
export const spanKey = (kind: SpanKind, value: string): number => hashText(`${kind} ${value}`, 9);
/** Key of the records with any mark of a group. */
export const groupKey = (kind: SpanKind, group: string): number => hashText(`any ${kind} ${group}`, 9);

/** Where a text of a record is. */
export type Place = 'title' | 'value' | 'identifier';

/** Maximum chunks of a field that is a name or a value rather than prose. */
const nameChunksMax = 12;

/** Kinds that only names have, and kinds that are found as words. */
const nameOnly = new Set<SpanKind>(['letter', 'ordinal', 'number']);
const asWords = new Set<SpanKind>(['colour', 'opposite', 'not']);

/** Marks of a text as the keys under which a record with it is indexed. */
export function spanKeys(text: ScannedText, place: Place): number[] {
  // In prose and in codes, single letters and numbers mean something else than in a name, and prose contradicts nothing.
  const isProse = place === 'identifier' || (place === 'value' && text.chunks.length > nameChunksMax);
  const numbers = (first: number, end: number) =>
    text.chunks.slice(first, end).flatMap((chunk) => /^\d+(?:\.\d+)?/.exec(chunk.text)?.[0] ?? []);
  // "Keeps the washer free of lint" says nothing of a name.
  const isApart = ({ kind, end }: Span) =>
    kind === 'without' &&
    text.chunks[end - 1]?.joint === 'space' &&
    lackingEndings.some((ending) => ending === text.chunks[end - 1]?.text);
  const spans = scan(text).filter(
    (span) => !(asWords.has(span.kind) || (isProse && (nameOnly.has(span.kind) || isApart(span)))),
  );
  const { from = 0 } = (place === 'title' && mentionIn(text)) || {};
  const head = text.chunks.slice(0, from).map((chunk) => headKeys.of(chunk.text));
  const marks = spans.flatMap(({ kind, first, end, values, groups }) => [
    ...values.map((value) => spanKey(kind, value)),
    ...groups.flatMap(({ name, value }) => [spanKey(kind, value), ...(isProse ? [] : [groupKey(kind, name)])]),
    // "bench 90" is asked for a bench of 90 cm, too.
    ...(!isProse && (kind === 'quantity' || kind === 'size') ? numbers(first, end) : []).map((each) =>
      spanKey('number', plainNumber(each)),
    ),
  ]);
  const [first, second] = text.chunks;
  const isName = first?.kind === 'word' && second?.joint !== 'tight';
  const begins = place !== 'title' ? [] : [isName ? firstKeys.of(first.text) : firstKeys.none];
  return [...marks, ...begins, ...(head.length > 0 ? [headKeys.any, ...head] : [])];
}

/** Where a text says what a thing is for: from a word such as "for" or "replaces" to the end of the phrase. */
export function mentionIn({ chunks }: ScannedText): { readonly from: number; readonly to: number } | undefined {
  const words = chunks.map(({ text }) => text);
  const from = words.findIndex((_, at) => phraseAt(words, at)?.kind === 'for');
  const isEnd = ({ joint, sign }: Chunk) =>
    (joint === 'space' && sign !== '') || (joint === 'break' && /[.;)]/.test(sign));
  const to = chunks.findIndex((chunk, at) => at > from && isEnd(chunk));
  return from < 0 ? undefined : { from, to: to < 0 ? chunks.length : to };
}

/** Keys of the words of a title before what the thing is for: "Case" of "Case for Sony PSP". */
export const headKeys = { any: groupKey('for', ''), of: (word: string) => spanKey('for', `head ${stem(word)}`) };

/** Keys of the first word of a title, which is often the maker: "Sony" of "Sony Turntable". `none`: it begins with a code. */
export const firstKeys = {
  none: groupKey('name', 'first'),
  of: (word: string) => spanKey('name', `first ${stem(word)}`),
};

/** The runs of digits with separators, the numbers side by side, and the hosts of a text. Their chunks have other marks too. */
function overlays({ folded, chunks }: ScannedText): Span[] {
  const spans: Span[] = [];
  const add = (kind: SpanKind, [first, end]: readonly [number, number], value: string, name: string) =>
    spans.push({ kind, first, end, values: [value], groups: [{ name, value }] });
  for (const { 0: text, index } of /\d[^\w\s]\d/.test(folded) ? folded.matchAll(separated) : []) {
    const first = chunks.findIndex(({ start, text: own }) => start + own.length > index);
    const groups = text.replace(/,(?=\d{3}(?!\d))/g, '').split(/\D/);
    const digits = groups.join('');
    if (first >= 0 && groups.length > 1 && digits.length <= groupedDigitsMax) {
      const values = groups.slice(1).map((_, i) => `${digits} ${groups.slice(0, i + 1).join('').length}`);
      spans.push({ kind: 'grouped', first, end: endAt({ folded, chunks }, first, text), values, groups: [] });
    }
  }
  chunks.forEach(({ text, kind, joint }, at) => {
    const before = chunks[at - 1];
    if (kind === 'number' && before?.kind === 'number' && joint !== 'break' && before.text !== text) {
      add('order', [at - 1, at + 1], `${before.text} ${text}`, [before.text, text].sort().join(' '));
    }
    const run = joint === 'tight' || chunks[at + 1]?.sign !== '.' ? [] : chunks.slice(at, runEnd(chunks, at));
    if (isHost(run)) {
      add('host', [at, at + run.length], run.map((chunk) => chunk.text).join('.'), '');
    }
  });
  return spans;
}

/** Longer digits are not compared by their separators. */
const groupedDigitsMax = 32;
const separated = /\d+(?:[-_/.,:#+&'’]\d+)+/g;

/** Finds the marks of a text, in order. A mark begins with a chunk and consists of whole ones. */
export function scan(text: ScannedText): Span[] {
  const { chunks } = text;
  const words = chunks.map((chunk) => chunk.text);
  const spans: Span[] = [];
  for (let at = 0; at < chunks.length; ) {
    const span = phraseSpan(text, words, at) ?? spanAt(text, at);
    if (span !== undefined) {
      spans.push(span);
    }
    at = Math.max(at + 1, span?.end ?? 0);
  }
  return [...spans, ...overlays(text)];
}

function spanAt(text: ScannedText, at: number): Span | undefined {
  const { start, text: first, kind: written } = text.chunks[at] as Chunk;
  const isWord = written === 'word' && first.length > 2;
  for (const { kind, look, read, begins } of rows[/^\d/.test(first) ? 'digit' : 'letter']) {
    // Most words begin no mark. Regular expressions would take longer than the rest.
    if (isWord && look !== undefined && !begins?.has(first)) {
      continue;
    }
    if (look !== undefined) {
      look.lastIndex = start;
    }
    const match = look === undefined ? nothing : look.exec(text.folded);
    const found = match && read(match, text, at);
    if (match && found) {
      const [value = ''] = found.values;
      const groups = (found.groups ?? []).map((group) => (typeof group === 'string' ? { name: group, value } : group));
      const end = found.end ?? endAt(text, at, match[0] || first);
      return { kind: found.kind ?? kind, first: at, end, values: found.values, groups };
    }
  }
  return undefined;
}

const nothing = Object.assign([''], { index: 0, input: '' }) as RegExpExecArray;

/** A word such as "without", "for" and "to", with the word behind it. */
function phraseSpan({ chunks }: ScannedText, words: readonly string[], at: number): Span | undefined {
  const phrase = phraseAt(words, at);
  const next = chunks[at + (phrase?.length ?? 0)];
  // "Order no. 5" has a label, and "w" can be the letter of a code.
  const isLabel = words[at] === 'no' && next !== undefined && next.kind !== 'word';
  const isInCode = [chunks[at], next].some((each) => each?.joint === 'tight' && !/^[-/]$/.test(each.sign));
  if (phrase === undefined || isLabel || isInCode) {
    return undefined;
  }
  const { kind, length } = phrase;
  const named = isArticle(chunks, at + length) ? chunks[at + length + 1] : next;
  const value = named === undefined || named.joint === 'break' ? '' : stem(named.text);
  return { kind, first: at, end: at + length, values: [value], groups: [] };
}

/** Whether the chunk at a position is an article before a word: "the" of "without the lid". */
export function isArticle(chunks: readonly Chunk[], at: number): boolean {
  const [article, named] = [chunks[at], chunks[at + 1]];
  const isWord = named?.kind === 'word' && named.joint === 'space' && named.text.length > 1;
  return isWord && article?.joint === 'space' && innerArticles.has(article.text);
}

/** Whether two codes of the same letters and digits have separators in other places, such as "1.10.2" and "11.0.2". */
export function isRegrouped(one: string, other: string): boolean {
  const [places, others] = [one, other].map((folded) =>
    scan({ folded, chunks: chunksOf(folded) }).flatMap(({ kind, values }) => (kind === 'grouped' ? values : [])),
  ) as [string[], string[]];
  return places.some((value) => !others.includes(value)) && others.some((value) => !places.includes(value));
}
