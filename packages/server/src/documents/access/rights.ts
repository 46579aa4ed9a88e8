import { reachesInto } from '../../access/globs/reach.js';
import { type PathGroup, type ReadAccess, type ReadScope, readAccess } from '../../access/read-access.js';
import type { Transaction } from '../../platform/database/database.js';
import { canWrite, type Principal } from '../../principals/principal.js';

/** What a caller may read and write, decided in the transaction that reads or writes. It holds for that one only. */
export interface Rights {
  readonly read: ReadAccess;
  /** The same question of writing, by the path alone. */
  readonly write: ReadAccess;
  readonly unconfined: boolean;
  /** The patterns by which the caller reads, in order; the same text means the same decisions. Null: everything. */
  readonly readPatterns: readonly string[] | null;
  /** Whether every path of the repo, also one yet to come, may be read: unconfined, or by exactly `<repo>/**`. */
  readsAllOf(repo: string): boolean;
  writesAllOf(repo: string): boolean;
  /** Whether some path of the repo could be written. */
  couldWriteIn(repo: string): boolean;
}

/** The caller's rights from its groups as they are at this moment. */
export async function rightsOf(transaction: Transaction, principal: Principal): Promise<Rights> {
  const { scope } = principal;
  if (scope === null || scope.role === null) {
    return rightsFrom([], []);
  }
  const writes = canWrite(scope);
  if (scope.groups === null) {
    return rightsFrom('everything', writes ? 'everything' : []);
  }
  const groups = await pathsOfGroups(
    transaction,
    scope.groups.map(({ id }) => id),
  );
  const writable = new Set(scope.groups.flatMap(({ id, access }) => (access === 'read_write' ? [id] : [])));
  return rightsFrom(groups, writes ? groups.filter(({ id }) => writable.has(id)) : []);
}

async function pathsOfGroups(transaction: Transaction, ids: readonly string[]): Promise<PathGroup[]> {
  return ids.length === 0
    ? []
    : transaction.query<PathGroup>(
        {
          name: 'document_paths_of_groups',
          text: 'select id, name, paths from groups where workspace_id = $1 and id = any($2::uuid[]) order by name, id',
        },
        [transaction.workspaceId, ids],
      );
}

function rightsFrom(read: ReadScope, write: ReadScope): Rights {
  return {
    read: readAccess(read),
    write: readAccess(write),
    unconfined: read === 'everything',
    readPatterns: read === 'everything' ? null : patternsOf(read),
    readsAllOf: (repo) => coversAll(read, repo),
    writesAllOf: (repo) => coversAll(write, repo),
    couldWriteIn: (repo) =>
      write === 'everything' || write.some(({ paths }) => paths.some((pattern) => reachesInto(pattern, repo))),
  };
}

function patternsOf(groups: readonly PathGroup[]): string[] {
  return [...new Set(groups.flatMap(({ paths }) => paths))].sort();
}

function coversAll(scope: ReadScope, repo: string): boolean {
  return scope === 'everything' || scope.some(({ paths }) => paths.includes(`${repo}/**`));
}
