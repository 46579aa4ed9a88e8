import type { CollectionIndex } from '../collection-index.js';
import { judge, type Verdict } from '../ranking/verdict.js';
import { idsOf, type SearchQuery } from '../search.js';
import { wordsOf } from './compare-words.js';

/** A search for the record that a sent record describes. */
export interface FieldsQuery extends Pick<SearchQuery, 'slice' | 'mask' | 'limit'> {
  /** The title with its vectors; null if the record has none. */
  readonly title: Pick<SearchQuery, 'text' | 'vector' | 'otherVectors'> | null;
  /** The other strings. Each is searched by its words and codes. */
  readonly texts: readonly string[];
  readonly identifiers: readonly string[];
  /** The values whose frequencies are returned. */
  readonly values: readonly string[];
}

/** How a record matches the title. */
export interface TitleFound {
  readonly externalId: string;
  readonly cosine: number | null;
  /** Whether a word of the sent title is in the record's title, and not only in other fields. */
  readonly isTitled: boolean;
}

/** Candidates for a sent record. */
export interface FieldsFound {
  readonly ids: readonly string[];
  /** Number of records that were searched. */
  readonly size: number;
  /** The verdict of a search by the title alone. */
  readonly verdict: Verdict;
  /** Records found by the title, best first. */
  readonly titles: readonly TitleFound[];
  /** Words of the sent title that many records have. */
  readonly commonWords: readonly string[];
  /** Upper bounds of how many records have each value; 0 for a value that is not indexed. */
  readonly frequencies: readonly number[];
}

/** How many records, and which share of all, have a common word. */
const [commonMin, commonShare] = [5, 0.01];
/** Share of a title from which on it counts as found by its words. */
const titledShare = 0.25;

/** Finds candidates. The title is searched by words and meaning, the other strings by words. */
export function findByFields(index: CollectionIndex, query: FieldsQuery): FieldsFound {
  const { title, texts, identifiers, values, ...among } = query;
  const titled = title === null ? nothing : findTitles(index, { ...title, ...among });
  const isAmong = (id: string) => {
    const slot = index.slotOf(id) as number;
    return (among.slice?.has(slot) ?? true) && (among.mask?.has(slot) ?? true);
  };
  const identified = identifiers.map((value) => (index.recordsWith(value) ?? []).filter(isAmong).slice(0, among.limit));
  // A barcode or telephone number, which has no letters, can have another spelling.
  const spelled = identifiers.filter((value, at) => identified[at]?.length === 0 && !/\p{L}/u.test(value));
  const worded = [...texts, ...spelled]
    .flatMap((text) => index.hits({ text, vector: null, ...among }))
    .filter(({ score }) => score > 0);
  const words = title === null ? [] : wordsOf(title.text);
  const { size, frequencies: all } = index.frequenciesOf([...values, ...words], among.slice);
  const [frequencies, counts] = [all.slice(0, values.length), all.slice(values.length)];
  const commonWords = words.filter((_, at) => (counts[at] as number) >= Math.max(commonMin, commonShare * size));
  const ids = [...identified.flat(), ...idsOf(titled.titles), ...idsOf(worded)];
  return { ...titled, ids: [...new Set(ids)], size, frequencies, commonWords };
}

type TitlesFound = Pick<FieldsFound, 'verdict' | 'titles'>;
const nothing: TitlesFound = { verdict: 'none', titles: [] };

function findTitles(index: CollectionIndex, query: SearchQuery): TitlesFound {
  const { ranking, facts, matcher } = index.examine(query);
  const titles = ranking.records.slice(0, query.limit).filter(({ score }) => score > 0);
  return {
    verdict: judge(facts).verdict,
    titles: titles.map(({ slot, externalId, cosine }) => {
      const { said, unsaid } = matcher.titleMatch(slot);
      return { externalId, cosine, isTitled: said >= titledShare * (said + unsaid) };
    }),
  };
}
