import type { Role } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';

/** Where somebody of the chosen workspace is signed in. `person_id` is of their membership, or of the reader. */
export interface SignInRow {
  readonly id: string;
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly device: string;
  readonly created_at: Date;
}

/** A browser session that stands in the chosen workspace. */
export interface SessionRow extends SignInRow {
  readonly kind: 'browser' | 'magic_link';
  readonly last_used_at: Date;
}

/** A device of one of the chosen workspace's people, used there. */
export interface DeviceRow extends SignInRow {
  readonly last_used_at: Date;
}

/** Newest first, after the given key; `limit` null for all of them. */
export interface SignInPage {
  readonly after: readonly [createdAt: string, id: string] | null;
  readonly limit: number | null;
}

const newestFirst = `($1::timestamptz is null or (created_at, id) < ($1, $2::uuid))
  order by created_at desc, id desc limit $3`;

/** The sessions that stand in the chosen workspace at the given time. */
export function listSessions(transaction: Queryable, page: SignInPage, at: Date): Promise<SessionRow[]> {
  return transaction.query<SessionRow>(`select * from sessions_here($4) where ${newestFirst}`, [
    page.after?.[0] ?? null,
    page.after?.[1] ?? null,
    page.limit,
    at,
  ]);
}

/** How many sessions stand in the chosen workspace. */
export async function countSessions(transaction: Queryable, at: Date): Promise<number> {
  const text = 'select count(*)::int as count from sessions_here($1)';
  const [row] = await transaction.query<{ count: number }>(text, [at]);
  return row?.count ?? 0;
}

/** Ends a session of the chosen workspace. Undefined when there is none; `ended` is false if it was over before. */
export async function endSession(
  transaction: Queryable,
  id: string,
  at: Date,
): Promise<{ email: string; device: string; ended: boolean } | undefined> {
  const [row] = await transaction.query<{ email: string; device: string; ended: boolean }>(
    'select * from end_session_here($1, $2)',
    [id, at],
  );
  return row;
}

/** The devices that were used in the chosen workspace and reach it. */
export function listDevices(transaction: Queryable, page: SignInPage): Promise<DeviceRow[]> {
  return transaction.query<DeviceRow>(`select * from devices_here() where usable and ${newestFirst}`, [
    page.after?.[0] ?? null,
    page.after?.[1] ?? null,
    page.limit,
  ]);
}

/** How many devices were used in the chosen workspace and reach it. */
export async function countDevices(transaction: Queryable): Promise<number> {
  const text = 'select count(*)::int as count from devices_here() where usable';
  const [row] = await transaction.query<{ count: number }>(text);
  return row?.count ?? 0;
}

/** A device that one of the chosen workspace's people has used there, usable or not; undefined when there is none. */
export async function findDevice(
  transaction: Queryable,
  id: string,
): Promise<{ email: string; device: string } | undefined> {
  const text = 'select email, device from devices_here() where id = $1';
  const [row] = await transaction.query<{ email: string; device: string }>(text, [id]);
  return row;
}

/** Shuts a device that was used in the chosen workspace out of it; false when it was shut out before. */
export async function shutOutDevice(transaction: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await transaction.query(
    `update workspace_devices set revoked_at = $2 where personal_token_id = $1 and revoked_at is null
     returning personal_token_id`,
    [id, at],
  );
  return rows.length === 1;
}
