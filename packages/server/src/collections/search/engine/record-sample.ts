import {
  type Answers,
  findByFields,
  type Reading,
  type Round,
  SampleIndex,
  type SearchableIndex,
  Synonyms,
} from '@tessera/resolver';
import type { ThreadIndex } from '../../../search-runtime/host.js';
import type { FieldsSearch, Found, RecordSearch } from '../index/index-messages.js';
import type { IndexReading } from '../index/index-queries.js';

/** A search whose results are ranked. */
export type RankingSearch = RecordSearch | FieldsSearch;

/** One round of a search, with the answers from OpenSearch. */
export interface SampleRound {
  readonly reading: IndexReading;
  readonly search: RankingSearch;
  readonly answers: Answers;
}

/** The records of an index in OpenSearch that one query reads. Runs in the search thread, which ranks all records. */
export class RecordSample implements ThreadIndex {
  private sample: SampleIndex | undefined;
  readonly embedderIds: readonly string[] = [];

  constructor(private readonly embedderId: string) {}

  /** Number of records in the sample. */
  get size(): number {
    return this.sample?.size ?? 0;
  }

  get bytes(): number {
    return this.sample?.bytes ?? 0;
  }

  /** Adds answers, and returns the result or the remaining questions. */
  round({ reading, search, answers }: SampleRound): Round<Found> {
    this.sample ??= new SampleIndex({ embedderId: this.embedderId, ...readingOf(reading) });
    return this.sample.round(answers, (index) => this.find(index, search));
  }

  private find(index: SearchableIndex, search: RankingSearch): Found {
    if (!('values' in search)) {
      const { text, vectors, limit, also, isExplained = false } = search;
      const query = { text, ...this.vectorsOf(vectors), limit, also, isExplained };
      return { kind: 'ranked', result: index.search(query) };
    }
    const { texts, identifiers, values, limit, title } = search;
    const titled = title && { text: title.text, ...this.vectorsOf(title.vectors) };
    return { kind: 'compared', result: findByFields(index, { texts, identifiers, values, limit, title: titled }) };
  }

  private vectorsOf(vectors: RecordSearch['vectors']) {
    return { vector: vectors.get(this.embedderId) ?? null, otherVectors: vectors };
  }
}

/** Synonyms and country in the format of the resolver. */
export function readingOf({ synonyms, phoneCountry }: IndexReading): Reading {
  return { synonyms: new Synonyms(synonyms), phoneCountry: phoneCountry ?? undefined };
}
