import type { AccessLevel, Role } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';

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
export function listTokens(transaction: Queryable): Promise<TokenRow[]> {
  return transaction.query<TokenRow>(`select ${columns} from tokens order by created_at desc, id`);
}

/** What a new token is made of; its groups are added separately. */
export interface NewToken {
  readonly workspaceId: string;
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

/** Adds a token. */
export async function insertToken(transaction: Queryable, token: NewToken): Promise<void> {
  await transaction.query(
    `insert into tokens (workspace_id, id, name, role, access, confined, secret_hash, secret_last_four, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      token.workspaceId,
      token.id,
      token.name,
      token.role,
      token.access,
      token.confined,
      token.hash,
      token.lastFour,
      token.createdAt,
      token.expiresAt,
    ],
  );
}

/** Replaces the secret of a token that is not revoked; undefined when there is none. */
export async function replaceTokenSecret(
  transaction: Queryable,
  id: string,
  secret: { hash: Buffer; lastFour: string },
): Promise<TokenRow | undefined> {
  const [row] = await transaction.query<TokenRow>(
    `update tokens set secret_hash = $2, secret_last_four = $3 where id = $1 and revoked_at is null returning ${columns}`,
    [id, secret.hash, secret.lastFour],
  );
  return row;
}

/** Revokes a token, keeping the time of an earlier revocation; undefined when there is no such token. */
export async function revokeToken(
  transaction: Queryable,
  id: string,
  at: Date,
): Promise<{ name: string; revoked_now: boolean } | undefined> {
  const [row] = await transaction.query<{ name: string; revoked_now: boolean }>(
    `update tokens t set revoked_at = coalesce(t.revoked_at, $2)
     from (select id, revoked_at from tokens where id = $1 for update) before
     where t.id = before.id returning t.name, before.revoked_at is null as revoked_now`,
    [id, at],
  );
  return row;
}
