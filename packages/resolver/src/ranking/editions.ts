import type { Matcher } from './match.js';
import type { RankedRecord } from './rank.js';

/** Words of the first title that the query lacks and that distinguish it from a sibling. */
export interface Edition {
  /** Keys of those words. */
  readonly keys: readonly number[];
  /** Ids of siblings without them, best first. */
  readonly siblings: readonly string[];
}

/** A sibling's title contains at least this weighted share of the words that query and first title have in common. */
const sharedMin = 0.35;
/** Most of a sibling's title that the first one may lack, as a weighted share: for words of several titles, and for a word of only one. */
const foreignMax = { known: 0.4, unique: 0.1 } as const;

/**
 * Finds the words of the first title that both the query and a sibling's title lack. A word of only one title is a part of its
 * name, unless the sibling's title is the same without it.
 */
export function editionOf(first: RankedRecord, others: readonly RankedRecord[], matcher: Matcher): Edition | undefined {
  const title = matcher.titleTerms(first.slot);
  const unsaid = title.filter((term) => !matcher.isSaid(term));
  if (unsaid.length === 0 || unsaid.length === title.length) {
    return undefined;
  }
  const lacking = others.flatMap(({ slot, externalId }) => {
    const terms = new Set(matcher.titleTerms(slot));
    const lacked = unsaid.filter((term) => !terms.has(term));
    const words = siblingWords(title, terms, lacked, matcher);
    return words.length > 0 ? [{ externalId, words }] : [];
  });
  const [nearest] = lacking;
  return (
    nearest && {
      keys: nearest.words.map((term) => matcher.keyOf(term)),
      siblings: lacking.map(({ externalId }) => externalId),
    }
  );
}

/** The words that tell a title from another one, if they are siblings. */
function siblingWords(
  title: readonly number[],
  other: ReadonlySet<number>,
  lacked: readonly number[],
  matcher: Matcher,
): number[] {
  if (lacked.length === 0) {
    return [];
  }
  const said = title.filter((term) => matcher.isSaid(term));
  const own = new Set(title);
  // A word and a number side by side are also one term, which a title with a word between them lacks.
  const foreign = [...other].filter((term) => !own.has(term) && !matcher.isSaid(term));
  const shared = said.filter((term) => other.has(term));
  const foreignShare = matcher.weightOf(foreign) / matcher.weightOf([...other]);
  if (matcher.weightOf(shared) < sharedMin * matcher.weightOf(said) || foreignShare > foreignMax.known) {
    return [];
  }
  return foreignShare <= foreignMax.unique ? [...lacked] : lacked.filter((term) => matcher.isOfTitles(term));
}
