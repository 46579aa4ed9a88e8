import { wordKey } from '../text/keys.js';
import { firstKeys, headKeys, spanKey } from '../text/spans.js';
import { wordSet } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import { type Accounted, type Has, type Part, type PartKind, readMark } from './account-marks.js';
import { type WordPart, wordParts } from './account-words.js';
import type { Matcher, TokenMatch } from './match.js';
import { keysIn } from './presence.js';
import { coreOf } from './query-core.js';
import type { RankedRecord } from './rank.js';

/** What shows that a record is meant: a code in a field of codes, a code in its title, or its words. */
export type Evidence = 'strong' | 'title code' | 'words';

/** Everything that a query says and the first record does not have, as the query writes it. */
export type Account = ReturnType<typeof accountFor>;

type Outcome = 'leftOver' | 'contradictions' | 'excluded' | 'outweighed';

const ofCodes = new Set<PartKind>(['code', 'version', 'sign']);

/**
 * The table. By default, everything is left over that the record does not have. A code outweighs what it has nothing
 * against, except another code, version or sign.
 */
function outcomeOf(kind: PartKind, has: Has, evidence: Evidence): Outcome | undefined {
  if (has === 'same') {
    return undefined;
  }
  if (has === 'other' || kind === 'not') {
    return kind === 'not' ? 'excluded' : 'contradictions';
  }
  return evidence === 'words' || ofCodes.has(kind) ? 'leftOver' : 'outweighed';
}

/** Accounts for everything that a query says with one record, whose tokens match as given. */
export function accountFor(
  { slot, match }: Pick<RankedRecord, 'slot' | 'match'>,
  matches: readonly TokenMatch[],
  { index, plan }: Matcher,
) {
  const record = keysIn(slot, index);
  const isBesideTitle = (key: number) => record.has(key) && !record.isInTitle(key);
  const isStrong = plan.identifiers.some(({ own }) => own.map((term) => index.keyOf(term)).some(isBesideTitle));
  const evidence: Evidence = match.named !== 'wholly' ? 'words' : isStrong ? 'strong' : 'title code';
  const query = { plan, record, core: coreOf(plan) };
  const marked = plan.marks.map((mark) => readMark(mark, query));
  const covered = new Set(marked.flatMap(({ covered }) => covered));
  const words = wordParts(matches, covered, query);
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
    /** Words that exclude what follows them. */
    excluded: textsOf('excluded'),
    /** What would be left over without the identifier. */
    outweighed: textsOf('outweighed'),
  };
}

/** Relations that a title can say by the order of its words: "charger for iPhone" is an iPhone charger. */
const prepositions = wordSet('for fur pour para voor');

/**
 * Relations by which the query mentions the record as something else's: the word before one is not in the title, or the
 * record has the word behind it without the relation. "Case for Sony PSP" is not "Sony PSP".
 */
function mentions(words: readonly WordPart[], { plan, record }: Accounted): Part[] {
  return plan.marks.flatMap(({ kind, text, first, values: [value = ''] }): Part[] => {
    if (!(kind === 'for' || kind === 'with')) {
      return [];
    }
    const others = words.filter(({ at, isInTitle }) => at < first && !isInTitle);
    const isStrict = kind === 'for' && !prepositions.has(text);
    const isSaid = record.has(wordKey(value)) && !record.has(spanKey(kind, value));
    // "Dollars for euros" is not "Euros for dollars".
    const isTurned =
      isSaid && plan.chunks.slice(0, first).some((chunk) => record.has(spanKey('for', stem(chunk.text))));
    const isOther = kind === 'for' && (isTurned || others.some(({ at }) => at === first - 1));
    return isOther || (isSaid && (isStrict || others.length > 0)) ? [{ text, kind, has: 'other' }] : [];
  });
}

/** The query, if it says nothing of the title but what the thing is for: "Sony PSP" for "Case for Sony PSP". */
function unsaidHead(evidence: Evidence, { plan: { chunks }, record }: Accounted): Part[] {
  const isUnsaid = record.has(headKeys.any) && !chunks.some(({ text }) => record.has(headKeys.of(text)));
  const text = chunks.map((chunk) => chunk.text).join(' ');
  return isUnsaid && evidence === 'words' ? [{ text, kind: 'for', has: 'other' }] : [];
}

/**
 * The words in the place of a maker. Beside an identifier this is the first word, if the record lacks it and its title begins with
 * a word that the query lacks. If the record has no word of the query, it is each of them: "D-Link GS308".
 */
function otherMaker(
  { words, matches }: { readonly words: readonly WordPart[]; readonly matches: readonly TokenMatch[] },
  evidence: Evidence,
  { plan: { chunks, marks, tokens }, record }: Accounted,
): Part[] {
  if (evidence === 'words') {
    return [];
  }
  if (tokens.some(({ role }, i) => role === 'beside' && (matches[i]?.quality ?? 0) > 0)) {
    const [first] = words;
    const thing = chunks.slice(0, marks.find(({ kind }) => kind === 'for')?.first);
    const hasMaker = !record.has(firstKeys.none) && !thing.some(({ text }) => record.has(firstKeys.of(text)));
    return hasMaker && first?.kind === 'word' && first.has === 'nothing' ? [{ ...first, has: 'other' }] : [];
  }
  return words.filter(({ kind }) => kind === 'word').map(({ text, kind }) => ({ text, kind, has: 'other' }));
}
