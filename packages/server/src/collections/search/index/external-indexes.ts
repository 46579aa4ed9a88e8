import type { IndexTarget } from './followed-index.js';
import type { Found, IndexSearch } from './index-messages.js';

/** The indexes of collections that are not in the memory of this process. */
export interface ExternalIndexes {
  /** Whether a collection has its index there. */
  has(target: IndexTarget): boolean;
  /** Whether the index exists and was compared with the database. */
  isReady(target: IndexTarget): boolean;
  /** The embedders of the vectors. */
  embedderIds(target: IndexTarget): readonly string[];
  /** Updates the index to the target, and builds it if it is missing. Throws `unavailable` while it does not answer. */
  ensureReady(target: IndexTarget): Promise<void>;
  /** Searches for each of many queries; undefined if the index is not ready. Throws `unavailable` while it does not answer. */
  search(target: IndexTarget, searches: readonly IndexSearch[]): Promise<Found[] | undefined>;
  close(): Promise<void>;
}
