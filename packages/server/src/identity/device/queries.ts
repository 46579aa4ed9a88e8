import { insertSql, updateSql } from '../../platform/database/columns.js';
import type { Queryable } from '../../platform/database/database.js';

/** A device that requests access on behalf of a person. */
export interface DeviceAuthorization {
  readonly user_code: string;
  readonly client_id: string;
  readonly device: string;
  readonly status: 'pending' | 'approved' | 'denied';
  readonly person_id: string | null;
  readonly interval_seconds: number;
  readonly last_polled_at: Date | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const columns =
  'user_code, client_id, device, status, person_id, interval_seconds, last_polled_at, created_at, expires_at';

/** Stores a new authorization; false if its user code exists already. */
export async function insertAuthorization(
  transaction: Queryable,
  deviceCodeHash: Buffer,
  device: Omit<DeviceAuthorization, 'status' | 'person_id' | 'last_polled_at'>,
): Promise<boolean> {
  const row = { device_code_hash: deviceCodeHash, ...device, status: 'pending' };
  const ending = 'on conflict (user_code) do nothing returning user_code';
  return (await transaction.query(...insertSql('device_authorizations', row, ending))).length === 1;
}

/** Deletes authorizations that expired before the given time. */
export async function deleteAuthorizationsBefore(transaction: Queryable, time: Date): Promise<void> {
  await transaction.query('delete from device_authorizations where expires_at < $1', [time]);
}

/** Deletes all but the newest `keep` authorizations that wait for a decision at the given time. */
export async function deletePendingBeyond(
  transaction: Queryable,
  { at, keep }: { readonly at: Date; readonly keep: number },
): Promise<void> {
  await transaction.query(
    `delete from device_authorizations where status = 'pending' and device_code_hash in (
       select device_code_hash from device_authorizations
       where status = 'pending' and expires_at > $1 order by expires_at desc offset $2
     )`,
    [at, keep],
  );
}

/** Finds and locks an authorization by its device code, so that simultaneous polls are serialized. */
export async function lockAuthorization(
  transaction: Queryable,
  deviceCodeHash: Buffer,
): Promise<DeviceAuthorization | undefined> {
  const [row] = await transaction.query<DeviceAuthorization>(
    `select ${columns} from device_authorizations where device_code_hash = $1 for update`,
    [deviceCodeHash],
  );
  return row;
}

/** Records a poll and the interval required before the next. */
export async function recordPoll(
  transaction: Queryable,
  deviceCodeHash: Buffer,
  poll: { readonly at: Date; readonly intervalSeconds: number },
): Promise<void> {
  const change = { last_polled_at: poll.at, interval_seconds: poll.intervalSeconds };
  await transaction.query(...updateSql('device_authorizations', { device_code_hash: deviceCodeHash }, change));
}

/** Deletes a redeemed authorization. */
export async function deleteAuthorization(transaction: Queryable, deviceCodeHash: Buffer): Promise<void> {
  await transaction.query('delete from device_authorizations where device_code_hash = $1', [deviceCodeHash]);
}

/** The authorization that waits for a decision under a user code, or undefined. */
export async function findPending(
  transaction: Queryable,
  userCode: string,
  at: Date,
): Promise<DeviceAuthorization | undefined> {
  const [row] = await transaction.query<DeviceAuthorization>(
    `select ${columns} from device_authorizations where user_code = $1 and status = 'pending' and expires_at > $2`,
    [userCode, at],
  );
  return row;
}

/** Decides a pending authorization for a person. Undefined if none is pending under this code. */
export async function decideAuthorization(
  transaction: Queryable,
  decision: { userCode: string; status: 'approved' | 'denied'; personId: string; at: Date },
): Promise<DeviceAuthorization | undefined> {
  const [row] = await transaction.query<DeviceAuthorization>(
    `update device_authorizations set status = $2, person_id = $3
     where user_code = $1 and status = 'pending' and expires_at > $4 returning ${columns}`,
    [decision.userCode, decision.status, decision.personId, decision.at],
  );
  return row;
}
