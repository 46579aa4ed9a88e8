import { deleteSecrets, replaceSecret, saveSecret } from '../../platform/credentials.js';
import { insertSql, updateSql } from '../../platform/database/columns.js';
import { prepared, type Queryable, type Transaction } from '../../platform/database/database.js';
import { existing } from '../../platform/identifiers.js';
import type { Identifier } from '../identifier.js';
import { type ListedPage, listNewest, type PageQuery } from '../paging.js';

/** A magic link with its address. */
export interface MagicLinkRow {
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

/** The columns of a `MagicLinkRow`. */
export const magicLinkColumns = `id, email, name, status, expires_at, start, created_at, last_seen_at,
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}')
   from held_groups h where h.workspace_id = readers.workspace_id and h.holder_id = readers.id) as groups`;

/** The values of a new or replaced link. */
export interface NewLink {
  readonly id: string;
  readonly email: string;
  /** The name of the person. Null keeps the existing name, or uses the address if there is none. */
  readonly name: string | null;
  readonly linkHash: Buffer;
  /** Null means that the link never expires. */
  readonly expiresAt: Date | null;
  readonly start: string | null | undefined;
  readonly at: Date;
}

/** Inserts a magic link, or replaces the secret of the address's link and reactivates it. Returns its id. */
export async function saveMagicLink(transaction: Transaction, link: NewLink): Promise<string> {
  const { workspaceId } = transaction;
  const [row] = await transaction.query<{ id: string }>(
    `insert into readers (workspace_id, id, email, name, status, expires_at, created_at, start)
     values ($1, $2, $3, coalesce($4, $3), 'active', $5, $6, $7)
     on conflict (workspace_id, email) do update
     set name = coalesce($4, readers.name), status = 'active', revoked_at = null, expires_at = $5,
       start = case when $8 and readers.status = 'active' then readers.start else $7 end
     returning id`,
    [
      ...[workspaceId, link.id, link.email, link.name, link.expiresAt, link.at, link.start ?? null],
      link.start === undefined,
    ],
  );
  if (row === undefined) {
    throw new Error('a magic link was written but not returned');
  }
  await replaceSecret(transaction, { kind: 'reader_link', hash: link.linkHash, workspaceId, id: row.id });
  return row.id;
}

/** Finds a magic link by id. */
export async function requireMagicLink(transaction: Transaction, id: string): Promise<MagicLinkRow> {
  const [row] = await transaction.query<MagicLinkRow>(
    `select ${magicLinkColumns} from readers where workspace_id = $1 and id = $2`,
    [transaction.workspaceId, id],
  );
  return existing('reader_not_found', row);
}

/** Sets when a magic link expires. */
export async function setExpiry(transaction: Transaction, id: string, expiresAt: Date | null): Promise<void> {
  const key = { workspace_id: transaction.workspaceId, id };
  await transaction.query(...updateSql('readers', key, { expires_at: expiresAt }));
}

/** Lists magic links, active and revoked, newest first; see `listNewest`. */
export function listMagicLinks(transaction: Transaction, query: PageQuery): Promise<ListedPage<MagicLinkRow>> {
  return listNewest(transaction, query, { columns: magicLinkColumns, from: 'readers where workspace_id = $1' });
}

/** Locks a magic link until the transaction ends; undefined if there is none. */
export async function lockMagicLink(
  transaction: Transaction,
  { id, email }: Identifier,
): Promise<{ id: string; email: string; status: MagicLinkRow['status'] } | undefined> {
  const [row] = await transaction.query<{ id: string; email: string; status: MagicLinkRow['status'] }>(
    'select id, email, status from readers where workspace_id = $1 and (id = $2 or email = $3) for update',
    [transaction.workspaceId, id, email],
  );
  return row;
}

/** Marks a magic link as revoked. The row is kept, so that the link's page can explain it. */
export async function markRevoked(transaction: Transaction, id: string, at: Date): Promise<void> {
  const key = { workspace_id: transaction.workspaceId, id };
  await transaction.query(...updateSql('readers', key, { status: 'revoked', revoked_at: at }));
}

/** Deletes all sessions of a magic link, or those that expired before a time. */
export async function deleteSessions(transaction: Transaction, magicLinkId: string, endedBy?: Date): Promise<void> {
  const { workspaceId } = transaction;
  const ended = await transaction.query<{ id: string }>(
    `delete from reader_sessions
     where workspace_id = $1 and reader_id = $2 and ($3::timestamptz is null or expires_at <= $3) returning id`,
    [workspaceId, magicLinkId, endedBy ?? null],
  );
  await deleteSecrets(transaction, workspaceId, ended);
}

/** A link of any workspace, whether active, expired or revoked. */
export interface LinkRow {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly reader_id: string;
  readonly status: MagicLinkRow['status'];
  readonly expires_at: Date | null;
}

/** Finds the link of a token's hash; undefined if it never existed or was replaced. */
export async function findLink(transaction: Queryable, linkHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await transaction.query<LinkRow>(prepared('select * from find_reader_link($1)'), [linkHash]);
  return row;
}

/** The fields of a magic link that are needed to open it. */
export interface UsableLink {
  readonly name: string;
  readonly email: string;
  readonly start: string | null;
}

/** Records the time of a visit with the link, to the minute. */
export async function recordVisit(transaction: Transaction, magicLinkId: string, at: Date): Promise<void> {
  await transaction.query(
    `update readers set last_seen_at = $3
     where workspace_id = $1 and id = $2 and (last_seen_at is null or last_seen_at < $3::timestamptz - interval '1 minute')`,
    [transaction.workspaceId, magicLinkId, at],
  );
}

/** Locks a magic link; undefined if it was revoked or has expired. */
export async function lockUsableLink(
  transaction: Transaction,
  { magicLinkId, linkHash, at }: { readonly magicLinkId: string; readonly linkHash: Buffer; readonly at: Date },
): Promise<UsableLink | undefined> {
  const { workspaceId } = transaction;
  // Creating and revoking a link take the same lock, so the next statement reads the current secret.
  const [link] = await transaction.query<UsableLink>(
    `select name, email, start from readers
     where workspace_id = $1 and id = $2 and status = 'active' and (expires_at is null or expires_at > $3) for share`,
    [workspaceId, magicLinkId, at],
  );
  const links = await transaction.query(
    `select from credentials where workspace_id = $1 and id = $2 and secret_hash = $3 and kind = 'reader_link'`,
    [workspaceId, magicLinkId, linkHash],
  );
  return links.length === 0 ? undefined : link;
}

/** The browser session that opening a link creates or prolongs. */
export interface MagicLinkSession {
  readonly magicLinkId: string;
  readonly secretHash: Buffer;
  readonly device: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Prolongs the link's session with this secret. Returns false if there is none or it has expired. */
export async function renewSession(transaction: Transaction, session: MagicLinkSession): Promise<boolean> {
  const renewed = await transaction.query(
    `update reader_sessions s set device = $4, last_used_at = $5, expires_at = $6 from credentials c
     where c.workspace_id = $1 and c.secret_hash = $3 and c.kind = 'magic_link'
       and s.workspace_id = $1 and s.id = c.id and s.reader_id = $2 and s.expires_at > $5 returning s.id`,
    [transaction.workspaceId, session.magicLinkId, session.secretHash, session.device, session.at, session.expiresAt],
  );
  return renewed.length > 0;
}

/** Inserts a session of a magic link. */
export async function insertSession(transaction: Transaction, id: string, session: MagicLinkSession): Promise<void> {
  const { workspaceId } = transaction;
  const { magicLinkId, device, at, expiresAt } = session;
  const times = { created_at: at, last_used_at: at, expires_at: expiresAt };
  const row = { workspace_id: workspaceId, id, reader_id: magicLinkId, device, ...times };
  await transaction.query(...insertSql('reader_sessions', row));
  await saveSecret(transaction, { kind: 'magic_link', hash: session.secretHash, workspaceId, id });
}
