import type { AccessLevel } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';

/** Who holds a group. */
export interface GroupHolder {
  readonly kind: 'membership' | 'reader' | 'token';
  readonly id: string;
}

/** A group given to a holder, at a level. */
export interface GroupAssignment {
  readonly groupId: string;
  readonly access: AccessLevel;
}

/**
 * Checks that every group exists in the workspace and returns their ids once each, in the order given.
 * Locks them against deletion until the transaction ends. Throws `group_not_found`, for a foreign group too.
 */
export async function requireGroups(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) {
    return [];
  }
  if (!wanted.every(isUuid)) {
    throw errors.notFound('group_not_found');
  }
  const found = await transaction.query<{ id: string }>(
    'select id from groups where workspace_id = $1 and id = any($2::uuid[]) order by id for share',
    [transaction.workspaceId, wanted],
  );
  if (found.length !== wanted.length) {
    throw errors.notFound('group_not_found');
  }
  return wanted;
}

/** Replaces everything that a holder holds. The groups must have been checked with `requireGroups`. */
export function assignGroups(
  transaction: Transaction,
  holder: GroupHolder,
  assignments: readonly GroupAssignment[],
): void {
  const { workspaceId } = transaction;
  transaction.send('delete from group_holders where workspace_id = $1 and holder_kind = $2 and holder_id = $3', [
    workspaceId,
    holder.kind,
    holder.id,
  ]);
  if (assignments.length === 0) {
    return;
  }
  transaction.send(
    `insert into group_holders (workspace_id, group_id, holder_kind, holder_id, access)
     select $1, a.group_id, $2, $3, a.access from unnest($4::uuid[], $5::text[]) as a (group_id, access)`,
    [workspaceId, holder.kind, holder.id, assignments.map((a) => a.groupId), assignments.map((a) => a.access)],
  );
}
