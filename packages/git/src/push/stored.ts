import type { ObjectKind, TreeEntry } from '../objects/objects.js';
import type { PackBase } from '../pack/read.js';

/**
 * The objects that the repo has, by hexadecimal id. They are never changed or deleted, so results stay valid until the
 * push is stored.
 */
export interface StoredObjects {
  /**
   * Returns the commits that the repo has, each with the revision up to which a client with that commit has everything.
   */
  commits(ids: readonly string[]): Promise<Map<string, number>>;
  /** Returns the kinds of the objects that the repo has. */
  kinds(ids: readonly string[]): Promise<Map<string, ObjectKind>>;
  /** Returns the folders that the repo has. */
  trees(ids: readonly string[]): Promise<Map<string, readonly TreeEntry[]>>;
  /** Returns objects with their content, in batches. */
  contents(ids: readonly string[]): AsyncIterable<PackBase>;
}
