import type { Transaction } from '../../platform/database/database.js';
import { assignedGroups, everybody, type GranteeRow } from '../explain.js';

// SQL condition: a current holder who is unconfined or has one of the groups in $3. $4 is true if one of these groups
// is public, so that every current holder can read.
const reads = `e.state = 'current' and (not e.confined or $4 or exists (
  select from held_groups h where h.workspace_id = $1 and h.holder_kind = e.kind and h.holder_id = e.id and h.live
    and h.group_id = any($3::uuid[])))`;

/** Lists by name, from a cursor position on, the holders who can read through these groups or can read everything. */
export function listGrantees(
  transaction: Transaction,
  page: {
    readonly groups: readonly string[];
    readonly everyone: boolean;
    readonly at: Date;
    readonly after: readonly [name: string, id: string] | null;
    readonly limit: number;
  },
): Promise<GranteeRow[]> {
  return transaction.query<GranteeRow>(
    `select e.*, ${assignedGroups} from (${everybody}) e
     where ${reads} and ($5::text is null or (e.name, e.id) > ($5, $6::uuid))
     order by e.name, e.id limit $7`,
    [
      ...[transaction.workspaceId, page.at, page.groups, page.everyone],
      ...[page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
    ],
  );
}

/** Counts the holders who can read through these groups or can read everything. */
export async function countReading(
  transaction: Transaction,
  { groups, everyone, at }: { readonly groups: readonly string[]; readonly everyone: boolean; readonly at: Date },
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from (${everybody}) e where ${reads}`,
    [transaction.workspaceId, at, groups, everyone],
  );
  return row?.count ?? 0;
}

/** Whether a document exists at a path. */
export async function documentExists(transaction: Transaction, path: string): Promise<boolean> {
  const slash = path.indexOf('/');
  const rows = await transaction.query(
    `select from documents d join repos r on r.workspace_id = d.workspace_id and r.id = d.repo_id
     where d.workspace_id = $1 and r.name = $2 and d.path = $3`,
    [transaction.workspaceId, path.slice(0, slash), path.slice(slash + 1)],
  );
  return rows.length > 0;
}
