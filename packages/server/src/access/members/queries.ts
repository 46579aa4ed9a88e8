import type { AccessLevel } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { readIdentifier } from '../identifier.js';
import { type ListedPage, listNewest, type PageQuery } from '../paging.js';

/** A membership of role `reader`, as this interface shows it. */
export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'revoked';
  readonly pending: boolean;
  readonly created_at: Date;
}

const columns = 'id, email, name, status, person_id is null as pending, created_at';

const members = "memberships where workspace_id = $1 and role = 'reader'";

/** Members, active and revoked, newest first; see `listNewest`. */
export function listMembers(transaction: Transaction, query: PageQuery): Promise<ListedPage<MemberRow>> {
  return listNewest(transaction, query, { columns, from: members });
}

/**
 * One member by UUID or e-mail, with `for update` locked until the transaction ends. Throws `member_not_found`, also for
 * admins and editors.
 */
export async function requireMember(
  transaction: Transaction,
  identifier: string,
  lock: '' | 'for update' = '',
): Promise<MemberRow> {
  const { id, email } = readIdentifier(identifier);
  const [row] = await transaction.query<MemberRow>(
    `select ${columns} from ${members} and (id = $2 or email = $3) ${lock}`,
    [transaction.workspaceId, id, email],
  );
  if (row === undefined) {
    throw errors.notFound('member_not_found');
  }
  return row;
}

/** A group that somebody holds. */
export interface HeldGroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly paths: string[];
  readonly access: AccessLevel;
}

/** The groups of a member, by name. */
export function listHeldGroups(transaction: Transaction, memberId: string): Promise<HeldGroupRow[]> {
  return transaction.query<HeldGroupRow>(
    `select g.id as group_id, g.name, g.paths, h.access
     from group_holders h join groups g on g.workspace_id = h.workspace_id and g.id = h.group_id
     where h.workspace_id = $1 and h.holder_kind = 'membership' and h.holder_id = $2
     order by g.name, g.id`,
    [transaction.workspaceId, memberId],
  );
}
