import type { Queryable } from '../platform/database/database.js';

/** Whether there is any workspace. */
export async function hasWorkspaces(transaction: Queryable): Promise<boolean> {
  const rows = await transaction.query('select from workspaces limit 1');
  return rows.length > 0;
}

/** The action in the operator's log that says that a sample is complete. */
export const completed = 'workspace.sample_completed';

/**
 * Deletes the workspace of a sample whose creation was interrupted, by the operator's log. Keeps it if it contains
 * credentials or people besides the sample's, because then someone uses it.
 */
export async function deleteUnfinished(
  transaction: Queryable,
  sample: { readonly requestId: string; readonly credentials: readonly string[]; readonly people: readonly string[] },
): Promise<void> {
  await transaction.query(
    `delete from workspaces w
     where exists (select from operator_events e
                   where e.target = w.id::text and e.action = 'workspace.created' and e.request_id = $1)
       and not exists (select from operator_events e where e.target = w.id::text and e.action = $2)
       and not exists (select from tokens t where t.workspace_id = w.id and t.name <> all($3::text[]))
       and not exists (select from api_keys k where k.workspace_id = w.id and k.name <> all($3::text[]))
       and not exists (select from memberships m where m.workspace_id = w.id and m.email <> all($4::text[]))`,
    [sample.requestId, completed, sample.credentials, sample.people],
  );
}
