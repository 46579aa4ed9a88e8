import type { AccessLevel } from '@tessera/contract';
import type { AnswerOf, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { assignGroups, type GroupAssignment, requireGroups } from '../groups/holders.js';
import { listHeldGroups } from '../members/queries.js';

/** Replaces everything that a locked membership holds, all or nothing. Throws `group_not_found`. */
export async function replaceAccess(
  context: OperationContext,
  transaction: Transaction,
  input: {
    readonly member: { readonly id: string; readonly email: string };
    readonly assignments: readonly { readonly group_id: string; readonly access: AccessLevel }[];
  },
): Promise<AnswerOf<'members.put_access'>> {
  const { id, email } = input.member;
  const assignments = lastOfEachGroup(input.assignments);
  await requireGroups(
    transaction,
    assignments.map(({ groupId }) => groupId),
  );
  assignGroups(transaction, { kind: 'membership', id }, assignments);
  const detail = { email, assignments: assignments.map(({ groupId, access }) => ({ group_id: groupId, access })) };
  context.audit(transaction, { action: 'member.access_changed', target: id, detail });
  return { id, email, access: await listHeldGroups(transaction, id), workspace: context.workspaceReference };
}

function lastOfEachGroup(
  assignments: readonly { readonly group_id: string; readonly access: AccessLevel }[],
): GroupAssignment[] {
  const byGroup = new Map(assignments.map(({ group_id: groupId, access }) => [groupId.toLowerCase(), access]));
  return [...byGroup].map(([groupId, access]) => ({ groupId, access }));
}
