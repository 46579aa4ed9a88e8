import type { AccessLevel } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { accessErrors } from '../errors.js';
import type { MembershipRow } from './queries.js';
import { stateShare } from './state-shares.js';

/** A group of a holder. */
export interface AssignedGroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly paths: string[];
  readonly access: AccessLevel;
}

/** Lists the groups of a membership by name. Those of shares that start later are left out, unless all do. */
export function listAssignedGroups(transaction: Transaction, membershipId: string): Promise<AssignedGroupRow[]> {
  return transaction.query<AssignedGroupRow>(
    prepared(`select g.id as group_id, g.name, g.paths, h.access
     from held_groups h join groups g on g.workspace_id = h.workspace_id and g.id = h.group_id
     join memberships m on m.workspace_id = h.workspace_id and m.id = h.holder_id
     where h.workspace_id = $1 and h.holder_kind = 'membership' and h.holder_id = $2
       and (h.live or membership_state(m.status, m.starts_at, m.expires_at) <> 'current')
     order by g.name, g.id`),
    [transaction.workspaceId, membershipId],
  );
}

/** Replaces all groups of a membership that are granted by hand. Throws `member_revoked` and `group_not_found`. */
export async function replaceAssignedGroups(
  context: OperationContext,
  transaction: Transaction,
  {
    membership: { id, email, status },
    assignments: sent,
  }: {
    readonly membership: Pick<MembershipRow, 'id' | 'email' | 'status'>;
    readonly assignments: readonly { readonly group_id: string; readonly access: AccessLevel }[];
  },
): Promise<void> {
  if (status === 'revoked') {
    throw accessErrors.memberRevoked(email);
  }
  // Of a repeated group, the last entry counts.
  const levels = new Map(sent.map(({ group_id: groupId, access }) => [groupId.toLowerCase(), access]));
  const assignments = [...levels].map(([groupId, access]) => ({ groupId, access }));
  await stateShare(context, transaction, { email, by: 'settings', confined: true, assignments });
  const detail = { email, assignments: assignments.map(({ groupId, access }) => ({ group_id: groupId, access })) };
  context.audit(transaction, { action: 'member.access_changed', target: id, detail });
}
