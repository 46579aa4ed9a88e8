/**
 * The store of repos: git's own objects as rows, and beside them the documents of today and every version of them.
 *
 * A write, by the API or by a push, is one transaction:
 * 1. `lockRepo` takes the row lock that orders writers. Whatever it depends on is read by statements after it.
 * 2. The caller checks rights, makes objects (`newObject`), works out what each commit changes, and checks that `bytesOf`
 *    it and `storedBytes` together are no more than `storageBytes`.
 * 3. Large pushes store their objects in batches with `storeObjects` under the revision `revisionAfter(repo, commits)`.
 * 4. `storeRevisions` adds commits, folders, documents, versions and the new head; then the caller writes its audit entry.
 *
 * Revisions count up under the lock and so are in commit order: a cache that has seen one asks for those above it.
 * Objects carry the revision of the write that brought them, so that a fetch sends those above what its client holds.
 */
export {
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
export { bytesOf, newObjectBytes, storageBytes, storedBytes } from './storage.js';
