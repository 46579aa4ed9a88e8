import { compareBytes } from '@tessera/git';
import type { Transaction } from '../../platform/database/database.js';
import { listRepos, type RepoRow } from '../store/index.js';
import { type ChangedPath, documentsPerPage, type Entry, loadChanges, loadDocuments } from './entries.js';
import { SharedWork } from './shared-work.js';

/** Every document of a repo at a revision, sorted by path. */
export interface RepoListing {
  readonly repo: RepoRow;
  readonly entries: readonly Entry[];
}

/** Maximum cached documents per process, over all workspaces. The least recently used workspaces are evicted. */
const maxEntries = 1_000_000;

/**
 * Caches the documents of all repos, regardless of the caller's rights. The caller's transaction brings them up to date: a
 * repo's revision shows whether anything was written, and the versions after the cached revision show what.
 */
export class DocumentListings {
  private readonly workspaces = new Map<string, Map<string, RepoListing>>();
  private readonly loading = new SharedWork<string, readonly Entry[]>();
  private nextId = 1;

  /** Every repo of the transaction's workspace with its documents, sorted by whole path. */
  async current(transaction: Transaction): Promise<RepoListing[]> {
    const repos = await listRepos(transaction);
    const known = this.known(transaction.workspaceId);
    const listings: RepoListing[] = [];
    for (const repo of repos) {
      listings.push(await this.upToDate(transaction, known, repo));
    }
    const present = new Set(repos.map(({ id }) => id));
    for (const id of known.keys()) {
      if (!present.has(id)) {
        known.delete(id);
      }
    }
    this.makeRoom();
    // The slash is part of the comparison: `a-b/` sorts before `a/`, although `a` sorts before `a-b`.
    return listings.sort((one, other) => compareBytes(`${one.repo.name}/`, `${other.repo.name}/`));
  }

  private known(workspaceId: string): Map<string, RepoListing> {
    const known = this.workspaces.get(workspaceId) ?? new Map<string, RepoListing>();
    this.workspaces.delete(workspaceId);
    this.workspaces.set(workspaceId, known);
    return known;
  }

  private async upToDate(
    transaction: Transaction,
    known: Map<string, RepoListing>,
    repo: RepoRow,
  ): Promise<RepoListing> {
    const before = known.get(repo.id);
    const isSame = before !== undefined && before.repo.name === repo.name && before.repo.revision <= repo.revision;
    if (isSame && before.repo.revision === repo.revision) {
      // The revision is unchanged, but the repo's description may not be.
      return { repo, entries: before.entries };
    }
    // Entries of the same documents would differ between calls, and the search index would index all of them again.
    const entries = await this.loading.run(`${repo.id} ${repo.name} ${repo.revision}`, async () =>
      isSame
        ? this.changed(repo, before.entries, await loadChanges(transaction, repo.id, before.repo.revision))
        : this.load(transaction, repo),
    );
    const listing = { repo, entries };
    // Another call may have cached a later revision meanwhile.
    if ((known.get(repo.id)?.repo.revision ?? -1) <= repo.revision || !isSame) {
      known.set(repo.id, listing);
    }
    return listing;
  }

  private async load(transaction: Transaction, repo: RepoRow): Promise<readonly Entry[]> {
    const entries = (await loadDocuments(transaction, repo.id)).map((row) => this.entry(repo, row));
    // A document that moves between pages while they are read can appear on both or on neither.
    return entries.length < documentsPerPage
      ? entries
      : this.changed(repo, entries, await loadChanges(transaction, repo.id, repo.revision));
  }

  private entry(repo: RepoRow, row: Entry['row']): Entry {
    const id = this.nextId;
    this.nextId += 1;
    return { id, repo, path: `${repo.name}/${row.path}`, row };
  }

  /** Replaces the entries of changed paths. If the version is unchanged, the entry object is kept. */
  private changed(repo: RepoRow, entries: readonly Entry[], changes: readonly ChangedPath[]): readonly Entry[] {
    if (changes.length === 0) {
      return entries;
    }
    const changed = new Map(changes.map((change) => [change.changed_path, change.document]));
    const kept = entries.filter(({ row }) => {
      const now = changed.get(row.path);
      if (now?.version === row.version) {
        changed.delete(row.path);
      }
      return !changed.has(row.path);
    });
    const added = [...changed.values()].flatMap((row) => (row === null ? [] : [this.entry(repo, row)]));
    return merge(kept, added.sort(byPath));
  }

  private makeRoom(): void {
    const sizeOf = (listings: ReadonlyMap<string, RepoListing>): number =>
      [...listings.values()].reduce((sum, { entries }) => sum + entries.length, 0);
    let total = [...this.workspaces.values()].reduce((sum, listings) => sum + sizeOf(listings), 0);
    for (const [workspaceId, listings] of this.workspaces) {
      if (total <= maxEntries || this.workspaces.size === 1) {
        return;
      }
      this.workspaces.delete(workspaceId);
      total -= sizeOf(listings);
    }
  }
}

function byPath(one: Entry, other: Entry): number {
  return compareBytes(one.path, other.path);
}

function merge(kept: readonly Entry[], added: readonly Entry[]): Entry[] {
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of kept) {
    for (let one = added[next]; one !== undefined && byPath(one, entry) < 0; one = added[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...added.slice(next)];
}
