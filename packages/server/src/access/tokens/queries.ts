import type { AccessLevel, Role } from '@tessera/contract';
import { deleteSecrets, replaceSecret, saveSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';

/** A pinned token with the groups it is confined to. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly confined: boolean;
  readonly groups: string[];
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const columns = `id, name, role, access, confined, secret_last_four, created_at, expires_at, last_used_at, revoked_at,
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}')
   from group_holders h where h.workspace_id = tokens.workspace_id and h.holder_id = tokens.id) as groups`;

/** Every token of the workspace, newest first. */
export function listTokens(transaction: Transaction): Promise<TokenRow[]> {
  return transaction.query<TokenRow>(
    `select ${columns} from tokens where workspace_id = $1 order by created_at desc, id`,
    [transaction.workspaceId],
  );
}

/** What a new token is made of; its groups are added separately. */
export interface NewToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly confined: boolean;
  readonly hash: Buffer;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** Adds a token with its secret. */
export async function insertToken(transaction: Transaction, token: NewToken): Promise<void> {
  const { workspaceId } = transaction;
  await transaction.query(
    `insert into tokens (workspace_id, id, name, role, access, confined, secret_last_four, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      workspaceId,
      token.id,
      token.name,
      token.role,
      token.access,
      token.confined,
      token.lastFour,
      token.createdAt,
      token.expiresAt,
    ],
  );
  await saveSecret(transaction, { kind: 'pinned_token', hash: token.hash, workspaceId, id: token.id });
}

/** Replaces the secret of a token that is not revoked; undefined when there is none. */
export async function replaceTokenSecret(
  transaction: Transaction,
  id: string,
  secret: { hash: Buffer; lastFour: string },
): Promise<TokenRow | undefined> {
  const { workspaceId } = transaction;
  const [row] = await transaction.query<TokenRow>(
    `update tokens set secret_last_four = $3 where workspace_id = $1 and id = $2 and revoked_at is null
     returning ${columns}`,
    [workspaceId, id, secret.lastFour],
  );
  if (row !== undefined) {
    await replaceSecret(transaction, { kind: 'pinned_token', hash: secret.hash, workspaceId, id: row.id });
  }
  return row;
}

/** Revokes a token, keeping the time of an earlier revocation; undefined when there is no such token. */
export async function revokeToken(
  transaction: Transaction,
  id: string,
  at: Date,
): Promise<{ name: string; revoked_now: boolean } | undefined> {
  const [row] = await transaction.query<{ name: string; revoked_now: boolean }>(
    `update tokens t set revoked_at = coalesce(t.revoked_at, $3)
     from (select id, revoked_at from tokens where workspace_id = $1 and id = $2 for update) before
     where t.workspace_id = $1 and t.id = before.id returning t.name, before.revoked_at is null as revoked_now`,
    [transaction.workspaceId, id, at],
  );
  await deleteSecrets(transaction, transaction.workspaceId, [id]);
  return row;
}
