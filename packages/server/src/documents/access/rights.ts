import { type ReadAccess, type ReadScope, reachesInto, readAccess } from '@tessera/path-access';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { canWrite, type Principal } from '../../principals/principal.js';
import { type OfferingGroup, patternsOf, type Shown, shownBy } from './offers.js';

/** What a caller may read and write. Valid only in the transaction that decided it. */
export interface Rights {
  readonly read: ReadAccess;
  /** Whether the caller may write a path. It depends on the path alone, not on an existing document. */
  readonly write: ReadAccess;
  readonly unconfined: boolean;
  /** Documents whose titles are shown although the caller may not read them; null if there are none. */
  readonly shown: Shown | null;
  /** The sorted patterns that the caller may read. Equal lists mean equal decisions. Null means everything. */
  readonly readPatterns: readonly string[] | null;
  /**
   * Whether the caller may read every path of the repo, including future ones: it is unconfined or has a group with
   * exactly `<repo>/**`.
   */
  readsAllOf(repo: string): boolean;
  writesAllOf(repo: string): boolean;
  /** Whether the caller could write some path of the repo. */
  couldWriteIn(repo: string): boolean;
}

/** Determines the caller's rights from its current groups. Every caller can also read the public group. */
export async function rightsOf(transaction: Transaction, principal: Principal): Promise<Rights> {
  const { scope } = principal;
  if (scope === null || scope.role === null) {
    return rightsFrom({ read: [], assigned: [], write: [], shown: null });
  }
  const writes = canWrite(scope);
  if (scope.groups === null) {
    return rightsFrom({ read: 'everything', assigned: 'everything', write: writes ? 'everything' : [], shown: null });
  }
  const groups = await groupsFor(
    transaction,
    scope.groups.map(({ id }) => id),
  );
  const writable = new Set(scope.groups.flatMap(({ id, access }) => (access === 'read_write' ? [id] : [])));
  const assigned = groups.filter((group) => group.assigned);
  const [workspace] = groups;
  return rightsFrom({
    read: groups.filter((group) => group.assigned || group.public),
    assigned,
    write: writes ? assigned.filter(({ id }) => writable.has(id)) : [],
    shown: workspace?.show_locked ? shownBy(groups, { text: workspace.own_text, url: workspace.own_url }) : null,
  });
}

interface GroupRow extends OfferingGroup {
  readonly public: boolean;
  readonly assigned: boolean;
  /** `show_locked` of the workspace: whether it shows locked documents by title. */
  readonly show_locked: boolean;
  readonly own_text: string | null;
  readonly own_url: string | null;
}

/** The caller's groups and the public one. If the workspace shows locked documents by title, also those on sale. */
function groupsFor(transaction: Transaction, ids: readonly string[]): Promise<GroupRow[]> {
  return transaction.query<GroupRow>(
    prepared(`select g.id, g.name, g.paths, g.public, g.id = any($2::uuid[]) as assigned, g.offer_text, g.offer_url,
                    w.show_locked, w.offer_text as own_text, w.offer_url as own_url
             from groups g join workspaces w on w.id = g.workspace_id
             where g.workspace_id = $1 and (g.id = any($2::uuid[]) or g.public
               or w.show_locked and (g.for_sale or g.offer_text is not null or g.offer_url is not null)) order by g.name, g.id`),
    [transaction.workspaceId, ids],
  );
}

/** Groups by what the caller may do with them. The caller's own groups do not include the public one. */
interface Groups {
  readonly read: ReadScope;
  readonly assigned: ReadScope;
  readonly write: ReadScope;
  readonly shown: Shown | null;
}

function rightsFrom({ read, assigned, write, shown }: Groups): Rights {
  return {
    shown,
    read: readAccess(read),
    write: readAccess(write),
    unconfined: read === 'everything',
    readPatterns: read === 'everything' ? null : patternsOf(read),
    readsAllOf: (repo) => coversAll(assigned, repo),
    writesAllOf: (repo) => coversAll(write, repo),
    couldWriteIn: (repo) =>
      write === 'everything' || write.some(({ paths }) => paths.some((pattern) => reachesInto(pattern, repo))),
  };
}

function coversAll(scope: ReadScope, repo: string): boolean {
  return scope === 'everything' || scope.some(({ paths }) => paths.includes(`${repo}/**`));
}
