import type { AccessLevel, HolderKind } from '@tessera/contract';
import { type PathGroup, readAccess } from '@tessera/path-access';
import type { AnswerOf } from '../dispatch/operation.js';
import { prepared, type Transaction } from '../platform/database/database.js';
import type { MembershipState } from './memberships/queries.js';

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

/** Everyone who can be granted access, with their state. $1 is the workspace, $2 the time of the request. */
export const everybody = `
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

/** The groups of a row `e` of `everybody`. */
export const assignedGroups = `coalesce((select json_agg(json_build_object('group_id', h.group_id, 'access', h.access) order by h.group_id)
  from held_groups h where h.workspace_id = $1 and h.holder_kind = e.kind and h.holder_id = e.id and h.live), '[]') as assigned`;

/** Finds a holder, active or not; undefined if there is none. */
export async function findGrantee(
  transaction: Transaction,
  holder: { readonly kind: HolderKind; readonly id: string; readonly at: Date },
): Promise<GranteeRow | undefined> {
  const [row] = await transaction.query<GranteeRow>(
    prepared(`select e.*, ${assignedGroups} from (${everybody}) e where e.kind = $3 and e.id = $4`),
    [transaction.workspaceId, holder.at, holder.kind, holder.id],
  );
  return row;
}

/** A group, and whether it is public. */
export interface ReadGroup extends PathGroup {
  readonly public: boolean;
}

/** Lists all groups of the workspace, or those of the given ids, by name. */
export function listPathGroups(transaction: Transaction, ids: readonly string[] | null): Promise<ReadGroup[]> {
  return transaction.query<ReadGroup>(
    prepared(`select id, name, paths, public from groups where workspace_id = $1 and ($2::uuid[] is null or id = any($2))
     order by name, id`),
    [transaction.workspaceId, ids],
  );
}

type Decision = Pick<AnswerOf<'settings.explain_access'>, 'readable' | 'reason' | 'matches'>;

/** Decides whether a holder can read a path, by which of their groups and patterns, and why. */
export function explainHolder(holder: GranteeRow, groups: readonly ReadGroup[], path: string): Decision {
  if (holder.state !== 'current') {
    return { readable: false, reason: holder.state, matches: [] };
  }
  if (!holder.confined) {
    return { readable: readAccess('everything').canRead(path), reason: 'unconfined', matches: [] };
  }
  const levels = new Map(holder.assigned.map(({ group_id: id, access }) => [id, access]));
  const held = groups.filter((group) => levels.has(group.id) || group.public);
  const { allowed, matches } = readAccess(held).explain(path);
  return {
    readable: allowed,
    reason: allowed ? 'pattern_matches' : levels.size === 0 ? 'no_groups' : 'no_pattern_matches',
    matches: matches.map(({ group: { id, name }, pattern }) => {
      return { group_id: id, name, access: levels.get(id) ?? 'read_only', pattern };
    }),
  };
}
