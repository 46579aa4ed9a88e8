import { isUnspaced } from '../text/chunks.js';
import { runEnd } from '../text/codes.js';
import { wordKey } from '../text/keys.js';
import { opposites, phraseAt } from '../text/marks.js';
import { isKnownWord } from '../text/meaning-table.js';
import { firstKeys, groupKey, headKeys, type SpanKind, spanKey } from '../text/spans.js';
import { isPlain, labels, stopWords, wordSet } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import { agreement, type Matcher, type TokenMatch } from './match.js';
import { Presence } from './presence.js';
import type { PlanMark } from './query-marks.js';
import type { QueryPlan, QueryToken } from './query-plan.js';
import type { RankedRecord } from './rank.js';
import { quality } from './vocabulary.js';

/** What a record has of a part of the query: the same, another of its kind, or nothing of the kind. */
type Has = 'same' | 'other' | 'nothing';

/** What shows that a record is meant: a code in a field of codes, a code in its title, or its words. */
export type Evidence = 'strong' | 'title code' | 'words';

/** Everything that a query says and the first record does not have, as the query writes it. */
export interface Account {
  readonly evidence: Evidence;
  readonly leftOver: readonly string[];
  readonly contradictions: readonly string[];
  /** Words that exclude what follows them. */
  readonly excluded: readonly string[];
  /** What would be left over without the identifier. */
  readonly outweighed: readonly string[];
}

type Outcome = Exclude<keyof Account, 'evidence'>;
type PartKind = SpanKind | QueryToken['kind'];

/**
 * The table. By default, everything is left over that the record does not have. A code outweighs what it has nothing
 * against, except another code or version.
 */
function outcomeOf(kind: PartKind, has: Has, evidence: Evidence): Outcome | undefined {
  if (has === 'same') {
    return undefined;
  }
  if (has === 'other' || kind === 'not') {
    return kind === 'not' ? 'excluded' : 'contradictions';
  }
  return evidence === 'words' || kind === 'code' || kind === 'version' ? 'leftOver' : 'outweighed';
}

/** Kinds whose words are read as words if the record has nothing of the kind. */
const wordKinds = new Set<SpanKind>(['colour', 'opposite', 'ordinal', 'with', 'to', 'for']);
/** Kinds that can be written together with the word beside them. */
const joinedKinds = new Set<SpanKind>(['letter', 'number', 'colour', 'opposite']);
/** Kinds that a request can have before its other words: "I am looking for". */
const requestKinds = new Set<SpanKind>(['to', 'for', 'with', 'letter']);

/** Words of requests that are marks elsewhere, such as "in" and "over". */
const isMarkWord = (text: string) => isPlain(text) && (opposites.has(text) || phraseAt([text], 0)?.kind === 'with');

/** The words of a query that are not those of a request. A request has more than marks: "with Table" is none. */
function coreOf({ chunks, counting, roles }: QueryPlan): Region {
  const isRequest = (at: number) => {
    const [text, next] = [chunks[at]?.text ?? '', chunks[at + 1]];
    const isLast = isUnspaced(text) || !roles.includes('beside');
    const isBeforeCode = next === undefined ? isLast : next.kind !== 'word' || roles[at + 1] === 'identifier';
    // "A-Link" has no article, and neither has "Series A".
    const isNamed = next === undefined ? /^[a-z]$/.test(text) : next.sign === '-' && !isPlain(next.text);
    const isWord = (isPlain(text) && !isNamed) || (labels.has(text) && isBeforeCode);
    return isWord || counting.has(at) || roles[at] === 'identifier';
  };
  let from = 0;
  let to = chunks.length;
  while (from < to && isRequest(from)) {
    from++;
  }
  while (to > from && isRequest(to - 1)) {
    to--;
  }
  const outside = chunks.flatMap(({ text }, at) => (isPlain(text) && (at < from || at >= to) ? [{ text, at }] : []));
  const marks = outside.every(({ text }) => isMarkWord(text)) ? outside.map(({ at }) => at) : [];
  return { from: Math.min(from, ...marks), to: Math.max(to, ...marks.map((at) => at + 1)) };
}

/** A part of a query with what the record has of it. */
interface Part {
  readonly text: string;
  readonly kind: PartKind;
  readonly has: Has;
}

/** A word of a query, with its position. */
interface WordPart extends Part {
  readonly at: number;
  readonly isInTitle: boolean;
}

interface Region {
  readonly from: number;
  readonly to: number;
}

/** Accounts for everything that a query says with one record, whose tokens match as given. */
export function accountFor(
  { slot, match }: Pick<RankedRecord, 'slot' | 'match'>,
  matches: readonly TokenMatch[],
  { index, plan }: Matcher,
): Account {
  const record = new Presence(index, slot, termsOf(plan, index));
  const evidence = evidenceOf(match, plan, record);
  const query = { plan, record, core: coreOf(plan) };
  const marked = plan.marks.map((mark) => readMark(mark, query));
  const covered = new Set(marked.flatMap(({ covered }) => covered));
  const words = wordParts({ matches, covered }, query);
  const parts = [
    ...marked.flatMap(({ part }) => part ?? []),
    ...words,
    ...mentions(words, query),
    ...otherMaker({ words, matches }, evidence, query),
    ...unsaidHead(evidence, query),
  ];
  const textsOf = (wanted: Outcome) => [
    ...new Set(parts.filter(({ kind, has }) => outcomeOf(kind, has, evidence) === wanted).map(({ text }) => text)),
  ];
  return {
    evidence,
    leftOver: textsOf('leftOver'),
    contradictions: textsOf('contradictions'),
    excluded: textsOf('excluded'),
    outweighed: textsOf('outweighed'),
  };
}

/** Relations that a title can say by the order of its words: "charger for iPhone" is an iPhone charger. */
const prepositions = wordSet('for fur pour para voor');

/**
 * Relations by which the query mentions the record as something else's: the word before one is not in the title, or the
 * record has the word behind it without the relation. "Case for Sony PSP" is not "Sony PSP".
 */
function mentions(words: readonly WordPart[], { plan, record, core }: Accounted): Part[] {
  return plan.marks.flatMap(({ kind, text, first, values: [value = ''] }): Part[] => {
    if (!(kind === 'for' || kind === 'with') || first < core.from) {
      return [];
    }
    const others = words.filter(({ at, isInTitle }) => at < first && !isInTitle);
    const isStrict = kind === 'for' && !prepositions.has(text);
    const isSaid = record.hasKey(wordKey(value)) && !record.hasKey(spanKey(kind, value));
    const isOther = kind === 'for' && others.some(({ at }) => at === first - 1);
    return isOther || (isSaid && (isStrict || others.length > 0)) ? [{ text, kind, has: 'other' }] : [];
  });
}

/** The query, if it says nothing of the title but what the thing is for: "Sony PSP" for "Case for Sony PSP". */
function unsaidHead(evidence: Evidence, { plan: { chunks }, record }: Accounted): Part[] {
  const isUnsaid = record.hasKey(headKeys.any) && !chunks.some(({ text }) => record.hasKey(headKeys.of(text)));
  const text = chunks.map((chunk) => chunk.text).join(' ');
  return isUnsaid && evidence === 'words' ? [{ text, kind: 'for', has: 'other' }] : [];
}

/** A query and the record that is accounted for. */
interface Accounted {
  readonly plan: QueryPlan;
  readonly record: Presence;
  readonly core: Region;
}

/** The terms that accounting reads of a record. */
function termsOf({ chunks, marks, joins, identifiers }: QueryPlan, index: Matcher['index']): number[] {
  const words = chunks.filter(({ kind }) => kind === 'word').map(({ text }) => stem(text));
  const relations = marks.map(({ kind, values: [value = ''] }) => spanKey(kind, value));
  return [
    ...marks.flatMap(({ same, others, swaps }) => [
      ...same,
      ...others.flatMap(({ any, none }) => [...any, ...none]),
      ...swaps.flatMap(({ all, none }) => [...all, ...none]),
    ]),
    ...joins.flatMap((each) => each?.map(({ term }) => term) ?? []),
    ...identifiers.flatMap(({ own }) => own),
    ...[
      ...words.flatMap((word) => [wordKey(word), spanKey('without', word), groupKey('name', word)]),
      ...relations,
      headKeys.any,
      firstKeys.none,
      ...chunks.flatMap(({ text }) => [headKeys.of(text), firstKeys.of(text)]),
    ].map((key) => index.find(key)),
  ];
}

/** How strongly the identifiers of a query show that a record is meant. A measure counts as a word. */
function evidenceOf({ named }: RankedRecord['match'], plan: QueryPlan, record: Presence): Evidence {
  const { identifiers, marks, roles } = plan;
  const isOwn = identifiers.some(({ own }) => own.some((term) => record.has(term) && !record.isInTitle(term)));
  const isIdentifier = (at: number) => roles[at] === 'identifier';
  const isMeasure = marks.some(
    ({ kind, first, end }) =>
      (kind === 'quantity' || kind === 'pack') &&
      roles.slice(first, end).every((role) => role === 'identifier') &&
      !(isIdentifier(first - 1) || isIdentifier(end)),
  );
  return named !== 'wholly' || isMeasure ? 'words' : isOwn ? 'strong' : 'title code';
}

/**
 * The words in the place of a maker. Beside an identifier this is the first word, if the record lacks it and its title begins with
 * a word that the query lacks. If the record has no word of the query, they are those directly before the identifier or alone
 * with it: "D-Link GS308".
 */
function otherMaker(
  { words, matches }: { readonly words: readonly WordPart[]; readonly matches: readonly TokenMatch[] },
  evidence: Evidence,
  { plan: { chunks, marks, roles, tokens }, record }: Accounted,
): Part[] {
  if (evidence === 'words') {
    return [];
  }
  if (tokens.some(({ role }, i) => role === 'beside' && (matches[i]?.quality ?? 0) > 0)) {
    const [first] = words;
    const thing = chunks.slice(0, marks.find(({ kind }) => kind === 'for')?.first);
    const hasMaker = !record.hasKey(firstKeys.none) && !thing.some(({ text }) => record.hasKey(firstKeys.of(text)));
    return hasMaker && first?.kind === 'word' && first.has === 'nothing' ? [{ ...first, has: 'other' }] : [];
  }
  const others = words.filter(({ kind }) => kind === 'word');
  const isAlone = others.every(({ at }, i) => i === 0 || at === (others[i - 1]?.at ?? 0) + 1);
  const makers = others.filter(({ at }) => isAlone || roles[runEnd(chunks, at)] === 'identifier');
  return makers.map(({ text, kind }) => ({ text, kind, has: 'other' }));
}

/** Reads a mark of a query, and the positions whose words are accounted for with it. */
function readMark(mark: PlanMark, { plan, record, core }: Accounted): { part?: Part; covered: readonly number[] } {
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
  const isOther = (each: PlanMark) => each !== mark && each.kind === 'letter' && each.same.some(record.has);
  if (mark.isArticle && (has === 'nothing' || plan.marks.some(isOther))) {
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

/** What the record has of a mark that is compared beside the words that it consists of; `undefined` for others. */
function besideOf(
  { kind, first }: PlanMark,
  { has, isIdentifier, isMention }: { readonly has: Has; readonly isIdentifier: boolean; readonly isMention: boolean },
  { dialled }: QueryPlan,
): Has | undefined {
  if (kind === 'grouped' || kind === 'order') {
    return has === 'other' && !dialled.has(first) ? 'other' : 'same';
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

interface Words {
  readonly matches: readonly TokenMatch[];
  /** Positions that are accounted for with marks. */
  readonly covered: ReadonlySet<number>;
}

/** Reads the words and codes of a query. Those of requests count only where other words are. */
function wordParts({ matches, covered }: Words, { plan, record, core }: Accounted): WordPart[] {
  const { chunks, roles, counting, tokens, marks } = plan;
  const excluded = new Set(marks.flatMap(({ kind, values }) => (kind === 'without' ? values : [])));
  const words = tokens.map((token, i) => ({ token, ...(matches[i] as TokenMatch) }));
  const hasOf = (word: MatchedToken): Has => {
    const stemmed = stem(word.token.text);
    // Some words are also a part of an address of another record.
    const isSame = word.quality >= agreement || isCorrected(word, words) || record.hasKey(wordKey(stemmed));
    const isAgainst =
      (!excluded.has(stemmed) && record.hasKey(spanKey('without', stemmed))) ||
      record.hasKey(groupKey('name', stemmed));
    return !isSame ? 'nothing' : isAgainst ? 'other' : 'same';
  };
  return chunks.flatMap(({ text, kind, joint }, at): WordPart[] => {
    const isIn = at >= core.from && at < core.to;
    const before = chunks[at - 1];
    // In "OR-3", 3 is a part of a code.
    const isPart =
      joint === 'tight' &&
      roles[at - 1] === 'label' &&
      stopWords.has(before?.text ?? '') &&
      !labels.has(before?.text ?? '') &&
      kind === 'number';
    if (roles[at] === 'identifier' && isPart) {
      return [{ at, text: `${before?.text}-${text}`, kind: 'code', has: 'nothing', isInTitle: false }];
    }
    if (covered.has(at) || roles[at] === 'identifier' || (counting.has(at) && !isIn) || stopWords.has(text)) {
      return [];
    }
    const own = words.filter(({ token }) => token.at === at);
    if (own.length === 0) {
      return isIn && !counting.has(at) ? [{ at, text, kind: 'word', has: 'nothing', isInTitle: false }] : [];
    }
    return own
      .filter(({ token }) => isIn || token.kind !== 'word')
      .map((word) => {
        const has = hasOf(word);
        const isInTitle = word.inTitle >= (has === 'same' ? quality.mistyped : agreement);
        return { at, text: word.token.text, kind: kind === 'code' ? 'code' : word.token.kind, has, isInTitle };
      });
  });
}

interface MatchedToken {
  readonly token: QueryToken;
  readonly quality: number;
}

/** Least number of other words that must agree, because one letter of a name is another name. */
const otherWordsMin = 2;

/** Whether a word is only mistyped: the typed word is unknown, the corrected one is known, and other words agree. */
function isCorrected({ token, quality: matched }: MatchedToken, words: readonly MatchedToken[]): boolean {
  const isMistyped = matched === quality.mistyped && token.kind === 'word' && token.corrected.length > 0;
  const others = words.filter((other) => other.token.kind === 'word' && other.quality >= agreement);
  return isMistyped && others.length >= otherWordsMin && !isKnownWord(token.text) && token.corrected.every(isKnownWord);
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
