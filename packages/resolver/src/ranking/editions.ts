import type { Matcher } from './match.js';
import type { RankedRecord, Ranking } from './rank.js';

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
export function editionOf(first: RankedRecord, ranking: Ranking, matcher: Matcher): Edition | undefined {
  const title = matcher.index.titleTerms(first.slot);
  const said = title.filter((term) => matcher.isSaid(term));
  const unsaid = title.filter((term) => !matcher.isSaid(term));
  if (said.length === 0 || unsaid.length === 0) {
    return undefined;
  }
  const telling = tellingWords({ said, unsaid }, matcher);
  const lacking = siblingsOf(first, said, ranking, matcher).flatMap(({ slot, externalId }) => {
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

/** A title's words by whether the query contains them. */
interface TitleWords {
  readonly said: readonly number[];
  readonly unsaid: readonly number[];
}

/** Returns the words that distinguish a title from another one, if they are siblings. */
function tellingWords({ said, unsaid }: TitleWords, matcher: Matcher): (other: readonly number[]) => number[] {
  const weights = said.map((term) => matcher.index.weight(term));
  const sharedLeast = sharedMin * weights.reduce((sum, weight) => sum + weight, 0);
  return (other) => {
    const shared = weights.reduce((sum, weight, at) => sum + (other.includes(said[at] as number) ? weight : 0), 0);
    // Most titles share too little, and reading the weights of their other words takes longer.
    if (shared < sharedLeast) {
      return [];
    }
    let foreign = 0;
    let all = shared;
    for (const term of other) {
      if (!said.includes(term)) {
        const weight = matcher.index.weight(term);
        all += weight;
        // A word and a number side by side are also one term, which a title with a word between them lacks.
        foreign += unsaid.includes(term) || matcher.isSaid(term) ? 0 : weight;
      }
    }
    if (foreign > foreignMax.known * all) {
      return [];
    }
    const lacked = unsaid.filter((term) => !other.includes(term));
    return foreign <= foreignMax.unique * all
      ? lacked
      : lacked.filter((term) => matcher.index.titleFrequency(term) > 1);
  };
}

/** Records that can be siblings, best first: those ranked, then others with the rarest word that query and first title share. */
function siblingsOf(
  { slot }: RankedRecord,
  said: readonly number[],
  { records, holdersOf }: Ranking,
  matcher: Matcher,
) {
  const byWeight = (a: number, b: number) =>
    matcher.index.weight(b) - matcher.index.weight(a) || matcher.index.keyOf(a) - matcher.index.keyOf(b);
  const [rarest = -1] = said.toSorted(byWeight);
  const ranked = new Set(records.map((record) => record.slot));
  const rest = holdersOf(rarest).filter((holder) => !ranked.has(holder.slot));
  rest.sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  return [...records.filter((record) => record.slot !== slot), ...rest];
}
