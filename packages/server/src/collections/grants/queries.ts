import { type JsonObject, stringifyJson } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import type { GrantRow } from '../collections/queries.js';

/** A group's grant on a collection; undefined when it has none. */
export async function findGrant(
  transaction: Queryable,
  collectionId: string,
  groupId: string,
): Promise<GrantRow | undefined> {
  const [row] = await transaction.query<GrantRow>(
    'select group_id, permission, filter from collection_grants where collection_id = $1 and group_id = $2',
    [collectionId, groupId],
  );
  return row;
}

/** What a grant is made of. */
export interface NewGrant {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly group_id: string;
  readonly permission: 'read' | 'write';
  readonly filter: JsonObject | null;
  readonly at: Date;
}

/** Shares a collection with a group, or changes how it is shared. The slice of its filter must be given to it anew. */
export async function putGrant(transaction: Queryable, grant: NewGrant): Promise<void> {
  const filter = grant.filter === null ? null : stringifyJson(grant.filter);
  await transaction.query(
    `insert into collection_grants (workspace_id, collection_id, group_id, permission, filter, created_at, updated_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6)
     on conflict (workspace_id, collection_id, group_id)
       do update set permission = excluded.permission, filter = excluded.filter, slice_id = null,
         updated_at = excluded.updated_at`,
    [grant.workspaceId, grant.collectionId, grant.group_id, grant.permission, filter, grant.at],
  );
}

/** Stops sharing; false when there was no grant. */
export async function deleteGrant(transaction: Queryable, collectionId: string, groupId: string): Promise<boolean> {
  const rows = await transaction.query(
    'delete from collection_grants where collection_id = $1 and group_id = $2 returning 1',
    [collectionId, groupId],
  );
  return rows.length === 1;
}
