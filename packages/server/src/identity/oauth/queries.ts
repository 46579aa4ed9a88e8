import { limits } from '@tessera/contract';
import type { AdapterPayload } from 'oidc-provider';
import type { Queryable } from '../../platform/database/database.js';

/** The key of one object that the OAuth library stores. */
export interface RecordKey {
  readonly model: string;
  readonly idHash: Buffer;
}

/** A stored object. */
export interface OauthRecord extends RecordKey {
  readonly connectionId: string | null;
  readonly payload: AdapterPayload;
  readonly expiresAt: Date;
}

/** Stores an object and replaces an earlier one. */
export async function saveRecord(transaction: Queryable, record: OauthRecord): Promise<void> {
  await transaction.query(
    `insert into oauth_records (model, id_hash, personal_token_id, payload, expires_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (model, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [record.model, record.idHash, record.connectionId, JSON.stringify(record.payload), record.expiresAt],
  );
}

/** Remembers an id until the given time. Returns false if it is known already. */
export async function useOnce(transaction: Queryable, { model, idHash }: RecordKey, expiresAt: Date): Promise<boolean> {
  const rows = await transaction.query(
    `insert into oauth_records (model, id_hash, payload, expires_at) values ($1, $2, '{}', $3)
     on conflict do nothing returning model`,
    [model, idHash, expiresAt],
  );
  return rows.length > 0;
}

/** An object that has not expired. Undefined if its connection was revoked. */
export async function findRecord(
  transaction: Queryable,
  { model, idHash }: RecordKey,
  at: Date,
): Promise<{ readonly payload: AdapterPayload; readonly consumed_at: Date | null } | undefined> {
  const [row] = await transaction.query<{ payload: AdapterPayload; consumed_at: Date | null }>(
    `select r.payload, r.consumed_at from oauth_records r left join personal_tokens t on t.id = r.personal_token_id
     where r.model = $1 and r.id_hash = $2 and r.expires_at > $3 and t.revoked_at is null`,
    [model, idHash, at],
  );
  return row;
}

/** Marks an object as used. Returns false if it already was. */
export async function consumeRecord(transaction: Queryable, { model, idHash }: RecordKey, at: Date): Promise<boolean> {
  const rows = await transaction.query(
    `update oauth_records set consumed_at = $3 where model = $1 and id_hash = $2 and consumed_at is null
     returning model`,
    [model, idHash, at],
  );
  return rows.length > 0;
}

/** Deletes an object. */
export async function deleteRecord(transaction: Queryable, { model, idHash }: RecordKey): Promise<void> {
  await transaction.query('delete from oauth_records where model = $1 and id_hash = $2', [model, idHash]);
}

/** Deletes all objects of a connection. */
export async function deleteRecordsOf(transaction: Queryable, connectionId: string): Promise<void> {
  await transaction.query('delete from oauth_records where personal_token_id = $1', [connectionId]);
}

/** Deletes some expired objects; called with each new one, so the table stays bounded. */
export async function deleteExpired(transaction: Queryable, at: Date): Promise<void> {
  await transaction.query(
    `delete from oauth_records where (model, id_hash) in
       (select model, id_hash from oauth_records where expires_at <= $1 order by expires_at limit 100)`,
    [at],
  );
}

/**
 * Deletes the oldest clients without a connection. Anyone may register, so their total is limited; they expire before
 * the given time.
 */
export async function deleteUnusedClients(transaction: Queryable, before: Date): Promise<void> {
  await transaction.query(
    `delete from oauth_records where model = 'Client' and id_hash in
       (select id_hash from oauth_records where model = 'Client' and expires_at <= $1 order by expires_at desc offset $2)`,
    [before, limits.unusedClients - 1],
  );
}

/** Extends the life of a client to the life of the tokens that were issued to it. */
export async function keepClient(transaction: Queryable, idHash: Buffer, until: Date): Promise<void> {
  await transaction.query(
    `update oauth_records set expires_at = $2 where model = 'Client' and id_hash = $1 and expires_at < $2`,
    [idHash, until],
  );
}
