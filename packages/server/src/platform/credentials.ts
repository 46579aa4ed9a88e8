import type { Queryable } from './database/database.js';

/**
 * What opens something by a secret of its own. A `reader_link` is exchanged for a `magic_link` session, a `sign_in_link` for
 * a `session`; a rotated ingest secret opens nothing.
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

/** A secret's hash and what it opens: the row of this id, in a workspace or, where that is null, of a person. */
export interface StoredSecret {
  readonly kind: SecretKind;
  readonly hash: Buffer;
  readonly workspaceId: string | null;
  readonly id: string;
}

/** Lets a secret open something, from the commit on. */
export async function saveSecret(transaction: Queryable, secret: StoredSecret): Promise<void> {
  await transaction.query(
    {
      name: 'insert_credential',
      text: 'insert into credentials (workspace_id, secret_hash, kind, id) values ($1, $2, $3, $4)',
    },
    [secret.workspaceId, secret.hash, secret.kind, secret.id],
  );
}

/** Lets a secret open something in place of the one before it, which opens nothing from the commit on. */
export async function replaceSecret(transaction: Queryable, secret: StoredSecret): Promise<void> {
  await deleteSecrets(transaction, secret.workspaceId, [secret.id]);
  await saveSecret(transaction, secret);
}

/** Lets an ingest secret open a collection in place of the one before it, whose calls become findings. */
export async function rotateIngestSecret(transaction: Queryable, secret: Omit<StoredSecret, 'kind'>): Promise<void> {
  await transaction.query(
    `update credentials set kind = 'rotated_ingest_secret' where workspace_id = $1 and id = $2 and kind = 'ingest_secret'`,
    [secret.workspaceId, secret.id],
  );
  await saveSecret(transaction, { ...secret, kind: 'ingest_secret' });
}

/** Ends the secrets of the given ids, in one workspace or, for null, of people. */
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
