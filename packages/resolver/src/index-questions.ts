import type { CompiledFilter, PackedTerms, TermStatistics } from '@tessera/search-engine';
import type { IndexRecord } from './collection-index.js';
import type { SpaceCount } from './vector-spaces.js';

/** The records that a query may see, and how recent they must be. */
export interface IndexScope {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly indexVersion: number;
  /** Null for all records. */
  readonly slice: readonly CompiledFilter[] | null;
  /** The sequence number of the last write that the answers must include. */
  readonly atLeast: number;
}

/** Counts of the records of a scope. */
export interface IndexStatistics extends TermStatistics {
  /** The sequence number of the last write that was counted. */
  readonly seen: number;
  readonly vectors: readonly SpaceCount[];
}

/** The records to find in a scope. Without terms, vectors and ids, the first ones by id. */
export interface CandidatesWanted {
  /** Keys of terms with their largest contribution to a score. */
  readonly terms: readonly { readonly key: number; readonly weight: number }[];
  /** By embedder id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly ids: readonly string[];
  readonly filter: CompiledFilter | undefined;
  /** Maximum records of each kind: with the highest scores over the terms, and nearest to each vector. */
  readonly limit: number;
}

/** A record with what ranking reads of it. */
export interface Candidate extends Pick<IndexRecord, 'externalId' | 'vector'> {
  /** The sequence number of its last write. */
  readonly changeMark: number;
  readonly terms: PackedTerms;
  readonly embedderId: string;
}

/** The two questions that ranking asks an index outside of this process. It neither ranks nor judges. */
export interface IndexQuestions {
  /** Counts the records of a scope, those with each key, and those with each of `titleKeys` in the title. */
  statistics(scope: IndexScope, keys: readonly number[], titleKeys: readonly number[]): Promise<IndexStatistics>;
  candidates(scope: IndexScope, wanted: CandidatesWanted): Promise<readonly Candidate[]>;
}
