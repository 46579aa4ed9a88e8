import { wordsWithKeys } from '../text/line-terms.js';
import { closenessMin, isClose } from './closeness.js';
import type { Facts } from './facts.js';
import { type QueryPlan, unknownWords } from './query-plan.js';
import { isComplete } from './rank.js';

/**
 * How far a result can be trusted. `high`: act on the first record. `low`: choose from the records. `none`: there is no
 * answer.
 */
export type Verdict = 'high' | 'low' | 'none';

/** A verdict with its reasons. */
interface Judgement {
  readonly verdict: Verdict;
  /** Up to three sentences without figures, the strongest first. */
  readonly reasons: readonly string[];
  /** How strong the evidence of a `high` is: 0 to `strictest`. Absent for other verdicts. */
  readonly strength?: number;
}

/** The strength of a `high` whose query is the whole title or only the identifier of its record. */
export const strictest = 3;

/**
 * The strength of a `high`. Errors become rarer from one to the next: a part of the query is not accounted for by the
 * ranking, all of it is in the record, the record has the identifier or its title is mistyped, the query is its title or
 * identifier. A collection can require a strength.
 */
function strengthOf({ identifiers, isIdentifierAlone, isTitle, match }: Facts): number {
  const isWhole = isComplete(match);
  if (isIdentifierAlone || (isTitle && isWhole)) {
    return strictest;
  }
  return identifiers > 0 || match.isMistypedTitle ? 2 : isWhole ? 1 : 0;
}

/** The figures behind a verdict, in the form in which users see them. */
export interface Explanation {
  /** The figures that decide between `low` and `none`. One is enough if its value times its weight is at least 1. */
  readonly features: { name: string; value: number; weight: number }[];
  /** Words of the query that no record has, not even as a synonym or with one letter corrected. */
  readonly unknownWords: string[];
}

/** A share from which on a query counts as mostly contained. */
const most = 0.5;
/** Most reasons of a verdict. */
const reasonsMax = 3;
/** Maximum ids or words that a reason names. */
const namedMax = 3;
/** Placeholder in a reason for words of the first title. The index has only the keys of these words. */
const titleWords = '{words}';

/** Replaces the placeholder in a reason by those words of the first title that have these keys, if there are any. */
export function nameTitleWords(reason: string, title: string, keys: readonly number[]): string {
  const words = reason.includes(titleWords) ? wordsWithKeys(title, keys) : [];
  return reason.replace(titleWords, words.length > 0 ? quoted(words) : 'a word');
}

/** Judges a result by rules. Null means that there is nothing to judge. */
export function judge(facts: Facts | null): Judgement {
  if (facts === null) {
    return is('none', 'There is nothing to compare.');
  }
  const ruling = facts.identifiers > 0 ? onIdentifiers(facts) : onWords(facts);
  const { excluded } = facts.account;
  if (excluded.length === 0) {
    return ruling.verdict === 'high' ? { ...ruling, strength: strengthOf(facts) } : ruling;
  }
  const reason = `The query contains ${quoted(excluded)}: what it excludes cannot be searched.`;
  return ruling.verdict === 'high' ? is('low', reason) : is(ruling.verdict, reason, ...ruling.reasons);
}

/** Explains a judgement with its figures. */
export function explain(facts: Facts | null, plan: QueryPlan): Explanation {
  const names = ['coverage', 'information', 'nearness'] as const;
  const features =
    facts === null ? [] : names.map((name) => ({ name, value: facts.closeness[name], weight: 1 / closenessMin[name] }));
  return { features, unknownWords: unknownWords(plan) };
}

function is(verdict: Verdict, ...reasons: string[]): Judgement {
  return { verdict, reasons: reasons.slice(0, reasonsMax) };
}

/** The verdict of a doubtful result. `gaps` are those of the reasons that also explain `none`. */
function doubtful(
  { hasCodes, closeness, match }: Facts,
  reasons: readonly string[],
  gaps: readonly string[],
): Judgement {
  return hasCodes || match.title >= most || isClose(closeness)
    ? is('low', ...reasons)
    : is('none', 'No record is close enough to match.', ...gaps);
}

const othersDecide = 'No record has the identifier that the query names; the other words decide.';

/** Rules for queries that name identifiers. An identifier that is only similar is a different one. */
function onIdentifiers(facts: Facts): Judgement {
  if (facts.isQuantityOpen) {
    return is('low', 'A part of the query can be a quantity or label as well as an identifier.');
  }
  if (facts.recordsNamed === 0) {
    return facts.isApart
      ? is('low', 'The query names several identifiers, and no record has all of them.')
      : onUnknownIdentifier(facts);
  }
  if (facts.recordsNamed > 1) {
    return is('low', 'Several records have the identifier that the query names.');
  }
  const gap = gapOfIdentifier(facts);
  if (gap !== undefined) {
    return is('low', `One record has the identifier that the query names, but ${gap}.`);
  }
  if (facts.isIdentifierAlone && facts.valuedElse > 0) {
    return is('low', 'The query is the identifier of one record and a value of others.');
  }
  if (facts.isIdentifierAlone) {
    return is('high', 'The query names an identifier that one record has.');
  }
  return is('high', 'One record has the identifier that the query names.');
}

/** What of the query the record with the identifier does not have. */
function gapOfIdentifier({ account: { contradictions, leftOver }, replaced }: Facts): string | undefined {
  if (contradictions.length > 0) {
    return `${contradicting(contradictions)} it`;
  }
  const lacking = [...leftOver, ...replaced];
  return lacking.length > 0 ? `it does not have ${quoted(lacking)}` : undefined;
}

function onUnknownIdentifier(facts: Facts): Judgement {
  if (facts.isIdentifierAlone && facts.match.named !== 'not') {
    return is('low', 'The query names a part of a longer code, a similar code, or a value that is not an identifier.');
  }
  return facts.isIdentifierAlone || facts.isNothingFound
    ? is('none', 'No record has the identifier that the query names.')
    : doubtful(facts, [othersDecide], [othersDecide]);
}

/** Rules for words. They are trusted if only one record matches them. */
function onWords(facts: Facts): Judgement {
  const gaps = gapsOf(facts);
  const reasons = [...gaps, ...rivalsOf(facts)];
  if (reasons.length === 0) {
    return is(
      'high',
      facts.isTitle ? 'The query is the title of one record.' : 'Only the first record matches the words.',
    );
  }
  return isComplete(facts.match) ? is('low', ...reasons) : doubtful(facts, reasons, gaps);
}

/** The reasons that result if the first record lacks words of the query, or if the query is vague. */
function gapsOf({ match, isTitle, vagueness, account, elsewhere }: Facts): string[] {
  const { contradictions, leftOver } = account;
  return isTitle
    ? []
    : [
        ...(vagueness === undefined ? [] : [vague[vagueness]]),
        ...(contradictions.length > 0 ? [`${contradicting(contradictions)} the first record.`] : []),
        ...(leftOver.length > 0 ? [`${quoted(leftOver)} ${isOrAre(leftOver)} not in the first record.`] : []),
        ...(elsewhere.length > 0 && vagueness !== 'untitled'
          ? [`${quoted(elsewhere)} ${isOrAre(elsewhere)} not in the first record's title.`]
          : []),
        ...(match.coverage >= most ? [] : ['The first record contains less than half of the query.']),
      ];
}

const vague = {
  unmatched: 'The first record contains no word of the query.',
  single: 'The query is a single word or number.',
  numeric: 'The query has only numbers and measures.',
  untitled: "No word of the query is in the first record's title.",
} as const;

/** The reasons that result if other records fit as well as the first one. */
function rivalsOf({ valued, rivals, edition }: Facts): string[] {
  return [
    ...(valued > 1 ? [`${valued} records have the value that the query names.`] : []),
    ...(rivals.length > 0 ? [`Other records match the words as well as the first: ${named(rivals)}.`] : []),
    ...(edition === undefined
      ? []
      : [`The query lacks ${titleWords} of the first record's title, and so does ${named(edition.siblings)}.`]),
  ];
}

/** Ids in a reason. */
export function named(ids: readonly string[]): string {
  return joined(ids.map((id) => `"${id}"`));
}

/** Words of a query or fields in a reason. */
export function quoted(words: readonly string[]): string {
  return joined(words.map((word) => `\`${word}\``));
}

function joined(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).join(', ');
  return names.length > namedMax ? `${shown} and ${names.length - namedMax} more` : shown;
}

function contradicting(texts: readonly string[]): string {
  return `${quoted(texts)} ${texts.length === 1 ? 'contradicts' : 'contradict'}`;
}

function isOrAre(words: readonly string[]): string {
  return words.length === 1 ? 'is' : 'are';
}
