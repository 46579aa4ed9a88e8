import type { Queryable } from '../../platform/database/database.js';
import type { Identifier } from '../identifier.js';

/** A magic-link reader. */
export interface ReaderRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'revoked';
  readonly groups: string[];
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
}

const columns = `id, email, name, status, created_at, last_seen_at,
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}')
   from group_holders h where h.workspace_id = readers.workspace_id and h.holder_id = readers.id) as groups`;

/** What a mint writes. */
export interface NewLink {
  readonly workspaceId: string;
  readonly id: string;
  readonly email: string;
  /** Null keeps the name of an earlier mint, or takes the address. */
  readonly name: string | null;
  readonly linkHash: Buffer;
  readonly expiresAt: Date | null;
  readonly at: Date;
}

/**
 * Adds the reader, or gives the one of that address a new link and makes it active again. Its groups are those that an
 * active reader holds; a revoked one has lost them.
 */
export async function saveReader(transaction: Queryable, link: NewLink): Promise<ReaderRow> {
  const [row] = await transaction.query<ReaderRow>(
    `insert into readers (workspace_id, id, email, name, status, link_hash, expires_at, created_at)
     values ($1, $2, $3, coalesce($4, $3), 'active', $5, $6, $7)
     on conflict (workspace_id, email) do update
     set name = coalesce($4, readers.name), status = 'active', link_hash = $5, expires_at = $6, revoked_at = null
     returning ${columns}`,
    [link.workspaceId, link.id, link.email, link.name, link.linkHash, link.expiresAt, link.at],
  );
  if (row === undefined) {
    throw new Error('a reader was written but not returned');
  }
  return row;
}

/** Readers newest first, after the given key; `limit` null for all of them. */
export function listReaders(
  transaction: Queryable,
  page: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number | null },
): Promise<ReaderRow[]> {
  return transaction.query<ReaderRow>(
    `select ${columns} from readers
     where $1::timestamptz is null or (created_at, id) < ($1, $2::uuid)
     order by created_at desc, id desc limit $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
}

/** How many readers there are, active and revoked. */
export async function countReaders(transaction: Queryable): Promise<number> {
  const [row] = await transaction.query<{ count: number }>('select count(*)::int as count from readers');
  return row?.count ?? 0;
}

/** One reader, locked until the transaction ends; undefined for nobody. */
export async function lockReader(
  transaction: Queryable,
  { id, email }: Identifier,
): Promise<{ id: string; email: string; status: ReaderRow['status'] } | undefined> {
  const [row] = await transaction.query<{ id: string; email: string; status: ReaderRow['status'] }>(
    'select id, email, status from readers where id = $1 or email = $2 for update',
    [id, email],
  );
  return row;
}

/** Marks a reader revoked; link and sessions stop with it. */
export async function markRevoked(transaction: Queryable, id: string, at: Date): Promise<void> {
  await transaction.query(`update readers set status = 'revoked', revoked_at = $2 where id = $1`, [id, at]);
}

/** Ends every session of a reader. */
export async function deleteSessions(transaction: Queryable, readerId: string): Promise<void> {
  await transaction.query('delete from reader_sessions where reader_id = $1', [readerId]);
}

/** A link, whichever workspace it belongs to and whatever became of it. */
export interface LinkRow {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly reader_id: string;
  readonly status: ReaderRow['status'];
  readonly expires_at: Date | null;
}

/** The link behind a token's hash; undefined when it never was or has been replaced. */
export async function findLink(transaction: Queryable, linkHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await transaction.query<LinkRow>(
    { name: 'find_reader_link', text: 'select * from find_reader_link($1)' },
    [linkHash],
  );
  return row;
}

/** A browser session in the making. */
export interface NewSession {
  readonly secretHash: Buffer;
  readonly linkHash: Buffer;
  readonly device: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Opens a session for a link that works at this moment; undefined when it no longer does. */
export async function insertSession(
  transaction: Queryable,
  session: NewSession,
): Promise<{ reader_id: string; name: string; email: string } | undefined> {
  const [row] = await transaction.query<{ reader_id: string; name: string; email: string }>(
    `with reader as (
       select workspace_id, id, name, email from readers
       where link_hash = $2 and status = 'active' and (expires_at is null or expires_at > $3) for share
     ), opened as (
       insert into reader_sessions (workspace_id, secret_hash, reader_id, link_hash, device, created_at, last_used_at, expires_at)
       select workspace_id, $1, id, $2, $5, $3, $3, $4 from reader returning reader_id
     )
     select o.reader_id, r.name, r.email from opened o join reader r on r.id = o.reader_id`,
    [session.secretHash, session.linkHash, session.at, session.expiresAt, session.device],
  );
  return row;
}

/** Forgets a reader's sessions that have ended by themselves. */
export async function deleteEndedSessions(transaction: Queryable, readerId: string, at: Date): Promise<void> {
  await transaction.query('delete from reader_sessions where reader_id = $1 and expires_at <= $2', [readerId, at]);
}
