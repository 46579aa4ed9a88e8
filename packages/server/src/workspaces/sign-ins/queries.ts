import type { Role as WireRole } from '@tessera/contract';
import { type ListedPage, listNewest, type PageQuery } from '../../access/paging.js';
import { deleteSecrets } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';

/** A sign-in in the workspace. `person_id` is the id of the membership or magic link. */
export interface SignInRow {
  readonly id: string;
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: WireRole;
  readonly device: string;
  readonly created_at: Date;
}

/** A browser session in the workspace. */
export interface SessionRow extends SignInRow {
  readonly kind: 'browser' | 'magic_link';
  readonly last_used_at: Date;
}

/** A device that one of the workspace's people has used in the workspace. */
export interface DeviceRow extends SignInRow {
  readonly last_used_at: Date;
}

const isCurrent = "membership_state(m.status, m.starts_at, m.expires_at) = 'current'";

// Excludes sign-ins before the person joined the workspace.
const sessionsHere = `(
  select s.id, 'browser' as kind, m.id as person_id, m.email, m.name, m.role, s.device,
         greatest(s.created_at, m.created_at) as created_at, greatest(s.last_used_at, m.created_at) as last_used_at
  from sessions s
  join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and ${isCurrent}
  where s.workspace_id = $1 and s.revoked_at is null and s.expires_at > $2
  union all
  select s.id, 'magic_link', r.id, r.email, r.name, 'reader', s.device, s.created_at, s.last_used_at
  from reader_sessions s join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
  where s.workspace_id = $1 and s.expires_at > $2 and r.status = 'active' and (r.expires_at is null or r.expires_at > $2)
)`;

// Devices that were used in this workspace, even if they are not valid here. Devices used elsewhere are excluded,
// because their name can come from another workspace.
const devicesHere = `(
  select t.id, m.id as person_id, m.email, m.name, m.role, t.name as device,
         greatest(t.created_at, m.created_at) as created_at, d.last_used_at,
         t.revoked_at is null and d.revoked_at is null as usable
  from workspace_devices d
  join personal_tokens t on t.id = d.personal_token_id
  join memberships m on m.workspace_id = d.workspace_id and m.person_id = t.person_id and ${isCurrent}
  where d.workspace_id = $1
)`;

/** The sessions in the workspace at the given time; see `listNewest`. */
export function listSessions(transaction: Transaction, query: PageQuery, at: Date): Promise<ListedPage<SessionRow>> {
  return listNewest(transaction, query, { columns: '*', from: `${sessionsHere} here where true`, values: [at] });
}

/** An ended session. */
export interface EndedSession {
  readonly id: string;
  readonly email: string;
  readonly device: string;
  /** False if it had already ended. */
  readonly ended: boolean;
}

/** Ends a session in the workspace; undefined if there is none. */
export async function endSession(transaction: Transaction, id: string, at: Date): Promise<EndedSession | undefined> {
  const values = [transaction.workspaceId, id, at];
  const [ofPerson] = await transaction.query<EndedSession>(
    `update sessions s set revoked_at = coalesce(s.revoked_at, $3)
     from (select s.id, m.email, s.device, s.revoked_at is null as ended
       from sessions s
       join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and ${isCurrent}
       where s.workspace_id = $1 and s.id = $2 for update of s) before
     where s.workspace_id = $1 and s.id = before.id returning before.id, before.email, before.device, before.ended`,
    values,
  );
  // The hash of a revoked session grants nothing, so it can stay until old sessions are deleted.
  const [ofLink] = ofPerson
    ? []
    : await transaction.query<EndedSession>(
        `update reader_sessions s set expires_at = least(s.expires_at, $3)
         from (select s.id, r.email, s.device, s.expires_at > $3 as ended
           from reader_sessions s join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
           where s.workspace_id = $1 and s.id = $2 for update of s) before
         where s.workspace_id = $1 and s.id = before.id returning before.id, before.email, before.device, before.ended`,
        values,
      );
  if (ofLink !== undefined) {
    await deleteSecrets(transaction, transaction.workspaceId, [{ id }]);
  }
  return ofPerson ?? ofLink;
}

/** The devices that were used in the workspace and can access it; see `listNewest`. */
export function listDevices(transaction: Transaction, query: PageQuery): Promise<ListedPage<DeviceRow>> {
  return listNewest(transaction, query, { columns: '*', from: `${devicesHere} here where usable` });
}

/** A device that one of the workspace's people has used in the workspace, valid or not; undefined if there is none. */
export async function findDevice(
  transaction: Transaction,
  id: string,
): Promise<{ id: string; email: string; device: string } | undefined> {
  const [row] = await transaction.query<{ id: string; email: string; device: string }>(
    `select id, email, device from ${devicesHere} here where id = $2`,
    [transaction.workspaceId, id],
  );
  return row;
}

/** Blocks a device in this workspace. Returns false if it was already blocked. */
export async function blockDevice(transaction: Transaction, id: string, at: Date): Promise<boolean> {
  const rows = await transaction.query(
    `update workspace_devices set revoked_at = $3
     where workspace_id = $1 and personal_token_id = $2 and revoked_at is null returning personal_token_id`,
    [transaction.workspaceId, id, at],
  );
  return rows.length === 1;
}
