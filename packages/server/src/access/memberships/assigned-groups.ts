import type { AccessLevel } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { GroupPaths } from '../explain.js';
import { assignGroups, type GroupAssignment, requireGroups } from '../groups/assignments.js';

/** A group of a holder. */
export interface AssignedGroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly paths: string[];
  readonly access: AccessLevel;
}

/** Lists the groups of a membership by name. */
export function listAssignedGroups(transaction: Transaction, membershipId: string): Promise<AssignedGroupRow[]> {
  return transaction.query<AssignedGroupRow>(
    `select g.id as group_id, g.name, g.paths, h.access
     from group_holders h join groups g on g.workspace_id = h.workspace_id and g.id = h.group_id
     where h.workspace_id = $1 and h.holder_kind = 'membership' and h.holder_id = $2
     order by g.name, g.id`,
    [transaction.workspaceId, membershipId],
  );
}

/** Lists the groups that determine what a confined membership may read: its own groups and the public one. */
export function listReadGroups(transaction: Transaction, membershipId: string): Promise<GroupPaths[]> {
  return transaction.query<GroupPaths>(
    `select g.id as group_id, g.name, g.paths, coalesce(h.access, 'read_only') as access, h.access is null as "isPublic"
     from groups g left join group_holders h on h.workspace_id = g.workspace_id and h.group_id = g.id
       and h.holder_kind = 'membership' and h.holder_id = $2
     where g.workspace_id = $1 and (h.access is not null or g.public) order by g.name, g.id`,
    [transaction.workspaceId, membershipId],
  );
}

/** Replaces all groups of a locked membership and returns it. Throws `group_not_found`. */
export async function replaceAssignedGroups(
  context: OperationContext,
  transaction: Transaction,
  input: {
    readonly membership: { readonly id: string; readonly email: string };
    readonly assignments: readonly { readonly group_id: string; readonly access: AccessLevel }[];
  },
): Promise<AssignedGroupRow[]> {
  const { id, email } = input.membership;
  const assignments = lastOfEachGroup(input.assignments);
  await requireGroups(
    transaction,
    assignments.map(({ groupId }) => groupId),
  );
  assignGroups(transaction, { kind: 'membership', id }, assignments);
  const detail = { email, assignments: assignments.map(({ groupId, access }) => ({ group_id: groupId, access })) };
  context.audit(transaction, { action: 'member.access_changed', target: id, detail });
  return listAssignedGroups(transaction, id);
}

function lastOfEachGroup(
  assignments: readonly { readonly group_id: string; readonly access: AccessLevel }[],
): GroupAssignment[] {
  const byGroup = new Map(assignments.map(({ group_id: groupId, access }) => [groupId.toLowerCase(), access]));
  return [...byGroup].map(([groupId, access]) => ({ groupId, access }));
}
