import type { Matcher } from './match.js';
import type { RankedRecord } from './rank.js';

/**
 * Minimum share, by weight, of the words common to the query and the first title that a sibling's title must contain.
 */
const sharedMin = 0.35;
/**
 * Maximum share, by weight, of a sibling's title that the first title may lack. There is a limit for words of several
 * titles, and one for a word that only one title has.
 */
const foreignMax = { known: 0.4, unique: 0.1 } as const;

/**
 * Finds words of the first title that both the query and a similar title (a sibling) lack: their keys, and the ids of the
 * siblings without them, best first. A word that only one title has is a part of its name, unless a sibling's title is
 * otherwise the same.
 */
export function editionOf([first, ...others]: readonly RankedRecord[], matcher: Matcher) {
  const title = matcher.index.titleTerms((first as RankedRecord).slot);
  const said = title.filter((term) => matcher.isSaid(term));
  const unsaid = title.filter((term) => !matcher.isSaid(term));
  if (said.length === 0 || unsaid.length === 0) {
    return undefined;
  }
  const telling = tellingWords(said, unsaid, matcher);
  const lacking = others.flatMap(({ slot, externalId }) => {
    const words = telling(matcher.index.titleTerms(slot));
    return words.length > 0 ? [{ externalId, words }] : [];
  });
  const [nearest] = lacking;
  return (
    nearest && {
      // Sorted, because the numbers of terms depend on the order of writes.
      keys: nearest.words.map((term) => matcher.index.keyOf(term)).sort((a, b) => a - b),
      siblings: lacking.map(({ externalId }) => externalId),
    }
  );
}

/**
 * Returns a function that compares another title with this one, by the words of this one that the query contains and
 * lacks. If it is a sibling, returns the words that distinguish them.
 */
function tellingWords(
  said: readonly number[],
  unsaid: readonly number[],
  matcher: Matcher,
): (other: readonly number[]) => number[] {
  const weightOf = (terms: readonly number[]) => terms.reduce((sum, term) => sum + matcher.index.weight(term), 0);
  const sharedLeast = sharedMin * weightOf(said);
  return (other) => {
    const shared = weightOf(said.filter((term) => other.includes(term)));
    // Most titles share too few words. Return early, because reading the weights of their other words takes longer.
    if (shared < sharedLeast) {
      return [];
    }
    const rest = other.filter((term) => !said.includes(term));
    const all = shared + weightOf(rest);
    // A word and a number side by side are also one term. A title with a word between them lacks that term.
    const foreign = weightOf(rest.filter((term) => !(unsaid.includes(term) || matcher.isSaid(term))));
    if (foreign > foreignMax.known * all) {
      return [];
    }
    const lacked = unsaid.filter((term) => !other.includes(term));
    return foreign <= foreignMax.unique * all
      ? lacked
      : lacked.filter((term) => matcher.index.titleFrequency(term) > 1);
  };
}
