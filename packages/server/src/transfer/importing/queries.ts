import { type ArchivedWorkspace, archiveLines, limits } from '@tessera/contract';
import type { ZodType } from 'zod';
import { noteAliases } from '../../collections/matches/queries.js';
import type { Queryable, SystemTransaction, Transaction } from '../../platform/database/database.js';
import { archivedColumns, fieldsOf, type RowsFile } from '../files.js';

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
  const columns = archivedColumns('workspaces').join(', ');
  await queryable.query(
    `insert into workspaces (id, created_at, deleted_at, ${columns})
     select $1, $2, ${leased}, ${columns} from jsonb_populate_record(null::workspaces, $3::jsonb)`,
    [workspace.id, workspace.at, JSON.stringify(workspace)],
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

/** Ends the leases of crashed imports, which began before a time. Call it only if no other process uses the database. */
export async function endLeases(queryable: Queryable, before: Date): Promise<void> {
  await queryable.query('update workspaces set deleted_at = now() where deleted_at > now() and created_at < $1', [
    before,
  ]);
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

/** Configures a collection that has no records, from the JSON text of its archived columns. */
export async function configure(
  transaction: Transaction,
  { id, archived }: { readonly id: string; readonly archived: string },
): Promise<void> {
  const columns = archivedColumns('collections').join(', ');
  await transaction.query(
    `update collections c set (${columns}) =
       (select ${columns} from jsonb_populate_record(null::collections, $3::jsonb))
     where c.workspace_id = $1 and c.id = $2`,
    [transaction.workspaceId, id, archived],
  );
}

/** A line of an archive as its text, with the columns that are derived from it. All lines derive the same columns. */
export interface DerivedLine {
  readonly text: string;
  readonly derived: Readonly<Record<string, unknown>>;
}

/** Inserts the rows of lines. `parentId` is their collection. */
export function insertLines(
  transaction: Transaction,
  file: RowsFile,
  lines: readonly DerivedLine[],
  parentId?: string,
): void {
  const { table, of, holders } = file;
  const values: unknown[] = [
    transaction.workspaceId,
    arrayOf(lines.map(({ text }) => text)),
    JSON.stringify(lines.map(({ derived }) => derived)),
    JSON.stringify(defaultsOf(file)),
  ];
  const fields = fieldsOf(file);
  const renamed = fields.flatMap(([field, column]) =>
    typeof column === 'string'
      ? field === column
        ? []
        : [`'${column}', line -> '${field}'`]
      : Object.entries(column).map(([part, each]) => `'${each}', line -> '${field}' -> '${part}'`),
  );
  const columns = [
    ...fields.flatMap(([, column]) => (typeof column === 'string' ? column : Object.values(column))),
    ...Object.keys(lines[0]?.derived ?? {}),
  ].join(', ');
  const parent = of === 'workspace' ? ['', ''] : [`${of}_id, `, `$${values.push(parentId)}, `];
  // A record that was deleted during the export is in both files, and stays.
  const conflict = file.name === 'deleted' ? 'on conflict (workspace_id, collection_id, external_id) do nothing' : '';
  transaction.send(
    `insert into ${table} (workspace_id, ${parent[0]}${columns})
     select $1, ${parent[1]}${columns}
     from jsonb_array_elements($2::jsonb) with ordinality as l (line, n)
     join jsonb_array_elements($3::jsonb) with ordinality as d (derived, n) using (n)
     cross join lateral jsonb_populate_record(null::${table},
       $4::jsonb || line || jsonb_build_object(${renamed.join(', ')}) || derived) as r
     order by n ${conflict}`,
    values,
  );
  if (holders !== undefined) {
    transaction.send(
      `insert into group_holders (workspace_id, group_id, holder_kind, holder_id, access, source, starts_at, expires_at)
       select $1, (g ->> 'id')::uuid, '${holders}', r.id, g ->> 'access', coalesce(g ->> 'source', ''),
         (g ->> 'starts_at')::timestamptz, (g ->> 'expires_at')::timestamptz
       from ${rows('id uuid, groups jsonb')} cross join lateral jsonb_array_elements(r.groups) as g`,
      values.slice(0, 2),
    );
  }
}

/** The values of fields that lines of earlier versions do not have. */
function defaultsOf({ name }: RowsFile): Record<string, unknown> {
  const shape: Readonly<Record<string, ZodType>> = archiveLines[name].shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      return success ? [[field, data]] : [];
    }),
  );
}

/** Removes the markers of records that were restored during the export, and are in both files. */
export function removeMarkers(transaction: Transaction, collectionId: string, externalIds: readonly string[]): void {
  transaction.send(
    `delete from records where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[])
       and tombstoned_at is not null`,
    [transaction.workspaceId, collectionId, externalIds],
  );
}

/** Adds and deletes what belongs to records that changed during the export. */
export async function completeRecordParts(transaction: Transaction, collectionId: string): Promise<void> {
  const live = 'from records r where r.workspace_id = $1 and r.collection_id = $2 and r.tombstoned_at is null';
  const target = [transaction.workspaceId, collectionId];
  await transaction.query(
    `delete from record_confirmations c where c.workspace_id = $1 and c.collection_id = $2
       and not exists (select ${live} and r.external_id = c.external_id)`,
    target,
  );
  await transaction.query(
    `insert into record_confirmations (workspace_id, collection_id, external_id, confirmed_at)
     select $1, $2, r.external_id, r.updated_at ${live} on conflict do nothing`,
    target,
  );
  await transaction.query(
    `delete from record_matches m where m.workspace_id = $1 and m.collection_id = $2
       and (select count(*) ${live} and r.external_id in (m.one, m.other)) < 2`,
    target,
  );
  await noteAliases(transaction, collectionId);
}

/** Rows of a JSON array with the given columns. */
const rows = (columns: string) => `jsonb_to_recordset($2::jsonb) as r (${columns})`;

/** Joins lines to one JSON array, without changing the digits of numbers. */
function arrayOf(lines: readonly string[]): string {
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
