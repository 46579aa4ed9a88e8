import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { decodeCursor, encodeCursor } from '../../platform/paging.js';
import { type Rights, rightsOf } from '../access/rights.js';
import { listRepos } from '../store/index.js';
import { type CommitRow, type DeletionRow, listCommits, listDeletions } from './queries.js';

interface Deletion extends DeletionRow {
  readonly repoId: string;
  /** The path of the document, including its repo. */
  readonly path: string;
}

/** Lists deleted documents that can be restored and that the caller may read. */
export const deletedOperation: Operation<'documents.deleted'> = (context, principal, { query }) => {
  // The cursor is an id, because a revision would reveal how many writes there are elsewhere in the repo.
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ['uuid'])[0];
  return context.transaction(async (transaction) => {
    const found = await findDeletions(transaction, await rightsOf(transaction, principal), query.prefix);
    const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const page = found.slice(start, start + query.limit);
    const commits = await commitsOf(transaction, page);
    const last = page.at(-1);
    const isWhole = last === undefined || start + page.length >= found.length;
    return {
      documents: page.flatMap(({ path, id, restorable }) => {
        const commit = commits.get(id);
        return commit === undefined
          ? []
          : [{ path, version: restorable, deleted_at: commit.at.toISOString(), deleted_by: commit.author }];
      }),
      count: found.length,
      next_cursor: isWhole ? null : encodeCursor([last.id]),
    };
  });
};

async function findDeletions(transaction: Transaction, rights: Rights, prefix: string): Promise<Deletion[]> {
  const [name] = prefix.split('/');
  // The repo of the prefix may be hidden, and must not take longer than a missing one.
  const repos = (await listRepos(transaction)).filter(
    (repo) => prefix === '' || !rights.unconfined || repo.name === name,
  );
  const found: Deletion[] = [];
  for (const { id: repoId, name: repo } of repos) {
    for (const row of await listDeletions(transaction, repoId)) {
      const path = `${repo}/${row.path}`;
      if ((prefix === '' || path.startsWith(`${prefix}/`)) && rights.read.canRead(path)) {
        found.push({ ...row, repoId, path });
      }
    }
  }
  return found;
}

/** The commits that deleted documents, by deletion id. */
async function commitsOf(transaction: Transaction, page: readonly Deletion[]): Promise<Map<string, CommitRow>> {
  const commits = new Map<string, CommitRow>();
  for (const repoId of new Set(page.map((deletion) => deletion.repoId))) {
    const ofRepo = page.filter((deletion) => deletion.repoId === repoId);
    const known = await listCommits(
      transaction,
      repoId,
      ofRepo.map(({ revision }) => revision),
    );
    for (const { id, revision } of ofRepo) {
      const commit = known.get(revision);
      if (commit !== undefined) {
        commits.set(id, commit);
      }
    }
  }
  return commits;
}
