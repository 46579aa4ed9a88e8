import { deleteSecrets, saveSecret } from '../../platform/credentials.js';
import type { Queryable } from '../../platform/database/database.js';

/** A browser session as its owner sees it. */
export interface SessionRow {
  readonly id: string;
  readonly device: string;
  readonly workspace_id: string | null;
  readonly workspace_slug: string;
  readonly workspace_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

/** The columns of a new session. */
export interface NewSession {
  readonly id: string;
  readonly personId: string;
  readonly secretHash: Buffer;
  readonly workspaceId: string | null;
  readonly device: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /**
   * What it can access: all workspaces of the person; only its own workspace, if opened at that one's host; or the
   * membership of the sign-in link that opened it, as long as that lasts.
   */
  readonly reach: 'person' | 'workspace' | 'link';
}

/** Stores a new session. */
export async function insertSession(transaction: Queryable, session: NewSession): Promise<void> {
  await transaction.query(
    `insert into sessions (id, person_id, workspace_id, device, created_at, last_used_at, expires_at, reach)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [
      ...[session.id, session.personId, session.workspaceId, session.device, session.at, session.expiresAt],
      session.reach,
    ],
  );
  await saveSecret(transaction, { kind: 'session', hash: session.secretHash, workspaceId: null, id: session.id });
}

/** The valid sessions of a person at the given time, newest first. */
export async function listSessions(transaction: Queryable, personId: string, at: Date): Promise<SessionRow[]> {
  return transaction.query<SessionRow>(
    `select s.id, s.device, s.workspace_id, w.slug as workspace_slug, w.name as workspace_name,
            s.created_at, s.last_used_at, s.expires_at
     from sessions s left join workspaces w on w.id = s.workspace_id and w.deleted_at is null
     where s.person_id = $1 and s.revoked_at is null and s.expires_at > $2 order by s.created_at desc, s.id`,
    [personId, at],
  );
}

/** Pins a session to a workspace. */
export async function pinSession(transaction: Queryable, id: string, workspaceId: string): Promise<void> {
  await transaction.query('update sessions set workspace_id = $2 where id = $1', [id, workspaceId]);
}

/** Deletes sessions that ended before the given time. */
export async function deleteSessionsBefore(transaction: Queryable, time: Date): Promise<void> {
  const forgotten = await transaction.query<{ id: string }>(
    'delete from sessions where expires_at < $1 or revoked_at < $1 returning id',
    [time],
  );
  await deleteSecrets(
    transaction,
    null,
    forgotten.map(({ id }) => id),
  );
}

/** An ended session. */
export interface ClosedSession {
  readonly id: string;
  readonly personId: string;
  /** The only workspace that it could access; null if it could access all workspaces of the person. */
  readonly onlyIn: string | null;
}

/** Ends the session of a cookie; undefined if there is no open one. */
export async function endSessionBySecret(
  transaction: Queryable,
  secretHash: Buffer,
  at: Date,
): Promise<ClosedSession | undefined> {
  const [row] = await transaction.query<ClosedSession>(
    `update sessions s set revoked_at = $2 from credentials c
     where c.secret_hash = $1 and c.kind = 'session' and s.id = c.id and s.revoked_at is null
     returning s.id, s.person_id as "personId", case when s.reach <> 'person' then s.workspace_id end as "onlyIn"`,
    [secretHash, at],
  );
  if (row !== undefined) {
    await deleteSecrets(transaction, null, [row.id]);
  }
  return row;
}
