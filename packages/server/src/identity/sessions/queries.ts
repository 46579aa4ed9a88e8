import { deleteSecrets, saveSecret } from '../../platform/credentials.js';
import { insertSql } from '../../platform/database/columns.js';
import type { Queryable } from '../../platform/database/database.js';
import type { ProviderSession } from '../oidc/provider.js';

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

/** A new session. */
export interface NewSession extends Pick<SessionRow, 'id' | 'workspace_id' | 'device' | 'expires_at'> {
  readonly person_id: string;
  readonly last_used_at: Date;
  /**
   * What it can access: all workspaces of the person; only its own workspace, if opened at that one's host; or the
   * membership of the sign-in link that opened it, as long as that lasts.
   */
  readonly reach: 'person' | 'workspace' | 'link';
  /** The session at the provider that opened it; null without a provider. */
  readonly provider_session: ProviderSession | null;
}

/** Stores a new session. */
export async function insertSession(transaction: Queryable, hash: Buffer, session: NewSession): Promise<void> {
  await transaction.query(...insertSql('sessions', { ...session, created_at: session.last_used_at }));
  await saveSecret(transaction, { kind: 'session', hash, workspaceId: null, id: session.id });
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
  await deleteSecrets(transaction, null, forgotten);
}

/** An ended session. */
export interface ClosedSession {
  readonly id: string;
  readonly personId: string;
  /** The only workspace that it could access; null if it could access all workspaces of the person. */
  readonly onlyIn: string | null;
}

const closed = `s.id, s.person_id as "personId", case when s.reach <> 'person' then s.workspace_id end as "onlyIn"`;

/** Ends the session of a cookie. Returns it if it was open. */
export async function endSessionBySecret(
  transaction: Queryable,
  secretHash: Buffer,
  at: Date,
): Promise<ClosedSession[]> {
  const rows = await transaction.query<ClosedSession>(
    `update sessions s set revoked_at = $2 from credentials c
     where c.secret_hash = $1 and c.kind = 'session' and s.id = c.id and s.revoked_at is null
     returning ${closed}`,
    [secretHash, at],
  );
  return withoutSecrets(transaction, rows);
}

/**
 * Ends the sessions of a logout token. A session whose id at the provider is not known ends with each one of its person.
 */
export async function endSessionsOfProvider(
  transaction: Queryable,
  { iss, sub, sid }: ProviderSession,
  at: Date,
): Promise<ClosedSession[]> {
  const rows = await transaction.query<ClosedSession>(
    `update sessions s set revoked_at = $4
     where s.provider_session ->> 'iss' = $1 and s.revoked_at is null
       and ($2::text is null or s.provider_session ->> 'sub' = $2)
       and ($3::text is null or s.provider_session ->> 'sid' = $3
            or $2 is not null and s.provider_session ->> 'sid' is null)
     returning ${closed}`,
    [iss, sub, sid, at],
  );
  return withoutSecrets(transaction, rows);
}

async function withoutSecrets(transaction: Queryable, sessions: ClosedSession[]): Promise<ClosedSession[]> {
  await deleteSecrets(transaction, null, sessions);
  return sessions;
}
