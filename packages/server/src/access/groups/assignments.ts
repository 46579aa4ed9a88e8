import type { AccessLevel } from '@tessera/contract';
import { insertRowsSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import { type GranteeKind, wireGranteeKinds } from '../../principals/wire.js';

/** A holder of groups. */
export interface Grantee {
  readonly kind: GranteeKind;
  readonly id: string;
}

/** A group assigned to a holder at an access level. */
export interface GroupAssignment {
  readonly groupId: string;
  readonly access: AccessLevel;
}

/** A group that a source assigns for a time; by default, without a source and for ever. */
export interface HeldGroup extends GroupAssignment {
  readonly source?: string;
  readonly startsAt?: Date | null;
  readonly expiresAt?: Date | null;
}

/**
 * Checks that every group exists in the workspace. Returns the distinct ids in order, and locks the groups against
 * deletion until the transaction ends. Throws `group_not_found`, also for groups of other workspaces.
 */
export async function requireGroups(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!wanted.every(isUuid)) {
    throw errors.notFound('group_not_found');
  }
  if ((await lockGroups(transaction, wanted)).size !== wanted.length) {
    throw errors.notFound('group_not_found');
  }
  return wanted;
}

/**
 * Returns those ids that are groups of the workspace, and locks these groups against deletion until the transaction
 * ends.
 */
export async function lockGroups(transaction: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) {
    return new Set();
  }
  const found = await transaction.query<{ id: string }>(
    'select id from groups where workspace_id = $1 and id = any($2::uuid[]) order by id for share',
    [transaction.workspaceId, ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** Replaces all groups of a holder. The groups must have been checked with `requireGroups`. */
export function assignGroups(transaction: Transaction, holder: Grantee, assignments: readonly GroupAssignment[]): void {
  assignGroupsToMany(transaction, holder.kind, [{ id: holder.id, assignments }]);
}

/** Replaces all groups of several holders of one kind; see `assignGroups`. */
export function assignGroupsToMany(
  transaction: Transaction,
  kind: GranteeKind,
  holders: readonly { readonly id: string; readonly assignments: readonly HeldGroup[] }[],
): void {
  const { workspaceId } = transaction;
  transaction.send(
    'delete from group_holders where workspace_id = $1 and holder_kind = $2 and holder_id = any($3::uuid[])',
    [workspaceId, wireGranteeKinds[kind], holders.map(({ id }) => id)],
  );
  const rows = holders.flatMap(({ id, assignments }) =>
    assignments.map(({ groupId, access, source = '', startsAt, expiresAt }) => ({
      ...{ group_id: groupId, holder_id: id, access, source, starts_at: startsAt, expires_at: expiresAt },
    })),
  );
  if (rows.length > 0) {
    const shared = { workspace_id: workspaceId, holder_kind: wireGranteeKinds[kind] };
    transaction.send(...insertRowsSql('group_holders', shared, rows));
  }
}
