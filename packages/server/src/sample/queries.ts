import type { Queryable } from '../platform/database/database.js';

/** Whether there is any workspace. */
export async function hasWorkspaces(transaction: Queryable): Promise<boolean> {
  const rows = await transaction.query('select from workspaces limit 1');
  return rows.length > 0;
}

/**
 * Deletes a workspace whose creation was interrupted: all entries of its audit log have this request id, and the last
 * action is missing. No user has seen it yet.
 */
export async function deleteUnfinished(
  transaction: Queryable,
  calls: { readonly requestId: string; readonly lastAction: string },
): Promise<void> {
  await transaction.query(
    `delete from workspaces w
     where $1 = (select e.request_id from audit_events e where e.workspace_id = w.id order by e.position limit 1)
       and not exists (select from audit_events e where e.workspace_id = w.id
                         and (e.request_id is distinct from $1 or e.action = $2))`,
    [calls.requestId, calls.lastAction],
  );
}
