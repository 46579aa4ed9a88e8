import type { Capability } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';

/** An API key without its secret. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly capability: Capability;
  readonly capabilities: Capability[];
  readonly secret_last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const columns = 'id, name, capability, capabilities, secret_last_four, created_at, last_used_at, revoked_at';

/** Every API key of the workspace, newest first. */
export function listApiKeys(transaction: Queryable): Promise<ApiKeyRow[]> {
  return transaction.query<ApiKeyRow>(`select ${columns} from api_keys order by created_at desc, id desc`);
}

/** What a new API key is made of; its primary capability is the first. */
export interface NewApiKey {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly [Capability, ...Capability[]];
  readonly hash: Buffer;
  readonly lastFour: string;
  readonly createdAt: Date;
}

/** Adds an API key. */
export async function insertApiKey(transaction: Queryable, key: NewApiKey): Promise<void> {
  await transaction.query(
    `insert into api_keys (workspace_id, id, name, capability, capabilities, secret_hash, secret_last_four, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [key.workspaceId, key.id, key.name, key.capabilities[0], key.capabilities, key.hash, key.lastFour, key.createdAt],
  );
}

/** Replaces the secret of a key that is not revoked; undefined when there is none. */
export async function replaceSecret(
  transaction: Queryable,
  id: string,
  secret: { readonly hash: Buffer; readonly lastFour: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await transaction.query<ApiKeyRow>(
    `update api_keys set secret_hash = $2, secret_last_four = $3 where id = $1 and revoked_at is null returning ${columns}`,
    [id, secret.hash, secret.lastFour],
  );
  return row;
}

/** Revokes a key, keeping the time of an earlier revocation; undefined when there is no such key. */
export async function revokeApiKey(
  transaction: Queryable,
  id: string,
  at: Date,
): Promise<{ name: string; revoked_now: boolean } | undefined> {
  const [row] = await transaction.query<{ name: string; revoked_now: boolean }>(
    `update api_keys k set revoked_at = coalesce(k.revoked_at, $2)
     from (select id, revoked_at from api_keys where id = $1 for update) before
     where k.id = before.id returning k.name, before.revoked_at is null as revoked_now`,
    [id, at],
  );
  return row;
}

/** Notes that a key was used, at most once a minute, so that reads do not all become writes of the same row. */
export async function touchApiKey(transaction: Queryable, id: string, at: Date): Promise<void> {
  await transaction.query(
    {
      name: 'touch_api_key',
      text: `update api_keys set last_used_at = $2
        where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    },
    [id, at],
  );
}
