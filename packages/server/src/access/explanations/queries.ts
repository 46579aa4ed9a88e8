import type { AccessLevel, HolderKind } from '@tessera/contract';
import type { PathGroup } from '@tessera/path-access';
import type { Transaction } from '../../platform/database/database.js';
import type { MembershipState } from '../memberships/queries.js';

/** A holder with their groups. */
export interface GranteeRow {
  readonly kind: HolderKind;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** The current state. Only a `current` holder has access. */
  readonly state: MembershipState;
  readonly confined: boolean;
  readonly assigned: { readonly group_id: string; readonly access: AccessLevel }[];
}

// $1 is the workspace, $2 the time of the request.
const everybody = `
  select 'membership' as kind, id, name, email, membership_state(status, starts_at, expires_at) as state, confined
  from memberships where workspace_id = $1
  union all
  select 'reader', id, name, email,
    case when status = 'revoked' then status when expires_at <= $2 then 'expired' else 'current' end, true
  from readers where workspace_id = $1
  union all
  select 'token', id, name, null,
    case when revoked_at is not null then 'revoked' when expires_at <= $2 then 'expired' else 'current' end, confined
  from tokens where workspace_id = $1`;

const assignedGroups = `coalesce((select json_agg(json_build_object('group_id', h.group_id, 'access', h.access) order by h.group_id)
  from held_groups h where h.workspace_id = $1 and h.holder_kind = e.kind and h.holder_id = e.id and h.live), '[]') as assigned`;

/** Finds a holder, active or not; undefined if there is none. */
export async function findGrantee(
  transaction: Transaction,
  holder: { readonly kind: HolderKind; readonly id: string; readonly at: Date },
): Promise<GranteeRow | undefined> {
  const [row] = await transaction.query<GranteeRow>(
    `select e.*, ${assignedGroups} from (${everybody}) e where e.kind = $3 and e.id = $4`,
    [transaction.workspaceId, holder.at, holder.kind, holder.id],
  );
  return row;
}

// SQL condition: a current holder who is unconfined or has one of the groups in $3. $4 is true if one of these groups
// is public, so that every current holder can read.
const reads = `e.state = 'current' and (not e.confined or $4 or exists (
  select from held_groups h where h.workspace_id = $1 and h.holder_kind = e.kind and h.holder_id = e.id and h.live
    and h.group_id = any($3::uuid[])))`;

/** Lists by name, from a cursor position on, the holders who can read through these groups or can read everything. */
export function listGrantees(
  transaction: Transaction,
  page: {
    readonly groups: readonly string[];
    readonly everyone: boolean;
    readonly at: Date;
    readonly after: readonly [name: string, id: string] | null;
    readonly limit: number;
  },
): Promise<GranteeRow[]> {
  return transaction.query<GranteeRow>(
    `select e.*, ${assignedGroups} from (${everybody}) e
     where ${reads} and ($5::text is null or (e.name, e.id) > ($5, $6::uuid))
     order by e.name, e.id limit $7`,
    [
      ...[transaction.workspaceId, page.at, page.groups, page.everyone],
      ...[page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
    ],
  );
}

/** Counts the holders who can read through these groups or can read everything. */
export async function countReading(
  transaction: Transaction,
  { groups, everyone, at }: { readonly groups: readonly string[]; readonly everyone: boolean; readonly at: Date },
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from (${everybody}) e where ${reads}`,
    [transaction.workspaceId, at, groups, everyone],
  );
  return row?.count ?? 0;
}

/** A group, and whether it is public. */
export interface ReadGroup extends PathGroup {
  readonly public: boolean;
}

/** Lists all groups of the workspace, or those of the given ids, by name. */
export function listPathGroups(transaction: Transaction, ids: readonly string[] | null): Promise<ReadGroup[]> {
  return transaction.query<ReadGroup>(
    `select id, name, paths, public from groups where workspace_id = $1 and ($2::uuid[] is null or id = any($2))
     order by name, id`,
    [transaction.workspaceId, ids],
  );
}

/** Whether a document exists at a path. */
export async function documentExists(transaction: Transaction, path: string): Promise<boolean> {
  const slash = path.indexOf('/');
  const rows = await transaction.query(
    `select from documents d join repos r on r.workspace_id = d.workspace_id and r.id = d.repo_id
     where d.workspace_id = $1 and r.name = $2 and d.path = $3`,
    [transaction.workspaceId, path.slice(0, slash), path.slice(slash + 1)],
  );
  return rows.length > 0;
}
