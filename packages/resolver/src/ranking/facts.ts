import { measureOfCode, wordKey } from '../text/keys.js';
import { labels } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import { type Closeness, closenessOf } from './closeness.js';
import { type Edition, editionOf } from './editions.js';
import { agreement, type Match, type Matcher, type TokenMatch } from './match.js';
import type { QueryPlan, QueryToken } from './query-plan.js';
import { isTitled, type RankedRecord, type Ranking, whole } from './rank.js';
import { quality } from './vocabulary.js';

/** Observations about a query and its ranked records, which decide the verdict. "Records" are the ranked ones. */
export interface Facts {
  /** How the first record matches. */
  readonly match: Match;
  readonly closeness: Closeness;
  /** Number of identifiers that the query names: codes, addresses, telephone numbers and declared ones. */
  readonly identifiers: number;
  /** The number of records that have all of these identifiers. */
  readonly recordsNamed: number;
  /** Whether some records have some of several identifiers, but no record has all. */
  readonly isApart: boolean;
  /** Whether a number in the query could be a quantity or an identifier. */
  readonly isQuantityOpen: boolean;
  /** Whether the query contains only identifiers, labels and quantities. */
  readonly isIdentifierAlone: boolean;
  /** Whether other words contain the title or a code of another record, and the first record lacks it. */
  readonly isOtherBeside: boolean;
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
  /** Words of the query that exclude something, except those in the first title. */
  readonly negations: readonly string[];
  /** Numbers, codes and title words of the query that the first record lacks. */
  readonly lacking: readonly string[];
  /** Literals of the query that the first record has in another order or with other punctuation, or another time. */
  readonly altered: readonly string[];
  /** Words of the query that the first title replaces by other words. */
  readonly elsewhere: readonly string[];
  /** Ids of records that match each token of the query as well as the first one, in the title too. */
  readonly rivals: readonly string[];
  /** The ids in `rivals` whose titles have the same words as the first title. */
  readonly listed: readonly string[];
  /** Words of the first title that both the query and a similar title lack, unless there is already another doubt. */
  readonly edition: Edition | undefined;
}

/** A word counts as a title word if at least this share of the records that contain it have it in the title. */
const atHome = 0.5;

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
  const words = wordFacts(first, ranking, matcher);
  const isTitle = isTitled(match) && words.altered.length === 0;
  const isBesideLacking = identifiers.length > 0 && match.besideFound < match.besideKnown;
  return {
    match,
    closeness: closenessOf(ranking, matcher),
    identifiers: identifiers.length,
    recordsNamed: records.filter((record) => record.match.named === 'wholly').length,
    isApart: records.some((record) => record.match.isNamedBeside),
    isQuantityOpen: matcher.plan.isQuantityOpen,
    isIdentifierAlone: tokens.every(({ role }) => role !== 'beside'),
    isOtherBeside:
      match.isLackingCode || (isBesideLacking && records.slice(1).some((record) => isTitleSaid(record, matcher))),
    isTitle,
    valued:
      isTitle && !match.isRepeated ? 0 : valued.filter(({ match }) => match.title === 0 || match.isRepeated).length,
    valuedElse: valued.filter((record) => record.match.named !== 'wholly').length,
    vagueness: vaguenessOf(match, matcher.plan, valued.length > 0),
    hasCodes: match.missingCodes === 0 && (tokens.some(({ kind }) => kind === 'code') || isCodeAlone(first, matcher)),
    negations: negationsIn(first, matcher),
    ...words,
  };
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
 * Whether the known tokens of the query are only numbers and a code of letters and digits that the record has: "RS6 qty
 * 6".
 */
function isCodeAlone({ slot }: RankedRecord, matcher: Matcher): boolean {
  const matches = matcher.tokenMatches(slot);
  const known = matcher.plan.tokens.flatMap((token, i) =>
    token.role === 'beside' && token.alternatives.length > 0 ? [{ ...token, matched: matches[i]?.quality ?? 0 }] : [],
  );
  const isCode = ({ text }: QueryToken) => /\p{L}/u.test(text) && measureOfCode(text) === undefined;
  const isWord = ({ kind }: QueryToken) => kind === 'word';
  return !known.some(isWord) && known.some((token) => isCode(token) && token.matched >= agreement);
}

function negationsIn({ slot }: RankedRecord, matcher: Matcher): string[] {
  const { chunks, identifiers } = matcher.plan;
  // In "Order no. 5", "no." is a label and excludes nothing.
  const isLabel = (text: string, at: number) =>
    labels.has(text) && (identifiers.length > 0 || (chunks[at + 1]?.kind ?? 'word') !== 'word');
  const words = chunks.map(({ text }) => text);
  const found = words.flatMap((word, at) => (isLabel(word, at) ? [] : (negationAt(words, at) ?? [])));
  const title =
    found.length > 0 ? new Set(matcher.index.titleTerms(slot).map((term) => matcher.index.keyOf(term))) : undefined;
  const isInTitle = (phrase: string) => phrase.split(' ').every((word) => title?.has(wordKey(stem(word))));
  return [...new Set(found)].filter((phrase) => !isInTitle(phrase));
}

type WordFacts = Pick<Facts, 'lacking' | 'altered' | 'elsewhere' | 'rivals' | 'listed' | 'edition'>;

/** Compares the words of the query with those of the first record and of the other records. */
function wordFacts(first: RankedRecord, ranking: Ranking, matcher: Matcher): WordFacts {
  const others = ranking.records.slice(1);
  const matches = matcher.tokenMatches(first.slot);
  const { said, unsaid } = matcher.titleMatch(first.slot);
  const tokens = matcher.plan.tokens.map((token, i) => ({ token, match: matches[i] as TokenMatch }));
  const rivals = first.match.coverage > 0 ? others.filter((each) => isRival(each, first, matches, matcher)) : [];
  // If the words are the whole title of the first record, longer titles that contain them are not rivals.
  const isAllSaid = said > 0 && unsaid === 0;
  const equals = isAllSaid ? rivals.filter(({ slot }) => matcher.titleMatch(slot).unsaid === 0) : rivals;
  const titleOf = (slot: number) => matcher.index.titleTerms(slot).join();
  const listed = isAllSaid ? equals : equals.filter(({ slot }) => titleOf(slot) === titleOf(first.slot));
  const isLacking = ({ token, match }: (typeof tokens)[number]) =>
    lacks(token, match.quality) && isTelling(token, matcher);
  const literals = matcher.literalsLacking(first.slot);
  const lacking = [...new Set([...textsOf(tokens.filter(isLacking)), ...literals.map(({ text }) => text)])];
  // "Mark" in the e-mail address of Marc Demo does not turn his name into Mark Demo.
  const isOtherTitle = unsaid >= said && first.match.value < whole;
  const isUntitled = ({ token, match }: (typeof tokens)[number]) =>
    isElsewhere(token, match, matcher) || (isOtherTitle && token.role === 'beside' && lacks(token, match.inTitle));
  const elsewhere = unsaid > 0 ? tokens.filter(isUntitled) : isAllSaid ? unknownBeside(first, others, matcher) : [];
  const isClear =
    lacking.length + elsewhere.length + equals.length === 0 && !isTitled(first.match) && !first.match.isMistypedTitle;
  return {
    lacking,
    altered: literals.flatMap(({ text, isOther }) => (isOther ? [text] : [])),
    elsewhere: textsOf(elsewhere),
    edition: isClear ? editionOf(first, ranking, matcher) : undefined,
    rivals: equals.map(({ externalId }) => externalId),
    listed: listed.map(({ externalId }) => externalId),
  };
}

/**
 * Words that no record has, next to a whole title of which other titles are longer editions. "Office 2024 mac" is
 * neither "Office 2024" nor "Office 2024 windows".
 */
function unknownBeside({ slot }: RankedRecord, others: readonly RankedRecord[], matcher: Matcher) {
  const isUnknown = ({ alternatives, kind, role }: QueryToken) =>
    alternatives.length === 0 && kind === 'word' && role === 'beside';
  const unknown = matcher.plan.tokens.filter(isUnknown).map((token) => ({ token }));
  if (unknown.length === 0) {
    return [];
  }
  const title = matcher.index.titleTerms(slot);
  const isEdition = (other: readonly number[]) =>
    other.length > title.length && title.every((term) => other.includes(term));
  return others.some((other) => isEdition(matcher.index.titleTerms(other.slot))) ? unknown : [];
}

function textsOf(tokens: readonly { readonly token: QueryToken }[]): string[] {
  return [...new Set(tokens.map(({ token }) => token.text))];
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

/** Whether a record matches a token less well than the most similar spelling that any record has. */
function lacks({ kind, alternatives }: QueryToken, matched: number): boolean {
  const best = alternatives.reduce((highest, { quality }) => Math.max(highest, quality), 0);
  if (kind === 'word') {
    return matched < Math.min(agreement, best);
  }
  // If no record has the measure, the number without its unit is enough.
  return matched < (kind === 'number' && best === quality.sibling ? best : quality.extended);
}

/** Whether a token distinguishes records: it is a number, a code or a title word. */
function isTelling(token: QueryToken, matcher: Matcher): boolean {
  if (token.kind !== 'word') {
    return true;
  }
  const { titles, records } = matcher.homeOf(token);
  return titles > 0 && titles >= atHome * records;
}

/** Whether the title lacks a token that no record has, or that other titles have. */
function isElsewhere(token: QueryToken, { quality, inTitle }: TokenMatch, matcher: Matcher): boolean {
  if (token.alternatives.length === 0 || lacks(token, quality)) {
    return true;
  }
  return lacks(token, inTitle) && matcher.homeOf(token).titles > 0;
}

function isTitleSaid({ slot }: RankedRecord, matcher: Matcher): boolean {
  const { said, unsaid } = matcher.titleMatch(slot);
  return said > 0 && unsaid === 0;
}

/** Words and phrases that exclude what follows them, folded, by language. */
const phrasesOf = {
  en: `not, no, never, without, except, excluding, neither, nor, minus, don t, dont, doesn t, isn t, other than, anything but,
       all but, instead of, rather than, apart from, aside from`,
  de: 'nicht, kein, keine, keinen, keinem, keiner, keines, ohne, ausser, weder, statt, anstatt, anstelle, nie, anders als',
  fr: 'pas, sans, sauf, aucun, aucune, hormis, autre que, autres que, au lieu de, au lieu du, a la place de, plutot que',
  es: 'sin, excepto, salvo, menos, ningun, ninguno, ninguna, nunca, tampoco, en vez de, en lugar de, aparte de',
  it: 'non, senza, tranne, eccetto, nessun, nessuno, nessuna, invece di, al posto di, anziche, a parte',
  nl: 'niet, geen, zonder, behalve, nooit, noch, in plaats van, anders dan',
  pt: 'nao, sem, exceto, nenhum, nenhuma, nem, em vez de, em lugar de, ao inves de, alem de',
} as const;
const phrases = new Set(Object.values(phrasesOf).flatMap((list) => list.split(/,\s+/)));

/**
 * The phrase at a position of a query that excludes what follows. Matching cannot express exclusion, so a query with
 * such a phrase is never `high`.
 */
function negationAt(words: readonly string[], at: number): string | undefined {
  return [3, 2, 1].map((length) => words.slice(at, at + length).join(' ')).find((phrase) => phrases.has(phrase));
}
