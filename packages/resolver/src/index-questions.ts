import type { CompiledFilter, TermStatistics } from '@tessera/search-engine';
import type { ReadRecord } from './collection-index.js';
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
  readonly vectors: readonly SpaceCount[];
}

/** Which records of a scope to find. Without terms, vectors and ids, the first ones by id. */
export interface CandidatesWanted {
  /** Keys of terms, each with the largest contribution that it can make to a score. */
  readonly terms: readonly { readonly key: number; readonly weight: number }[];
  /** Vectors of the query by embedder id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly ids: readonly string[];
  readonly filter: CompiledFilter | undefined;
  /** Maximum records of each kind: those with the highest scores over the terms, and those nearest to each vector. */
  readonly limit: number;
}

/** A record with everything that ranking reads of it. */
export interface Candidate extends ReadRecord {
  /** The sequence number of its last write. */
  readonly changeMark: number;
  readonly embedderId: string;
}

/** The two methods that ranking needs of an index outside of this process. That index neither ranks nor judges. */
export interface IndexQuestions {
  /** Counts the records of a scope, those that contain each key, and those whose title contains each of `titleKeys`. */
  statistics(scope: IndexScope, keys: readonly number[], titleKeys: readonly number[]): Promise<IndexStatistics>;
  candidates(scope: IndexScope, wanted: CandidatesWanted): Promise<readonly Candidate[]>;
}
