import type { Matcher } from './match.js';
import type { RankedRecord, Ranking } from './rank.js';
import { isTitled } from './rank.js';

/** What can be seen of a query and its ranked records without statistics. All records are those of the ranking. */
export interface Facts {
  /** Identifiers that the query names: codes, addresses, telephone numbers, and what is declared as one. */
  readonly identifiers: number;
  /** Records that have all of them, and whether the first does so at least as parts of longer codes or as other values. */
  readonly holders: number;
  readonly isPartlyHeld: boolean;
  /** Whether the query says nothing else, but for labels and quantities. */
  readonly isIdentifierAlone: boolean;
  /** Words beside the identifiers that some record holds, and how many of them the first one holds. */
  readonly besideKnown: number;
  readonly besideHeld: number;
  /** Whether they are another record's title, while the first record lacks one of them. */
  readonly isOtherTitleBeside: boolean;
  /** Records whose title is the query, alone or beside other values of the same record. */
  readonly titled: number;
  /** Records whose titles have just the query's words, in any order; and whether the first is one. */
  readonly sameWords: number;
  readonly isFirstSameWords: boolean;
  /** Whether the first record's title is the query but for a letter in each unknown word. */
  readonly isMistypedTitle: boolean;
  /** Records with the query as the whole value of a field. */
  readonly valued: number;
  /** Those of them that have not the identifiers named. */
  readonly valuedElse: number;
  /** Whether the query is a single word, or has numbers and measures only. */
  readonly isSingleWord: boolean;
  readonly isNumeric: boolean;
  /** Whether any part of the query is in the first record's title. */
  readonly isInTitle: boolean;
  /** Whether the first record has all that the query says; and, in its title, while no other has any of it. */
  readonly isComplete: boolean;
  readonly isOnlyOne: boolean;
}

/** Records whose titles are compared with the query's words. */
const compared = 20;
/** A share that is all, give or take rounding. */
const whole = 0.999;

/** The facts about a ranked result; `null` when there is nothing to judge. */
export function factsOf({ records }: Ranking, matcher: Matcher): Facts | null {
  const { identifiers, parts } = matcher.plan;
  const [first] = records;
  if (!first || parts.length === 0) {
    return null;
  }
  const { match } = first;
  const nearest = records.slice(0, compared);
  const valued = records.filter((record) => record.match.value > whole);
  // Of a query that is the first title and more, as "Parent, Child", another title has to say all.
  const least = match.title > whole ? matcher.titleMatch(first.slot).said : Number.POSITIVE_INFINITY;
  const sameWords = nearest.filter((record) => hasJustTheWords(record, least, matcher));
  const isBesideLacking = identifiers.length > 0 && match.besideHeld < match.besideKnown;
  return {
    identifiers: identifiers.length,
    holders: records.filter((record) => record.match.named === 'wholly').length,
    isPartlyHeld: match.named !== 'not',
    isIdentifierAlone: parts.every(({ role }) => role !== 'beside'),
    besideKnown: match.besideKnown,
    besideHeld: match.besideHeld,
    isOtherTitleBeside: isBesideLacking && records.slice(1).some((record) => isTitleSaid(record, matcher)),
    titled: records.filter((record) => isTitled(record.match)).length,
    sameWords: sameWords.length,
    isFirstSameWords: sameWords[0] === first,
    isMistypedTitle: match.isMistypedTitle,
    valued: valued.length,
    valuedElse: valued.filter((record) => record.match.named !== 'wholly').length,
    isSingleWord: parts.length === 1,
    isNumeric:
      parts.every(({ kind }) => kind === 'number') ||
      /^\d+$/.test(matcher.plan.chunks.map(({ text }) => text).join('')),
    isInTitle: match.inTitle > 0,
    isComplete: match.coverage > whole,
    isOnlyOne: match.inTitle > whole && records.slice(1).every((record) => record.match.coverage === 0),
  };
}

/** Whether a record's title says what the query says and no more: all of it, or `least`. */
function hasJustTheWords({ slot, match }: RankedRecord, least: number, matcher: Matcher): boolean {
  const isAllSaid = match.inTitle > whole;
  if (!isAllSaid && least === Number.POSITIVE_INFINITY) {
    return false;
  }
  const { said, unsaid } = matcher.titleMatch(slot);
  return said > 0 && unsaid === 0 && (isAllSaid || said >= least * whole);
}

function isTitleSaid({ slot }: RankedRecord, matcher: Matcher): boolean {
  const { said, unsaid } = matcher.titleMatch(slot);
  return said > 0 && unsaid === 0;
}
