import type { IndexTarget } from './followed-index.js';
import type { Found, IndexSearch } from './index-messages.js';

/** Indexes outside of this process. */
export interface ExternalIndexes {
  /** Whether the index of a collection is outside. */
  has(target: IndexTarget): boolean;
  /** Whether the index exists and was compared with the database. */
  isReady(target: IndexTarget): boolean;
  /** The ids of the embedders that computed the index's vectors. */
  embedderIds(target: IndexTarget): readonly string[];
  /**
   * Updates the index up to the target, and builds it if it is missing. Throws `unavailable` if it does not respond.
   */
  ensureReady(target: IndexTarget): Promise<void>;
  /** Runs many searches. Returns undefined if the index is not ready. Throws `unavailable` if it does not respond. */
  search(target: IndexTarget, searches: readonly IndexSearch[]): Promise<Found[] | undefined>;
  close(): Promise<void>;
}
