import { type SpanKind, spanKey } from '../text/spans.js';
import { stem } from '../text/words.js';
import type { RecordKeys } from './presence.js';
import { isMarkWord, type Region } from './query-core.js';
import type { Place, PlanMark } from './query-marks.js';
import type { QueryPlan, QueryToken } from './query-plan.js';

/** What a record has of a part of the query: the same, another of its kind, or nothing of the kind. */
export type Has = 'same' | 'other' | 'nothing';

/** The kind of a mark, word or code of a query. */
export type PartKind = SpanKind | QueryToken['kind'];

/** A part of a query with what the record has of it. */
export interface Part {
  readonly text: string;
  readonly kind: PartKind;
  readonly has: Has;
}

/** A query and the record that is accounted for. */
export interface Accounted {
  readonly plan: QueryPlan;
  readonly record: RecordKeys;
  readonly core: Region;
}

/** Kinds whose words are read as words if the record has nothing of the kind. */
const wordKinds = new Set<SpanKind>(['colour', 'opposite', 'ordinal', 'with', 'to', 'for']);
/** Kinds of marks whose chunks have other marks too. */
const overlayKinds = new Set<SpanKind>(['grouped', 'order', 'place', 'host', 'address']);
/** Kinds that a request can have before its other words: "I am looking for". */
const requestKinds = new Set<SpanKind>(['to', 'for', 'with', 'letter']);

/** Reads a mark of a query, and the positions whose words are accounted for with it. */
export function readMark(
  mark: PlanMark,
  { plan, record, core }: Accounted,
): { part?: Part; covered: readonly number[] } {
  const { kind, first, end, text, values } = mark;
  const { roles } = plan;
  const has = hasMark(mark, record);
  const positions = Array.from({ length: end - first }, (_, i) => first + i);
  const isIdentifier = positions.some((at) => roles[at] === 'identifier');
  const beside = besideOf(mark, { has, isIdentifier }, plan);
  if (beside !== undefined) {
    return { part: { text, kind, has: beside }, covered: [] };
  }
  if (mark.isArticle && has === 'nothing') {
    return { covered: positions };
  }
  if (isIdentifier || isOfRequest(mark, core, plan)) {
    return { covered: [] };
  }
  if (wordKinds.has(kind) && has !== 'other') {
    const isEdge = isMarkWord(text) && has === 'nothing' && (first === core.from || end === core.to);
    // A record without the colour or side has its word.
    const isCovered = has === 'same' && !values.some((value) => record.has(spanKey('without', stem(value))));
    return { covered: isCovered ? positions : [], ...(isEdge ? { part: { text, kind, has } } : {}) };
  }
  const isCounting = positions.some((at) => plan.counting.has(at));
  const isWanted = isCounting && isOutside(mark, core, record);
  // Numbers of so many digits are codes.
  const part = kind === 'number' && /\d{5}/.test(text) ? 'code' : kind;
  return { part: { text, kind: part, has: isWanted ? 'same' : has }, covered: positions };
}

/** What the record has of a mark whose chunks have other marks too; `undefined` for other marks. */
function besideOf(
  { kind, first, values, groups }: PlanMark,
  { has, isIdentifier }: { readonly has: Has; readonly isIdentifier: boolean },
  { counting }: QueryPlan,
): Has | undefined {
  if (kind === 'sign') {
    // No record says of a word that it has no sign, and some say a price without its currency.
    const isPlain = values[0] === groups[0]?.name || values[0]?.startsWith('unit');
    return isPlain && (has === 'nothing' || counting.has(first)) ? 'same' : has;
  }
  const isOther = has === 'other' && !(kind === 'host' && isIdentifier);
  return overlayKinds.has(kind) ? (isOther ? 'other' : 'same') : undefined;
}

/** Whether a count is that of a request. "x 4" is one, but "4-pack" is another pack, and "20 tablets" can be those of the title. */
function isOutside({ kind, first, end, others }: PlanMark, core: Region, record: RecordKeys): boolean {
  const isOfTitle = kind !== 'letter' && others.some(({ any }) => any.some(record.isInTitle));
  return (first < core.from || end > core.to) && kind !== 'pack' && !isOfTitle;
}

/** Whether a mark only belongs to a request, as in "I am looking for", or to the label of an identifier: "order no". */
function isOfRequest({ kind, first, end }: PlanMark, core: Region, { chunks, roles }: QueryPlan): boolean {
  const isLabel = kind === 'without' && chunks[first]?.text === 'no' && roles[end] === 'identifier';
  return isLabel || (first < core.from && requestKinds.has(kind));
}

/** What a record has of a mark. Prose mentions colours and opposites of other things, so only the title contradicts. */
function hasMark({ kind, text, same, others, swaps }: PlanMark, { has, isInTitle }: RecordKeys): Has {
  const isAt = ({ any, none }: Place) => any.some(has) && !none.some(has);
  if (kind !== 'number' && others.some(({ any, none }) => any.some(isInTitle) && !none.some(isInTitle))) {
    return 'other';
  }
  // Prose is full of stop words.
  if (same.some(isMarkWord(text) ? isInTitle : has) && kind !== 'grouped') {
    return swaps.some(({ all, none }) => all.every(has) && !none.some(has)) ? 'other' : 'same';
  }
  return others.some(isAt) && kind !== 'colour' && kind !== 'opposite' ? 'other' : 'nothing';
}
