import type { Capability } from '@tessera/contract';
import { deleteSecrets, replaceSecret, saveSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';

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
export function listApiKeys(transaction: Transaction): Promise<ApiKeyRow[]> {
  return transaction.query<ApiKeyRow>(
    `select ${columns} from api_keys where workspace_id = $1 order by created_at desc, id desc`,
    [transaction.workspaceId],
  );
}

/** What a new API key is made of; its primary capability is the first. */
export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly [Capability, ...Capability[]];
  readonly hash: Buffer;
  readonly lastFour: string;
  readonly createdAt: Date;
}

/** Adds an API key with its secret. */
export async function insertApiKey(transaction: Transaction, key: NewApiKey): Promise<void> {
  const { workspaceId } = transaction;
  await transaction.query(
    `insert into api_keys (workspace_id, id, name, capability, capabilities, secret_last_four, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [workspaceId, key.id, key.name, key.capabilities[0], key.capabilities, key.lastFour, key.createdAt],
  );
  await saveSecret(transaction, { kind: 'api_key', hash: key.hash, workspaceId, id: key.id });
}

/** Replaces the secret of a key that is not revoked; undefined when there is none. */
export async function replaceApiKeySecret(
  transaction: Transaction,
  id: string,
  secret: { readonly hash: Buffer; readonly lastFour: string },
): Promise<ApiKeyRow | undefined> {
  const { workspaceId } = transaction;
  const [row] = await transaction.query<ApiKeyRow>(
    `update api_keys set secret_last_four = $3 where workspace_id = $1 and id = $2 and revoked_at is null
     returning ${columns}`,
    [workspaceId, id, secret.lastFour],
  );
  if (row !== undefined) {
    await replaceSecret(transaction, { kind: 'api_key', hash: secret.hash, workspaceId, id: row.id });
  }
  return row;
}

/** Revokes a key, keeping the time of an earlier revocation; undefined when there is no such key. */
export async function revokeApiKey(
  transaction: Transaction,
  id: string,
  at: Date,
): Promise<{ name: string; revoked_now: boolean } | undefined> {
  const [row] = await transaction.query<{ name: string; revoked_now: boolean }>(
    `update api_keys k set revoked_at = coalesce(k.revoked_at, $3)
     from (select id, revoked_at from api_keys where workspace_id = $1 and id = $2 for update) before
     where k.workspace_id = $1 and k.id = before.id returning k.name, before.revoked_at is null as revoked_now`,
    [transaction.workspaceId, id, at],
  );
  await deleteSecrets(transaction, transaction.workspaceId, [id]);
  return row;
}

/** Notes that a key was used, at most once a minute, so that reads do not all become writes of the same row. */
export function touchApiKey(transaction: Transaction, id: string, at: Date): void {
  transaction.send(
    {
      name: 'touch_api_key',
      text: `update api_keys set last_used_at = $3
        where workspace_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
    },
    [transaction.workspaceId, id, at],
  );
}
