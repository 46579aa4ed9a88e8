import { measureOfCode } from '../text/keys.js';
import { accountFor, type Evidence } from './account.js';
import { closenessOf } from './closeness.js';
import { editionOf } from './editions.js';
import { agreement, type Match, type Matcher, type TokenMatch } from './match.js';
import type { QueryPlan, QueryToken } from './query-plan.js';
import { isTitled, type RankedRecord, type Ranking, whole } from './rank.js';

/** Observations about a query and its ranked records, which decide the verdict. "Records" are the ranked ones. */
export type Facts = NonNullable<ReturnType<typeof factsOf>>;

/** The facts about a ranked result. Null if there is nothing to judge. */
export function factsOf(ranking: Ranking, matcher: Matcher) {
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
    /** How the first record matches. */
    match,
    closeness: closenessOf(ranking, matcher),
    /** Number of identifiers that the query names: codes, addresses, telephone numbers and declared ones. */
    identifiers: identifiers.length,
    recordsNamed: recordsNamed(records, matcher),
    /** Whether some records have some of several identifiers, but no record has all. */
    isApart: records.some((record) => record.match.isNamedBeside),
    /** Whether a number in the query could be a quantity or an identifier. */
    isQuantityOpen: matcher.plan.isQuantityOpen,
    /** Whether the query contains only identifiers, labels and quantities. */
    isIdentifierAlone: tokens.every(({ role }) => role !== 'beside'),
    /** Whether the query is the first record's title, alone or together with other values of the record. */
    isTitle,
    /** The number of records that have the query as the whole value of a field; 0 if it is the first record's title. */
    valued: isTitle && !match.isRepeated ? 0 : valued.length,
    /** The number of those records that lack the named identifiers. */
    valuedElse: valued.filter((record) => record.match.named !== 'wholly').length,
    vagueness: vaguenessOf(match, matcher.plan, valued.length > 0),
    hasCodes: hasCodes(matches, matcher.plan),
    /** What the query says and the first record does not have. */
    account,
    /** Whether the first record has nothing of the query except its identifiers. */
    isNothingFound: !isBesideFound.includes(true),
    /** What the query says instead of words of the first title that it lacks. */
    replaced:
      account.outweighed.length > 0 && isOtherMeant(ranking, { evidence, isBesideFound }, matcher)
        ? account.outweighed
        : [],
    ...wordFacts(records, matches, isClean, matcher),
  };
}

/** The number of records that have all identifiers of the query. A record with them as values precedes mentions outside of titles. */
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

/** Whether the query is vague: no word of the record, a single word, only numbers and measures, or no title word. */
function vaguenessOf(match: Match, { tokens, chunks }: QueryPlan, isValue: boolean) {
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

/** Compares the words of the query with the titles of the first record and of the other records. */
function wordFacts(
  records: readonly RankedRecord[],
  matches: readonly TokenMatch[],
  isClean: boolean,
  matcher: Matcher,
) {
  const [first, ...others] = records as [RankedRecord, ...RankedRecord[]];
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
    /** Words of the query that are in the first record, and not in its title. */
    elsewhere: [...new Set(elsewhere.map(({ text }) => text))],
    /** Words of the first title that both the query and a similar title lack, unless there is already another doubt. */
    edition: isClear ? editionOf(records, matcher) : undefined,
    /** Ids of records that match each token of the query as well as the first one, in the title too. */
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
