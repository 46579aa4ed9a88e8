import type { AccessLevel, Permission, Role } from '@tessera/contract';

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
