import { deleteSecrets, replaceSecret, saveSecret } from '../../platform/credentials.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import type { Identifier } from '../identifier.js';
import { type ListedPage, listNewest, type PageQuery } from '../paging.js';

/** A magic-link reader. */
export interface ReaderRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'revoked';
  readonly groups: string[];
  readonly expires_at: Date | null;
  readonly start: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
}

const columns = `id, email, name, status, expires_at, start, created_at, last_seen_at,
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}')
   from group_holders h where h.workspace_id = readers.workspace_id and h.holder_id = readers.id) as groups`;

/** What a mint writes. */
export interface NewLink {
  readonly id: string;
  readonly email: string;
  /** Null keeps the name of an earlier mint, or takes the address. */
  readonly name: string | null;
  readonly linkHash: Buffer;
  /** Undefined keeps what an active reader has. */
  readonly expiresAt: Date | null | undefined;
  readonly start: string | null | undefined;
  readonly at: Date;
}

/**
 * Adds the reader, or makes the one of that address active again, with this link as its only one. Its groups are those
 * that an active reader holds; a revoked one has lost them.
 */
export async function saveReader(transaction: Transaction, link: NewLink): Promise<ReaderRow> {
  const { workspaceId } = transaction;
  const [row] = await transaction.query<ReaderRow>(
    `insert into readers (workspace_id, id, email, name, status, expires_at, created_at, start)
     values ($1, $2, $3, coalesce($4, $3), 'active', $5, $6, $7)
     on conflict (workspace_id, email) do update
     set name = coalesce($4, readers.name), status = 'active', revoked_at = null,
       expires_at = case when $8 and readers.status = 'active' then readers.expires_at else $5 end,
       start = case when $9 and readers.status = 'active' then readers.start else $7 end
     returning ${columns}`,
    [
      ...[workspaceId, link.id, link.email, link.name, link.expiresAt ?? null, link.at, link.start ?? null],
      ...[link.expiresAt === undefined, link.start === undefined],
    ],
  );
  if (row === undefined) {
    throw new Error('a reader was written but not returned');
  }
  await replaceSecret(transaction, { kind: 'reader_link', hash: link.linkHash, workspaceId, id: row.id });
  return row;
}

/** Readers, active and revoked, newest first; see `listNewest`. */
export function listReaders(transaction: Transaction, query: PageQuery): Promise<ListedPage<ReaderRow>> {
  return listNewest(transaction, query, { columns, from: 'readers where workspace_id = $1' });
}

/** A reader, locked until the transaction ends; undefined if there is none. */
export async function lockReader(
  transaction: Transaction,
  { id, email }: Identifier,
): Promise<{ id: string; email: string; status: ReaderRow['status'] } | undefined> {
  const [row] = await transaction.query<{ id: string; email: string; status: ReaderRow['status'] }>(
    'select id, email, status from readers where workspace_id = $1 and (id = $2 or email = $3) for update',
    [transaction.workspaceId, id, email],
  );
  return row;
}

/** Marks a reader revoked. Its link stops working, but its page still says that it was revoked. */
export async function markRevoked(transaction: Transaction, id: string, at: Date): Promise<void> {
  await transaction.query(
    `update readers set status = 'revoked', revoked_at = $3 where workspace_id = $1 and id = $2`,
    [transaction.workspaceId, id, at],
  );
}

/** Ends every session of a reader, or forgets those that have ended by themselves before a time. */
export async function deleteSessions(transaction: Transaction, readerId: string, endedBy?: Date): Promise<void> {
  const { workspaceId } = transaction;
  const ended = await transaction.query<{ id: string }>(
    `delete from reader_sessions
     where workspace_id = $1 and reader_id = $2 and ($3::timestamptz is null or expires_at <= $3) returning id`,
    [workspaceId, readerId, endedBy ?? null],
  );
  const ids = ended.map(({ id }) => id);
  await deleteSecrets(transaction, workspaceId, ids);
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

/** A reader as their link opens. */
export interface LinkedReader {
  readonly name: string;
  readonly email: string;
  readonly start: string | null;
}

/** Notes that a reader looks at a page, to the minute. */
export async function noteSeen(transaction: Transaction, readerId: string, at: Date): Promise<void> {
  await transaction.query(
    `update readers set last_seen_at = $3
     where workspace_id = $1 and id = $2 and (last_seen_at is null or last_seen_at < $3::timestamptz - interval '1 minute')`,
    [transaction.workspaceId, readerId, at],
  );
}

/** The reader of a link, locked while the link works; undefined when it no longer does. */
export async function lockLinkedReader(
  transaction: Transaction,
  { readerId, linkHash, at }: { readonly readerId: string; readonly linkHash: Buffer; readonly at: Date },
): Promise<LinkedReader | undefined> {
  const { workspaceId } = transaction;
  // Minting and revoking hold this lock; after it, the next statement sees which link is the reader's.
  const [reader] = await transaction.query<LinkedReader>(
    `select name, email, start from readers
     where workspace_id = $1 and id = $2 and status = 'active' and (expires_at is null or expires_at > $3) for share`,
    [workspaceId, readerId, at],
  );
  const links = await transaction.query(
    `select from credentials where workspace_id = $1 and id = $2 and secret_hash = $3 and kind = 'reader_link'`,
    [workspaceId, readerId, linkHash],
  );
  return links.length === 0 ? undefined : reader;
}

/** What a browser session of a reader is from an opening of the link on. */
export interface ReaderSession {
  readonly readerId: string;
  readonly secretHash: Buffer;
  readonly device: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Prolongs the reader's session of this secret; false when there is none that has not ended. */
export async function renewSession(transaction: Transaction, session: ReaderSession): Promise<boolean> {
  const renewed = await transaction.query(
    `update reader_sessions s set device = $4, last_used_at = $5, expires_at = $6 from credentials c
     where c.workspace_id = $1 and c.secret_hash = $3 and c.kind = 'magic_link'
       and s.workspace_id = $1 and s.id = c.id and s.reader_id = $2 and s.expires_at > $5 returning s.id`,
    [transaction.workspaceId, session.readerId, session.secretHash, session.device, session.at, session.expiresAt],
  );
  return renewed.length > 0;
}

/** Adds a session of a reader. */
export async function insertSession(transaction: Transaction, id: string, session: ReaderSession): Promise<void> {
  const { workspaceId } = transaction;
  await transaction.query(
    `insert into reader_sessions (workspace_id, id, reader_id, device, created_at, last_used_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [workspaceId, id, session.readerId, session.device, session.at, session.expiresAt],
  );
  await saveSecret(transaction, { kind: 'magic_link', hash: session.secretHash, workspaceId, id });
}
