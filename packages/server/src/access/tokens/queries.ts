import type { AccessLevel, Permission, Role } from '@tessera/contract';
import { saveSecret } from '../../platform/credentials.js';
import { insertSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** A pinned token with its groups. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly collections: Permission;
  readonly confined: boolean;
  readonly groups: string[];
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

/** The columns of a `TokenRow`. */
export const tokenColumns = `id, name, role, access, collections, confined, secret_last_four, created_at, expires_at, last_used_at, revoked_at,
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}')
   from group_holders h where h.workspace_id = tokens.workspace_id and h.holder_id = tokens.id) as groups`;

/** Lists the tokens of the workspace, newest first. */
export function listTokens(transaction: Transaction): Promise<TokenRow[]> {
  return transaction.query<TokenRow>(
    `select ${tokenColumns} from tokens where workspace_id = $1 order by created_at desc, id`,
    [transaction.workspaceId],
  );
}

/** Inserts a token with its secret. The caller inserts its groups. */
export async function insertToken(
  transaction: Transaction,
  hash: Buffer,
  token: Omit<TokenRow, 'groups' | 'last_used_at' | 'revoked_at'> & {
    /** The person who creates it; null for others. */
    readonly creator_id: string | null;
  },
): Promise<void> {
  const { workspaceId } = transaction;
  await transaction.query(...insertSql('tokens', { workspace_id: workspaceId, ...token }));
  await saveSecret(transaction, { kind: 'pinned_token', hash, workspaceId, id: token.id });
}
