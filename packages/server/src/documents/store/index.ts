/**
 * The store of repos: git objects as rows, plus tables of the current documents and of all their versions.
 *
 * A write, by API or push, is one transaction:
 * 1. `lockRepo` takes the row lock that serializes writers. Read everything that the write depends on after it.
 * 2. The caller checks rights, creates objects (`newObject`), computes the changes of each commit, and checks that
 *    `bytesOf` fits into the storage (`StorageMeter.requireRoom`).
 * 3. Large pushes store their objects in batches with `storeObjects` under the revision `revisionAfter(repo, commits)`.
 * 4. `storeRevisions` adds commits, folders, documents, versions and the new head. Then the caller writes its audit
 *    entry.
 *
 * Revisions are assigned under the lock, so they are in commit order: a cache that has seen one reads those above it.
 * Objects have the revision of the write that added them, so a fetch sends those above the client's revision.
 */
export {
  bytesOf,
  type CommitActor,
  type DocumentChange,
  type NewCommit,
  type NewRevisions,
  revisionAfter,
  storeRevisions,
} from './commits.js';
export {
  contentOfObject,
  type NewObject,
  newObject,
  newObjectBytes,
  partBytes,
  type ReadBytes,
  readChunks,
  readObject,
  readObjects,
  readStart,
  type StoredKind,
  storeObjects,
} from './objects.js';
export { findRepo, listRepos, lockRepo, type RepoRow } from './repos.js';
