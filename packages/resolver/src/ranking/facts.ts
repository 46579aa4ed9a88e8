import { measureOfCode } from '../text/keys.js';
import { type Account, accountFor, type Evidence } from './account.js';
import { type Closeness, closenessOf } from './closeness.js';
import { type Edition, editionOf } from './editions.js';
import { agreement, type Match, type Matcher, type TokenMatch } from './match.js';
import type { QueryPlan, QueryToken } from './query-plan.js';
import { isTitled, type RankedRecord, type Ranking, whole } from './rank.js';

/** Observations about a query and its ranked records, which decide the verdict. "Records" are the ranked ones. */
export interface Facts {
  /** How the first record matches. */
  readonly match: Match;
  readonly closeness: Closeness;
  /** Number of identifiers that the query names: codes, addresses, telephone numbers and declared ones. */
  readonly identifiers: number;
  /** The number of records that have all of these identifiers. A record with them as values precedes mentions outside of titles. */
  readonly recordsNamed: number;
  /** Whether some records have some of several identifiers, but no record has all. */
  readonly isApart: boolean;
  /** Whether a number in the query could be a quantity or an identifier. */
  readonly isQuantityOpen: boolean;
  /** Whether the query contains only identifiers, labels and quantities. */
  readonly isIdentifierAlone: boolean;
  /** Whether the query is the first record's title, alone or together with other values of the record. */
  readonly isTitle: boolean;
  /** The number of records that have the query as the whole value of a field; 0 if it is the first record's title. */
  readonly valued: number;
  /** The number of those records that lack the named identifiers. */
  readonly valuedElse: number;
  /** Set if the query is vague: no word of the record, a single word, only numbers and measures, or no title word. */
  readonly vagueness: 'unmatched' | 'single' | 'numeric' | 'untitled' | undefined;
  /** Whether the first record has all codes of the query, which has a code, or a short one and no other known word. */
  readonly hasCodes: boolean;
  /** Words of the query that are in the first record, and not in its title. */
  readonly elsewhere: readonly string[];
  /** Ids of records that match each token of the query as well as the first one, in the title too. */
  readonly rivals: readonly string[];
  /** Whether the first record has nothing of the query beside its identifiers. */
  readonly isNothingFound: boolean;
  /** What the query says instead of words of the first title that it lacks. */
  readonly replaced: readonly string[];
  /** What the query says and the first record does not have. */
  readonly account: Account;
  /** Words of the first title that both the query and a similar title lack, unless there is already another doubt. */
  readonly edition: Edition | undefined;
}

/** The facts about a ranked result. Null if there is nothing to judge. */
export function factsOf(ranking: Ranking, matcher: Matcher): Facts | null {
  const { records } = ranking;
  const { identifiers, tokens } = matcher.plan;
  const [first] = records;
  if (!first || tokens.length === 0) {
    return null;
  }
  const { match } = first;
  const valued = records.filter((record) => record.match.value > whole);
  const matches = matcher.tokenMatches(first.slot);
  const account = accountFor(first, matches, matcher);
  const { evidence } = account;
  const isBesideFound = besideFound(matches, matcher);
  const isClean = account.leftOver.length + account.contradictions.length + account.excluded.length === 0;
  const isTitle = isTitled(match) && isClean;
  return {
    match,
    closeness: closenessOf(ranking, matcher),
    identifiers: identifiers.length,
    recordsNamed: recordsNamed(records, matcher),
    isApart: records.some((record) => record.match.isNamedBeside),
    isQuantityOpen: matcher.plan.isQuantityOpen,
    isIdentifierAlone: tokens.every(({ role }) => role !== 'beside'),
    isTitle,
    valued: isTitle && !match.isRepeated ? 0 : valued.length,
    valuedElse: valued.filter((record) => record.match.named !== 'wholly').length,
    vagueness: vaguenessOf(match, matcher.plan, valued.length > 0),
    hasCodes: hasCodes(matches, matcher.plan),
    account,
    isNothingFound: !isBesideFound.includes(true),
    replaced:
      account.outweighed.length > 0 && isOtherMeant(ranking, { evidence, isBesideFound }, matcher)
        ? account.outweighed
        : [],
    ...wordFacts({ ranking, matches, isClean }, matcher),
  };
}

function recordsNamed(records: readonly RankedRecord[], matcher: Matcher): number {
  const named = records.filter(({ match }) => match.named === 'wholly');
  const isMention = ({ slot, match }: RankedRecord) =>
    !match.isOwner &&
    matcher
      .tokenMatches(slot)
      .every(({ inTitle }, i) => inTitle < agreement || matcher.plan.tokens[i]?.role !== 'identifier');
  const others = named.length > 1 && named[0]?.match.isOwner ? named.filter((record) => !isMention(record)) : named;
  return others.length;
}

/** Share, by weight, of a title that a query must contain for its other words to be in place of the rest. */
const mostSaid = { strong: 0.2, 'title code': 0.8, words: 1 } as const;

/** Whether the first record has each part of the query beside its identifiers that some record has. */
function besideFound(matches: readonly TokenMatch[], { plan: { tokens } }: Matcher): boolean[] {
  const isBeside = ({ role, alternatives }: QueryToken) => role === 'beside' && alternatives.length > 0;
  return tokens.flatMap((token, i) => (isBeside(token) ? [(matches[i] as TokenMatch).quality > 0] : []));
}

/**
 * Whether words beside the identifier of the first record mean another one: they replace words of its title, add to all
 * of them, are the title of another record, or some record has them and this one has none.
 */
function isOtherMeant(
  { records }: Ranking,
  { evidence, isBesideFound }: { readonly evidence: Evidence; readonly isBesideFound: readonly boolean[] },
  matcher: Matcher,
): boolean {
  const [first] = records as [RankedRecord];
  const { said, unsaid } = matcher.titleMatch(first.slot);
  const isReplaced = said >= mostSaid[evidence] * (said + unsaid) && (unsaid > 0 || evidence === 'title code');
  const isLacking = isBesideFound.includes(false);
  return (
    isReplaced ||
    (isLacking && (!isBesideFound.includes(true) || records.slice(1).some((each) => isTitleSaid(each, matcher))))
  );
}

function vaguenessOf(match: Match, { tokens, chunks }: QueryPlan, isValue: boolean): Facts['vagueness'] {
  const isNumber = ({ kind, text }: QueryToken) =>
    kind === 'number' && (!/\p{L}/u.test(text) || measureOfCode(text) !== undefined);
  const vague = {
    unmatched: match.coverage === 0,
    single: tokens.length === 1,
    numeric: tokens.every(isNumber) || /^\d+$/.test(chunks.map(({ text }) => text).join('')),
    untitled: match.inTitle === 0 && !isValue,
  };
  return (['unmatched', 'single', 'numeric', 'untitled'] as const).find((kind) => vague[kind]);
}

/**
 * Whether the first record has all codes of the query, which has one, or if its known tokens are only numbers and a
 * short code: "RS6 qty 6".
 */
function hasCodes(matches: readonly TokenMatch[], { tokens }: QueryPlan): boolean {
  const matched = tokens.map((token, i) => ({ ...token, quality: (matches[i] as TokenMatch).quality }));
  const codes = matched.filter(({ kind }) => kind === 'code');
  const known = matched.filter(({ role, alternatives }) => role === 'beside' && alternatives.length > 0);
  const isShortCode = ({ text, quality }: (typeof matched)[number]) =>
    /\p{L}/u.test(text) && measureOfCode(text) === undefined && quality >= agreement;
  const isCodeAlone = !known.some(({ kind }) => kind === 'word') && known.some(isShortCode);
  return codes.every(({ quality }) => quality >= agreement) && (codes.length > 0 || isCodeAlone);
}

interface Compared {
  readonly ranking: Ranking;
  readonly matches: readonly TokenMatch[];
  /** Whether the first record has everything that the query says. */
  readonly isClean: boolean;
}

/** Compares the words of the query with the titles of the first record and of the other records. */
function wordFacts(
  { ranking, matches, isClean }: Compared,
  matcher: Matcher,
): Pick<Facts, 'elsewhere' | 'rivals' | 'edition'> {
  const [first, ...others] = ranking.records as [RankedRecord, ...RankedRecord[]];
  const { said, unsaid } = matcher.titleMatch(first.slot);
  const rivals = first.match.coverage > 0 ? others.filter((each) => isRival(each, first, matches, matcher)) : [];
  // If the words are the whole title of the first record, longer titles that contain them are not rivals.
  const isAllSaid = said > 0 && unsaid === 0;
  const equals = isAllSaid ? rivals.filter(({ slot }) => matcher.titleMatch(slot).unsaid === 0) : rivals;
  // "Mark" in the e-mail address of Marc Demo does not turn his name into Mark Demo.
  const isOtherTitle = unsaid >= said && first.match.value < whole;
  const elsewhere = matcher.plan.tokens.filter((token, i) => {
    const { quality, inTitle } = matches[i] as TokenMatch;
    const isInRecord = unsaid > 0 && quality >= agreement && inTitle < agreement;
    return isInRecord && ((isOtherTitle && token.role === 'beside') || matcher.isInTitles(token));
  });
  const isClear =
    isClean && elsewhere.length + equals.length === 0 && !isTitled(first.match) && !first.match.isMistypedTitle;
  return {
    elsewhere: [...new Set(elsewhere.map(({ text }) => text))],
    edition: isClear ? editionOf(ranking.records, matcher) : undefined,
    rivals: equals.map(({ externalId }) => externalId),
  };
}

/** Whether a record matches each token of the query at least as well as the first one, in the title too. */
function isRival(
  { slot, match }: RankedRecord,
  { match: first }: RankedRecord,
  matches: readonly TokenMatch[],
  matcher: Matcher,
): boolean {
  const least = (value: number) => value - 1 + whole;
  // A cheap check first: the sums exclude nearly all records.
  if (match.coverage < least(first.coverage) || match.inTitle < least(first.inTitle)) {
    return false;
  }
  return matcher
    .tokenMatches(slot)
    .every(({ quality, inTitle }, i) => quality >= (matches[i]?.quality ?? 0) && inTitle >= (matches[i]?.inTitle ?? 0));
}

function isTitleSaid({ slot }: RankedRecord, matcher: Matcher): boolean {
  const { said, unsaid } = matcher.titleMatch(slot);
  return said > 0 && unsaid === 0;
}
