import { type ArchivedWorkspace, archiveLines, limits } from '@tessera/contract';
import type { Queryable, SystemTransaction, Transaction } from '../../platform/database/database.js';

/** A workspace that is being imported. */
export interface NewWorkspace extends ArchivedWorkspace {
  readonly id: string;
  readonly at: Date;
}

const leased = `now() + interval '${limits.importLeaseSeconds} seconds'`;

/**
 * Adds an invisible workspace whose deletion time is in the future. The import renews that time, so nothing is deleted
 * while it runs. After a crash, the sweep deletes everything.
 */
export async function insertHidden(queryable: Queryable, workspace: NewWorkspace): Promise<void> {
  await queryable.query(
    `insert into workspaces (id, slug, name, reader_seats, billing_active, suspended, created_at, query_log_days, color, logo,
       show_locked, offer_text, offer_url, language, embeds, deleted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, ${leased})`,
    [
      workspace.id,
      workspace.slug,
      workspace.name,
      workspace.reader_seats,
      workspace.billing_active,
      workspace.suspended,
      workspace.at,
      workspace.query_log_days,
      workspace.color,
      workspace.logo,
      workspace.show_locked,
      workspace.offer_text ?? null,
      workspace.offer_url ?? null,
      workspace.language,
      workspace.embeds,
    ],
  );
}

/** Whether a visible workspace has the slug. */
export async function isTaken(queryable: Queryable, slug: string): Promise<boolean> {
  const rows = await queryable.query('select from workspaces where slug = $1 and deleted_at is null', [slug]);
  return rows.length > 0;
}

/** Renews the lease of an import. Returns false if its deletion has already started. */
export async function renewLease(queryable: Queryable, id: string): Promise<boolean> {
  const rows = await queryable.query(
    `update workspaces set deleted_at = ${leased} where id = $1 and deleted_at > now() returning 1`,
    [id],
  );
  return rows.length > 0;
}

/** Ends an import, so that the sweep deletes its rows. */
export async function endLease(queryable: Queryable, id: string): Promise<void> {
  await queryable.query('update workspaces set deleted_at = now() where id = $1 and deleted_at > now()', [id]);
}

/** Ends the leases of crashed imports. Call it only if no other process uses the database. */
export async function endLeases(queryable: Queryable): Promise<void> {
  await queryable.query('update workspaces set deleted_at = now() where deleted_at > now()');
}

/**
 * Makes an imported workspace visible. Returns false if its deletion has already started. Violates the constraint
 * `workspaces_slug` if the slug is taken.
 */
export async function showWorkspace(queryable: Queryable, id: string): Promise<boolean> {
  const rows = await queryable.query(
    'update workspaces set deleted_at = null where id = $1 and deleted_at > now() returning 1',
    [id],
  );
  return rows.length > 0;
}

/** Files whose lines are rows of a table. */
export type RowFile = Exclude<
  keyof typeof archiveLines,
  'records' | 'deleted' | 'corrections' | 'grants' | 'views' | 'commits'
>;

/** Rows of a JSON array with the given columns. */
const rows = (columns: string) => `jsonb_to_recordset($2::jsonb) as r (${columns})`;

const holders = (
  kind: 'membership' | 'reader',
) => `insert into group_holders (workspace_id, group_id, holder_kind, holder_id, access)
  select $1, (g ->> 'id')::uuid, '${kind}', r.id, g ->> 'access'
  from ${rows('id uuid, groups jsonb')} cross join lateral jsonb_array_elements(r.groups) as g`;

/** Inserts rows whose columns are the fields of their lines, so that no field of an archive is dropped. */
function inserted(table: string, file: 'groups' | 'members' | 'readers'): string {
  const fields = Object.keys(archiveLines[file].shape).filter((field) => field !== 'groups');
  const columns = fields.join(', ');
  return `insert into ${table} (workspace_id, ${columns})
    select $1, ${columns} from jsonb_populate_recordset(null::${table}, $2::jsonb)`;
}

const statements: Readonly<Record<RowFile, readonly string[]>> = {
  groups: [inserted('groups', 'groups')],
  members: [inserted('memberships', 'members'), holders('membership')],
  readers: [inserted('readers', 'readers'), holders('reader')],
  audit: [
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name, actor_device_name, target, detail,
       request_id, record_version)
     select $1, e.id, e.at, e.action, e.actor ->> 'kind', e.actor ->> 'id', e.actor ->> 'name', e.actor ->> 'device', e.target,
       e.detail, e.request_id, e.record_version
     from (select l.n, r.* from jsonb_array_elements($2::jsonb) with ordinality as l (line, n),
       jsonb_to_record(l.line) as r (id uuid, at timestamptz, action text, actor jsonb, target text, detail jsonb,
         request_id text, record_version uuid)) as e
     order by e.n`,
  ],
};

/** Adds rows, each from the text of a line. */
export function insertRows(transaction: Transaction, file: RowFile, lines: readonly string[]): void {
  for (const statement of statements[file]) {
    transaction.send(statement, [transaction.workspaceId, arrayOf(lines)]);
  }
}

/** Joins lines to one JSON array, without changing the digits of numbers. */
export function arrayOf(lines: readonly string[]): string {
  return `[${lines.join(',')}]`;
}

/** Sets authors and times of a repo's commits from their lines. */
export function updateCommits(transaction: Transaction, repoId: string, lines: readonly string[]): void {
  transaction.send(
    `update repo_commits c set at = r.at, author = r.author, actor_kind = r.actor_kind, actor_id = r.actor_id
     from ${rows('oid text, at timestamptz, author text, actor_kind text, actor_id text')}
     where c.workspace_id = $1 and c.repo_id = $3 and c.oid = decode(r.oid, 'hex')`,
    [transaction.workspaceId, arrayOf(lines), repoId],
  );
}

/** Sets author and time of a repo's documents from their last commit. */
export async function updateDocumentAuthors(transaction: Transaction, repoId: string): Promise<void> {
  await transaction.query(
    `update documents d set changed_at = c.at, changed_by = c.author from repo_commits c
     where d.workspace_id = $1 and d.repo_id = $2 and c.workspace_id = $1 and c.repo_id = $2 and c.revision = d.revision`,
    [transaction.workspaceId, repoId],
  );
}

/** Number of commits in the workspace's repos. */
export async function countCommits(transaction: SystemTransaction, workspaceId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from repo_commits where workspace_id = $1',
    [workspaceId],
  );
  return row?.count ?? 0;
}
