import type { SpanKind } from '../text/spans.js';
import { agreement } from './match.js';
import type { Presence } from './presence.js';
import { isMarkWord, type Region } from './query-core.js';
import type { PlanMark } from './query-marks.js';
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
  readonly record: Presence;
  readonly core: Region;
}

/** Kinds whose words are read as words if the record has nothing of the kind. */
const wordKinds = new Set<SpanKind>(['colour', 'opposite', 'ordinal', 'with', 'to', 'for']);
/** Kinds that can be written together with the word beside them. */
const joinedKinds = new Set<SpanKind>(['letter', 'number', 'colour', 'opposite']);
/** Kinds that a request can have before its other words: "I am looking for". */
const requestKinds = new Set<SpanKind>(['to', 'for', 'with', 'letter']);

/** Reads a mark of a query, and the positions whose words are accounted for with it. */
export function readMark(
  mark: PlanMark,
  { plan, record, core }: Accounted,
): { part?: Part; covered: readonly number[] } {
  const { kind, first, end, text } = mark;
  const { roles, counting } = plan;
  const has = hasMark(mark, record);
  const positions = Array.from({ length: end - first }, (_, i) => first + i);
  const isIdentifier = positions.some((at) => roles[at] === 'identifier');
  const isMention = first >= core.from && roles[end] === 'identifier' && !isOfRequest(mark, core, plan);
  const beside = besideOf(mark, { has, isIdentifier, isMention }, plan);
  if (beside !== undefined) {
    return { part: { text, kind, has: beside }, covered: [] };
  }
  if (isOnlyArticle(mark, has, { plan, record })) {
    return { covered: positions };
  }
  if (isIdentifier || isOfRequest(mark, core, plan) || isWrittenTogether(mark, has, { plan, record })) {
    return { covered: [] };
  }
  if (wordKinds.has(kind) && has !== 'other') {
    const isEdge = isMarkWord(text) && has === 'nothing' && (first === core.from || end === core.to);
    return { covered: has === 'same' ? positions : [], ...(isEdge ? { part: { text, kind, has } } : {}) };
  }
  const isQuantity = (first < core.from || end > core.to) && positions.some((at) => counting.has(at));
  // "x 4" is a quantity, but "4-pack" another pack, and "20 tablets" can be those of the title.
  const isOfTitle = kind !== 'letter' && mark.others.some(({ any }) => any.some(record.isInTitle));
  const isWanted = isQuantity && kind !== 'pack' && !isOfTitle;
  // Numbers of so many digits are codes.
  const part = kind === 'number' && /\d{5}/.test(text) ? 'code' : kind;
  return { part: { text, kind: part, has: isWanted ? 'same' : has }, covered: positions };
}

/** Whether a mark is an article, and no letter of the record is compared with it: "hinge for a left door, size B". */
function isOnlyArticle(mark: PlanMark, has: Has, { plan, record }: Pick<Accounted, 'plan' | 'record'>): boolean {
  const isOther = (each: PlanMark) => each !== mark && each.kind === 'letter' && each.same.some(record.has);
  return mark.isArticle && (has === 'nothing' || plan.marks.some(isOther));
}

/** What the record has of a mark that is compared beside the words that it consists of; `undefined` for others. */
function besideOf(
  { kind, first, values, groups }: PlanMark,
  { has, isIdentifier, isMention }: { readonly has: Has; readonly isIdentifier: boolean; readonly isMention: boolean },
  { dialled, counting }: QueryPlan,
): Has | undefined {
  if (kind === 'grouped' || kind === 'order' || kind === 'place') {
    return has === 'other' && !dialled.has(first) ? 'other' : 'same';
  }
  if (kind === 'sign') {
    // No record says of a word that it has no sign.
    const isPlain = values[0] === groups[0]?.name;
    return isPlain && (has === 'nothing' || counting.has(first)) ? 'same' : has;
  }
  if (kind === 'host') {
    return isIdentifier ? 'same' : has;
  }
  // A charger for NB-2LH is not NB-2LH.
  return (kind === 'for' || kind === 'without') && isMention ? 'other' : undefined;
}

/** Whether a mark only belongs to a request, as in "I am looking for", or to the label of an identifier: "order no". */
function isOfRequest({ kind, first, end }: PlanMark, core: Region, { chunks, roles }: QueryPlan): boolean {
  const isLabel = kind === 'without' && chunks[first]?.text === 'no' && roles[end] === 'identifier';
  return isLabel || (first < core.from && requestKinds.has(kind));
}

/** Whether the record has the words of a mark written together with those beside it. */
function isWrittenTogether(
  { kind, first, end }: PlanMark,
  has: Has,
  { plan, record }: Pick<Accounted, 'plan' | 'record'>,
): boolean {
  const joins = plan.joins.slice(first, end);
  // "Blue S" is not the plural of blue.
  const isApart = kind === 'letter' && plan.chunks[first]?.joint !== 'tight' && plan.chunks[end]?.joint !== 'tight';
  return (
    has === 'nothing' &&
    !isApart &&
    joinedKinds.has(kind) &&
    joins.every((each) => each?.some(({ term, quality }) => quality >= agreement && record.has(term)))
  );
}

/** What a record has of a mark. Prose mentions colours and opposites of other things, so only the title contradicts. */
function hasMark({ kind, text, same, others, swaps }: PlanMark, { has, isInTitle }: Presence): Has {
  if (kind !== 'number' && others.some(({ any, none }) => any.some(isInTitle) && !none.some(isInTitle))) {
    return 'other';
  }
  // Prose is full of stop words.
  if (same.some(isMarkWord(text) ? isInTitle : has) && kind !== 'grouped') {
    return swaps.some(({ all, none }) => all.every(has) && !none.some(has)) ? 'other' : 'same';
  }
  const isOther = others.some(({ any, none }) => any.some(has) && !none.some(has));
  return isOther && kind !== 'colour' && kind !== 'opposite' ? 'other' : 'nothing';
}
