import { errors } from '../../../platform/errors.js';
import type { Found, IndexSearch } from './index-messages.js';
import type { IndexTarget } from './index-target.js';

/** Indexes outside of this process. */
export interface ExternalIndexes {
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
  /** Deletes the indexes that no query can use. */
  deleteUnused(): Promise<void>;
  close(): Promise<void>;
}

/** Used without the address of OpenSearch. Throws `unavailable` for a collection that was moved there. */
export const noExternalIndexes: ExternalIndexes = {
  isReady: () => false,
  embedderIds: () => [],
  ensureReady: async () => {
    throw errors.unavailable('The index of this collection is in OpenSearch: the operator must set SVC_SEARCH_URL.');
  },
  search: async () => undefined,
  deleteUnused: async () => undefined,
  close: async () => undefined,
};
