import type { Queryable } from './database/database.js';

/**
 * The kinds of secrets. A `reader_link` is exchanged for a `magic_link` session, a `sign_in_link` for a `session`. A
 * rotated ingest secret grants no access; it only identifies calls that still use it.
 */
export type SecretKind =
  | 'api_key'
  | 'pinned_token'
  | 'personal_token'
  | 'session'
  | 'magic_link'
  | 'reader_link'
  | 'sign_in_link'
  | 'ingest_secret'
  | 'rotated_ingest_secret'
  | 'reconciliation_secret';

/** The hash of a secret and the row that it belongs to. `workspaceId` is null if it belongs to a person. */
export interface StoredSecret {
  readonly kind: SecretKind;
  readonly hash: Buffer;
  readonly workspaceId: string | null;
  readonly id: string;
}

/** Stores a secret, valid from the commit on. */
export async function saveSecret(transaction: Queryable, secret: StoredSecret): Promise<void> {
  await transaction.query(
    {
      name: 'insert_credential',
      text: 'insert into credentials (workspace_id, secret_hash, kind, id) values ($1, $2, $3, $4)',
    },
    [secret.workspaceId, secret.hash, secret.kind, secret.id],
  );
}

/** Stores a secret and invalidates the earlier one at the commit. */
export async function replaceSecret(transaction: Queryable, secret: StoredSecret): Promise<void> {
  await deleteSecrets(transaction, secret.workspaceId, [secret.id]);
  await saveSecret(transaction, secret);
}

/** Replaces the ingest secret of a collection. Calls with the earlier one add findings. */
export async function rotateIngestSecret(transaction: Queryable, secret: Omit<StoredSecret, 'kind'>): Promise<void> {
  await transaction.query(
    `update credentials set kind = 'rotated_ingest_secret' where workspace_id = $1 and id = $2 and kind = 'ingest_secret'`,
    [secret.workspaceId, secret.id],
  );
  await saveSecret(transaction, { ...secret, kind: 'ingest_secret' });
}

/** Deletes the secrets of the given ids in one workspace, or those of people if the workspace is null. */
export async function deleteSecrets(
  transaction: Queryable,
  workspaceId: string | null,
  ids: readonly string[],
): Promise<void> {
  if (workspaceId === null) {
    await transaction.query('delete from credentials where workspace_id is null and id = any($1::uuid[])', [ids]);
  } else {
    await transaction.query('delete from credentials where workspace_id = $1 and id = any($2::uuid[])', [
      workspaceId,
      ids,
    ]);
  }
}
