import type { Bitset } from '@tessera/search-engine';
import type { CollectionIndex, SearchQuery } from '../collection-index.js';
import type { Verdict } from '../ranking/rules.js';
import { judge } from '../ranking/verdict.js';

/** What of a record is looked for in an index, and among which records. */
export interface FieldsQuery extends Pick<SearchQuery, 'slice' | 'mask' | 'limit'> {
  /** The title with its vectors; null for a record without one. */
  readonly title: Pick<SearchQuery, 'text' | 'vector' | 'otherVectors'> | null;
  /** Further texts: records are found by the words and codes of each. */
  readonly texts: readonly string[];
  readonly identifiers: readonly string[];
  /** Values of which the frequency is needed. */
  readonly values: readonly string[];
}

/** How a record matches the title. */
export interface TitleFound {
  readonly externalId: string;
  readonly cosine: number | null;
  /** Inverse document frequencies of what is in both, summed, in nats. */
  readonly information: number;
  /** Whether the record, and no other, has most of what the title says, and the title most of the record's. */
  readonly isMutual: boolean;
  /** Whether the title says something of the record's own title, not only of its other fields. */
  readonly isTitled: boolean;
}

/** Records that can be the one that is looked for. */
export interface FieldsFound {
  readonly ids: readonly string[];
  /** Records among which they were found. */
  readonly size: number;
  /** The verdict on the title alone. */
  readonly verdict: Verdict;
  /** Records found by the title, best first. */
  readonly titles: readonly TitleFound[];
  /** How many records have each of the values, at most; 0 for one that the index does not know. */
  readonly frequencies: readonly number[];
}

/** Of the title and of a record's own, the share that is in both from which they can be two descriptions of one thing. */
const mutualShare = 0.6;
/** By how much more than any other record one must have of the title, in nats: 20 times as telling. */
const telling = Math.log(20);
const titled = { said: 0.25 } as const;

/** Finds the records that can be the one with these values. The title is searched by words and meaning, the rest by words. */
export function findByFields(index: CollectionIndex, query: FieldsQuery): FieldsFound {
  const { title, texts, identifiers, values, ...among } = query;
  const titled = title === null ? undefined : findTitles(index, { ...title, ...among });
  const holders = identifiers.flatMap((value) => holdersAmong(index, value, among).slice(0, among.limit));
  const worded = texts.flatMap((text) => index.hits({ text, vector: null, ...among })).filter(({ score }) => score > 0);
  const { size, frequencies } = index.frequenciesOf(values, among.slice);
  const ids = [holders, titled?.titles ?? [], worded]
    .flat()
    .map((found) => (typeof found === 'string' ? found : found.externalId));
  return {
    ids: [...new Set(ids)],
    size,
    verdict: titled?.verdict ?? 'none',
    titles: titled?.titles ?? [],
    frequencies,
  };
}

function findTitles(index: CollectionIndex, query: SearchQuery): Pick<FieldsFound, 'verdict' | 'titles'> {
  const { ranking, evidence, matcher } = index.examine(query);
  const titles = ranking.records.slice(0, query.limit).filter(({ score }) => score > 0);
  const most = (except: number) =>
    titles.reduce((best, { slot, match }) => (slot === except ? best : Math.max(best, match.information)), 0);
  return {
    verdict: judge(evidence).verdict,
    titles: titles.map(({ slot, externalId, cosine, match }) => {
      const { said, unsaid } = matcher.titleMatch(slot);
      const share = said / Math.max(Number.MIN_VALUE, said + unsaid);
      const isAlone = match.information - most(slot) >= telling;
      const isMutual = isAlone && Math.min(match.coverage, share) >= mutualShare;
      return { externalId, cosine, information: match.information, isMutual, isTitled: share >= titled.said };
    }),
  };
}

function holdersAmong(
  index: CollectionIndex,
  identifier: string,
  { slice, mask }: { readonly slice?: Bitset; readonly mask?: Bitset },
): string[] {
  return (index.holdersOf(identifier) ?? []).filter((id) => {
    const slot = index.slotOf(id) as number;
    return (slice?.has(slot) ?? true) && (mask?.has(slot) ?? true);
  });
}
