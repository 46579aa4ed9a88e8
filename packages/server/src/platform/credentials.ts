import { prepared, type Queryable, type Transaction } from './database/database.js';
import { boundSecret, hashSecret } from './secrets.js';

/**
 * The kinds of secrets. A `reader_link` is exchanged for a `magic_link` session, a `sign_in_link` for a `session`. A
 * `webhook_secret` signs events, a `mapping_secret` verifies deliveries.
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
  | 'reconciliation_secret'
  | 'webhook_secret'
  | 'mapping_secret';

/** The kind and object of secrets. */
export interface SecretOwner {
  readonly kind: SecretKind;
  readonly id: string;
}

/** The hash of a secret and its object. `workspaceId` is null if it belongs to a person. */
export interface StoredSecret extends SecretOwner {
  readonly workspaceId: string | null;
  readonly hash: Buffer;
  /** The secret itself, if the service signs or verifies with it. */
  readonly signingSecret?: string;
}

/** A secret with which the service signs or verifies. Its hash includes the object, because people may choose it twice. */
export function signingSecretOf(owner: Omit<StoredSecret, 'hash'> & { readonly signingSecret: string }): StoredSecret {
  return { ...owner, hash: hashSecret(boundSecret(owner.signingSecret, owner.id)) };
}

/** Stores a secret, valid from the commit on. */
export async function saveSecret(transaction: Queryable, secret: StoredSecret): Promise<void> {
  await transaction.query(
    prepared(`insert into credentials (workspace_id, secret_hash, kind, id, signing_secret) values ($1, $2, $3, $4, $5)
        on conflict (secret_hash) do update set expires_at = null, last_used_at = null`),
    [secret.workspaceId, secret.hash, secret.kind, secret.id, secret.signingSecret ?? null],
  );
}

/** Stores a secret and invalidates all earlier ones of the object at the commit. */
export async function replaceSecret(transaction: Queryable, secret: StoredSecret): Promise<void> {
  await deleteSecrets(transaction, secret.workspaceId, [secret]);
  await saveSecret(transaction, secret);
}

/** When a secret is replaced, and for how many hours the earlier one is accepted too. */
export interface Rotation {
  readonly at: Date;
  readonly overlapHours: number;
}

/**
 * Stores a new secret of an object. Without an overlap, all earlier ones end at the commit. Otherwise the current one
 * ends after it, and those before it keep their end. Returns the end of the earlier one; null if there is none.
 */
export async function rotateSecret(
  transaction: Queryable,
  secret: StoredSecret,
  { at, overlapHours }: Rotation,
): Promise<{ readonly previous_expires_at: string | null }> {
  const until = overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * 3_600_000);
  const rows = await transaction.query(
    `update credentials set expires_at = case when $4::timestamptz is null then '-infinity' else coalesce(expires_at, $4) end
     where workspace_id = $1 and id = $2 and kind = $3 and secret_hash <> $5 returning 1`,
    [secret.workspaceId, secret.id, secret.kind, until, secret.hash],
  );
  await saveSecret(transaction, secret);
  return { previous_expires_at: (rows.length > 0 && until?.toISOString()) || null };
}

/** Ends the earlier secrets of an object that are still accepted; false if there is none. */
export async function endPreviousSecrets(transaction: Transaction, owner: SecretOwner, at: Date): Promise<boolean> {
  const rows = await transaction.query(
    `update credentials set expires_at = '-infinity' where workspace_id = $1 and id = $2 and kind = $3 and expires_at > $4
     returning 1`,
    [transaction.workspaceId, owner.id, owner.kind, at],
  );
  return rows.length > 0;
}

/** An earlier secret that is still accepted, with its last use since it was replaced. */
export interface PreviousSecret {
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

/** Finds the earlier secrets of one kind that are still accepted, by the id of their object. */
export async function findPreviousSecrets(
  transaction: Transaction,
  { kind, ids }: { readonly kind: SecretKind; readonly ids: readonly string[] },
  at: Date,
): Promise<ReadonlyMap<string, PreviousSecret>> {
  const rows = await transaction.query<{ id: string; expires_at: Date; last_used_at: Date | null }>(
    `select id, max(expires_at) as expires_at, max(last_used_at) as last_used_at from credentials
     where workspace_id = $1 and id = any($2::uuid[]) and kind = $3 and expires_at > $4 group by id`,
    [transaction.workspaceId, ids, kind, at],
  );
  return new Map(
    rows.map(({ id, expires_at, last_used_at }) => [
      id,
      { expires_at: expires_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null },
    ]),
  );
}

/** A secret with which the service signs or verifies. */
export interface SigningSecret {
  readonly secret: string;
  readonly hash: Buffer;
  /** Whether a newer one has replaced it. */
  readonly isPrevious: boolean;
}

/** Returns the valid signing secrets of an object, the current one first. */
export function listSigningSecrets(transaction: Transaction, owner: SecretOwner, at: Date): Promise<SigningSecret[]> {
  return transaction.query<SigningSecret>(
    prepared(`select signing_secret as secret, secret_hash as hash, expires_at is not null as "isPrevious" from credentials
        where workspace_id = $1 and id = $2 and kind = $3 and (expires_at is null or expires_at > $4)
        order by expires_at desc nulls first`),
    [transaction.workspaceId, owner.id, owner.kind, at],
  );
}

/** Records the use of earlier signing secrets. That of other secrets is recorded when their caller is identified. */
export function noteSigning(transaction: Transaction, secrets: readonly SigningSecret[], at: Date): void {
  const hashes = secrets.filter(({ isPrevious }) => isPrevious).map(({ hash }) => hash);
  if (hashes.length > 0) {
    const text = `update credentials set last_used_at = $3 where workspace_id = $1 and secret_hash = any($2)
      and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`;
    transaction.send(text, [transaction.workspaceId, hashes, at]);
  }
}

/**
 * Deletes the secrets of the given objects in one workspace, or those of people if the workspace is null. With a kind, only
 * those of the kind.
 */
export async function deleteSecrets(
  transaction: Queryable,
  workspaceId: string | null,
  objects: readonly { readonly id: string }[],
  kind: SecretKind | null = null,
): Promise<void> {
  const ids = objects.map(({ id }) => id);
  if (workspaceId === null) {
    await transaction.query('delete from credentials where workspace_id is null and id = any($1::uuid[])', [ids]);
  } else {
    await transaction.query(
      'delete from credentials where workspace_id = $1 and id = any($2::uuid[]) and ($3::text is null or kind = $3)',
      [workspaceId, ids, kind],
    );
  }
}

/** Deletes secrets that have ended. Those of ingest URLs are kept, because their calls are findings. */
export async function deleteEndedSecrets(queryable: Queryable, at: Date): Promise<void> {
  await queryable.query(`delete from credentials where expires_at <= $1 and kind <> 'ingest_secret'`, [at]);
}
