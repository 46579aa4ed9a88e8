import { deleteSecrets, saveSecret } from '../../platform/credentials.js';
import { insertSql, updateSql } from '../../platform/database/columns.js';
import type { Queryable, SystemTransaction, Transaction } from '../../platform/database/database.js';
import type { ProviderSession } from '../oidc/provider.js';

/** A new link for one membership. */
export interface NewMemberLink {
  readonly id: string;
  readonly membership_id: string;
  /** The path that it opens; null for the home page. */
  readonly next: string | null;
  /** The session at the provider that led to the link, if any. */
  readonly provider_session?: ProviderSession;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Stores a new link, and deletes expired and used ones of the same membership. */
export async function insertMemberLink(transaction: Transaction, hash: Buffer, link: NewMemberLink): Promise<void> {
  const { workspaceId } = transaction;
  const over = await transaction.query<{ id: string }>(
    'delete from sign_in_links where workspace_id = $1 and membership_id = $2 and expires_at <= $3 returning id',
    [workspaceId, link.membership_id, link.created_at],
  );
  await deleteSecrets(transaction, workspaceId, over);
  await transaction.query(...insertSql('sign_in_links', { workspace_id: workspaceId, ...link }));
  await saveSecret(transaction, { kind: 'sign_in_link', hash, workspaceId, id: link.id });
}

/** The person with an address and a current membership. Only members can use links. */
export async function findMemberOfAddress(
  transaction: Transaction,
  email: string,
): Promise<{ readonly id: string; readonly isMember: boolean } | undefined> {
  const [member] = await transaction.query<{ id: string; isMember: boolean }>(
    `select id, role = 'reader' as "isMember" from memberships
     where workspace_id = $1 and email = $2 and membership_state(status, starts_at, expires_at) = 'current'`,
    [transaction.workspaceId, email],
  );
  return member;
}

/** A valid link, and the member that it signs in. */
export interface MemberLink {
  readonly id: string;
  readonly workspaceId: string;
  readonly membershipId: string;
  readonly email: string;
  readonly name: string;
  readonly next: string | null;
  readonly providerSession: ProviderSession | null;
}

/** Finds and locks a valid link by its secret. Undefined if it was used, has expired or its grant has ended. */
export async function findMemberLink(
  transaction: SystemTransaction,
  { secretHash, at, lock = '' }: { readonly secretHash: Buffer; readonly at: Date; readonly lock?: '' | 'for update' },
): Promise<MemberLink | undefined> {
  const [secret] = await transaction.query<{ id: string; workspaceId: string }>(
    `select id, workspace_id as "workspaceId" from credentials where secret_hash = $1 and kind = 'sign_in_link' ${lock}`,
    [secretHash],
  );
  if (secret === undefined) {
    return undefined;
  }
  const [link] = await transaction.query<MemberLink>(
    `select l.id, l.workspace_id as "workspaceId", m.id as "membershipId", m.email, m.name, l.next, l.provider_session as "providerSession"
     from sign_in_links l
     join memberships m on m.workspace_id = l.workspace_id and m.id = l.membership_id
     join workspaces w on w.id = l.workspace_id and w.deleted_at is null
     where l.workspace_id = $1 and l.id = $2 and l.expires_at > $3 and m.role = 'reader'
       and membership_state(m.status, m.starts_at, m.expires_at) = 'current'`,
    [secret.workspaceId, secret.id, at],
  );
  return link;
}

/** Marks a link as used: its secret is invalid after the commit. The row is kept as long as the session. */
export async function spendMemberLink(
  transaction: Queryable,
  { id, workspaceId }: MemberLink,
  sessionExpiresAt: Date,
): Promise<void> {
  await deleteSecrets(transaction, workspaceId, [{ id }]);
  const change = { expires_at: sessionExpiresAt };
  await transaction.query(...updateSql('sign_in_links', { workspace_id: workspaceId, id }, change));
}
