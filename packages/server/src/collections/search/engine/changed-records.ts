import { isJsonObject, type JsonObject, parseJson } from '@tessera/json';
import type { Candidate, IndexStatistics, Reading } from '@tessera/resolver';
import { type CompiledFilter, matchesFilter, matchesSlice } from '@tessera/search-engine';
import type { ChangedRow } from '../index/index-queries.js';
import type { EngineQuery } from './cells.js';
import { candidateOf, documentOf, type SourceFields, titleBit } from './documents.js';

/** The records of a slice, null for all, that match a filter. */
interface Selected {
  readonly slice: readonly CompiledFilter[] | null;
  readonly filter?: CompiledFilter | undefined;
}

/** The number of vectors of one embedder and length. */
type SpaceCount = IndexStatistics['vectors'][number];

/** A changed record, and what counts and filters read of it. */
interface Changed {
  readonly candidate: Candidate;
  readonly bitsByKey: ReadonlyMap<number, number>;
  readonly attributes: JsonObject;
}

/**
 * The few records that were written after OpenSearch indexed the collection. Searches exclude their ids, because
 * OpenSearch may contain them in any version. Instead, their rows are counted and ranked.
 */
export class ChangedRecords {
  /** Number of records that were written, including the deleted ones. */
  readonly size: number;
  /** Excludes these records. */
  readonly exclusion: EngineQuery;
  private readonly live: readonly Changed[];

  /**
   * `after` is the sequence number that OpenSearch had indexed, and `upTo` one of the transaction that read the rows.
   */
  constructor(
    rows: readonly ChangedRow[],
    reading: Reading,
    readonly between: { readonly after: number; readonly upTo: number },
  ) {
    this.size = rows.length;
    this.exclusion = { bool: { must_not: [{ terms: { id: rows.map((row) => row.external_id) } }] } };
    this.live = rows.filter(({ gone }) => !gone).map((row) => changedOf(row, reading));
  }

  /** The embedders of the records' vectors. */
  get embedderIds(): string[] {
    return this.live.flatMap(({ candidate: { vector, embedderId } }) => (vector === null ? [] : [embedderId]));
  }

  /** The selected records. */
  candidates(selected: Selected): Candidate[] {
    return this.selected(selected).map(({ candidate }) => candidate);
  }

  /** Adds the records of a slice to the counts of the other records. */
  addTo(counted: IndexStatistics, slice: Selected['slice']): IndexStatistics {
    const records = this.selected({ slice });
    const countOf = (isCounted: (bits: number | undefined) => boolean) => (key: number) =>
      records.filter(({ bitsByKey }) => isCounted(bitsByKey.get(key))).length;
    const inText = countOf((bits) => bits !== undefined);
    const inTitle = countOf((bits = 0) => bits >= titleBit);
    return {
      records: counted.records + records.length,
      length: records.reduce((sum, { candidate }) => sum + candidate.terms.length, counted.length),
      frequencies: added(counted.frequencies, inText),
      titleFrequencies: added(counted.titleFrequencies, inTitle),
      vectors: records.reduce(withVector, counted.vectors),
    };
  }

  private selected({ slice, filter }: Selected): readonly Changed[] {
    return this.live.filter(
      ({ attributes }) =>
        (slice === null || matchesSlice(slice, attributes)) &&
        (filter === undefined || matchesFilter(filter, attributes)),
    );
  }
}

function changedOf(row: ChangedRow, reading: Reading): Changed {
  // Read from the document, so that ranking reads the same numbers as from OpenSearch.
  const candidate = candidateOf(documentOf(row, reading).body as unknown as SourceFields);
  const { keys, bits } = candidate.terms;
  const attributes = row.attributes_json === null ? undefined : parseJson(row.attributes_json);
  return {
    candidate,
    bitsByKey: new Map(Array.from(keys, (key, at) => [key, bits[at] as number])),
    attributes: isJsonObject(attributes) ? attributes : {},
  };
}

function added(counts: ReadonlyMap<number, number>, countOf: (key: number) => number): Map<number, number> {
  return new Map([...counts].map(([key, count]) => [key, count + countOf(key)]));
}

function withVector(spaces: readonly SpaceCount[], { candidate: { vector, embedderId } }: Changed): SpaceCount[] {
  if (vector === null) {
    return [...spaces];
  }
  const isSame = (space: SpaceCount) => space.embedderId === embedderId && space.dimensions === vector.length;
  const known = spaces.find(isSame) ?? { embedderId, dimensions: vector.length, count: 0 };
  return [...spaces.filter((space) => !isSame(space)), { ...known, count: known.count + 1 }];
}
