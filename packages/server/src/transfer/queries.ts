import type { Transaction } from '../platform/database/database.js';
import { archivedColumns, fieldsOf, type RowsFile } from './files.js';

/** Lines per statement. */
const pageLines = 200;

const assignedGroups = `(select coalesce(jsonb_agg(jsonb_build_object('id', h.group_id, 'access', h.access, 'source', h.source,
  'starts_at', h.starts_at, 'expires_at', h.expires_at) order by h.group_id, h.source), '[]') from group_holders h
  where h.workspace_id = $1 and h.holder_id = t.id and h.group_id = any(:groups))`;

/** Which lines to read: those of a collection or repo, after a key, with the exported groups only. */
export interface LinePage {
  readonly parentId: string | undefined;
  readonly after: string | undefined;
  /** Ids of groups. Others, created meanwhile, are left out everywhere. */
  readonly groups: readonly string[];
}

/** The next lines of a file after a key. Each is the JSON text of a row, so that numbers are unchanged. */
export function pageOfLines(
  transaction: Transaction,
  file: RowsFile,
  { parentId, after, groups }: LinePage,
): Promise<{ readonly key: string; readonly line: string }[]> {
  const { table, of, sortedBy, type = 'uuid', where = 'true', holders } = file;
  const value = (column: string) =>
    column === sortedBy && type === 'bytea' ? `encode(t.${column}, 'hex')` : `t.${column}`;
  const objectOf = (columns: readonly [string, string | Record<string, string>][]): string =>
    `jsonb_build_object(${columns.map(([field, column]) => `'${field}', ${typeof column === 'string' ? value(column) : objectOf(Object.entries(column))}`).join(', ')})`;
  const line = `${objectOf(fieldsOf(file))}${holders === undefined ? '' : ` || jsonb_build_object('groups', ${assignedGroups})`}`;
  const values: unknown[] = [transaction.workspaceId, after ?? null];
  const parent = of === 'workspace' ? '' : `and t.${of}_id = $${values.push(parentId)}`;
  const text = `select t.${sortedBy}::text as key, (${line})::text as line from ${table} t
     where t.workspace_id = $1 ${parent} and ($2::${type} is null or t.${sortedBy} > $2) and ${where}
     order by t.${sortedBy} limit ${pageLines}`;
  return text.includes(':groups')
    ? transaction.query(text.replaceAll(':groups', `$${values.push(groups)}::uuid[]`), values)
    : transaction.query(text, values);
}

/** A collection or repo: the JSON text of its file, and whether a repo has commits that need a bundle. */
export interface ExportedParent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly has_commits: boolean;
}

/** Every collection of the workspace, without the secret of a mapping's signature, sorted by name. */
export function listCollections(transaction: Transaction): Promise<ExportedParent[]> {
  return transaction.query(
    `select id, name, false as has_commits, ${archivedObject('collections')}::text as description
     from collections where workspace_id = $1 and deleted_at is null order by name`,
    [transaction.workspaceId],
  );
}

/** Every repo of the workspace, sorted by name. */
export function listRepoFiles(transaction: Transaction): Promise<ExportedParent[]> {
  return transaction.query(
    `select id, name, head is not null as has_commits,
       (${archivedObject('repos')} || jsonb_build_object('has_commits', head is not null))::text as description
     from repos where workspace_id = $1 order by name`,
    [transaction.workspaceId],
  );
}

/** The workspace and its settings as JSON text, or undefined. */
export async function findSettings(transaction: Transaction): Promise<string | undefined> {
  const [row] = await transaction.query<{ settings: string }>(
    `select ${archivedObject('workspaces')}::text as settings from workspaces where id = $1`,
    [transaction.workspaceId],
  );
  return row?.settings;
}

function archivedObject(table: Parameters<typeof archivedColumns>[0]): string {
  const fields = archivedColumns(table).map((column) => `'${column}', ${column}`);
  return `jsonb_build_object(${fields.join(', ')})`;
}
