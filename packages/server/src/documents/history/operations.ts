import type { DocumentVersion } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { decodeCursor, encodeCursor } from '../../platform/paging.js';
import type { Principal } from '../../principals/principal.js';
import { type Rights, rightsOf } from '../access/rights.js';
import { locationOf } from '../model/path.js';
import { findRepo, type RepoRow } from '../store/index.js';
import { type LineageVersion, lineageOf } from './lineage.js';
import { type CommitRow, listCommits, listPathsOfRevisions } from './queries.js';

/** The versions of a document that the caller may read, newest first. Contains at least one. */
export interface FoundLineage {
  readonly repo: RepoRow;
  readonly rights: Rights;
  readonly lineage: readonly LineageVersion[];
}

/** Finds the versions of a document by its whole path. Throws `document_not_found` if the caller may read none. */
export async function findLineage(
  transaction: Transaction,
  principal: Principal,
  documentPath: string,
): Promise<FoundLineage> {
  const { repo: name, path } = locationOf(documentPath);
  const rights = await rightsOf(transaction, principal);
  // Nothing is looked up for an unreadable path: a hidden document must not take longer than a missing one.
  const repo = rights.read.canRead(documentPath) ? await findRepo(transaction, name) : undefined;
  const lineage = repo === undefined ? [] : await lineageOf(transaction, rights, { repo, path });
  if (repo === undefined || lineage.length === 0) {
    throw errors.notFound('document_not_found');
  }
  return { repo, rights, lineage };
}

/** Lists the versions of a document. */
export const historyOperation: Operation<'documents.history'> = (context, principal, { query }) => {
  // The cursor is an id, because a revision would reveal how many writes there are elsewhere in the repo.
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ['uuid'])[0];
  return context.transaction(async (transaction) => {
    const { repo, rights, lineage } = await findLineage(transaction, principal, query.path);
    const rest = after === undefined ? lineage : lineage.slice(lineage.findIndex(({ id }) => id === after) + 1);
    const page = rest.slice(0, query.limit);
    const last = page.at(-1);
    const commits = await listCommits(
      transaction,
      repo.id,
      page.map(({ revision }) => revision),
    );
    const shown = await revisionsToExplain(transaction, rights, { repo, page });
    return {
      versions: page.map((version) => present({ repo, rights, version, shown, commit: commits.get(version.revision) })),
      count: lineage.length,
      next_cursor: rest.length > page.length && last !== undefined ? encodeCursor([last.id]) : null,
    };
  });
};

/** The revisions whose messages the caller may read, because it may read all paths that they changed. */
async function revisionsToExplain(
  transaction: Transaction,
  rights: Rights,
  { repo, page }: { readonly repo: RepoRow; readonly page: readonly LineageVersion[] },
): Promise<ReadonlySet<number>> {
  const revisions = new Set(page.map(({ revision }) => revision));
  if (rights.readsAllOf(repo.name)) {
    return revisions;
  }
  for (const { revision, path } of await listPathsOfRevisions(transaction, repo.id, [...revisions])) {
    if (!rights.read.canRead(`${repo.name}/${path}`)) {
      revisions.delete(revision);
    }
  }
  return revisions;
}

interface Shown {
  readonly repo: RepoRow;
  readonly rights: Rights;
  readonly version: LineageVersion;
  readonly shown: ReadonlySet<number>;
  readonly commit: CommitRow | undefined;
}

function present({ repo, rights, version, shown, commit }: Shown): DocumentVersion {
  if (commit === undefined) {
    throw new Error('a version belongs to a commit');
  }
  return {
    id: version.id,
    path: `${repo.name}/${version.path}`,
    status: version.status,
    size: version.size,
    at: commit.at.toISOString(),
    by: commit.author,
    message: shown.has(version.revision) ? commit.message : null,
    ...(rights.readsAllOf(repo.name) ? { commit: commit.oid.toString('hex') } : {}),
  };
}
