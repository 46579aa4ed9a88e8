import { stringifyJson } from '@tessera/json';
import { deleteSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';
import type { GrantRow } from '../access/queries.js';

/** Finds a group's grant on a collection; undefined if there is none. */
export async function findGrant(
  transaction: Transaction,
  collectionId: string,
  groupId: string,
): Promise<GrantRow | undefined> {
  const [row] = await transaction.query<GrantRow>(
    `select group_id, permission, filter from collection_grants
     where workspace_id = $1 and collection_id = $2 and group_id = $3`,
    [transaction.workspaceId, collectionId, groupId],
  );
  return row;
}

/** Lists the grants of a collection with group names, sorted by name. */
export function listGrants(
  transaction: Transaction,
  collectionId: string,
): Promise<(GrantRow & { readonly name: string })[]> {
  return transaction.query<GrantRow & { name: string }>(
    `select s.group_id, s.permission, s.filter, g.name from collection_grants s
     join groups g on g.workspace_id = s.workspace_id and g.id = s.group_id
     where s.workspace_id = $1 and s.collection_id = $2 order by g.name collate "C", s.group_id`,
    [transaction.workspaceId, collectionId],
  );
}

/** Creates or replaces the grant of a collection to a group. */
export async function putGrant(
  transaction: Transaction,
  grant: GrantRow & { readonly collectionId: string; readonly at: Date },
): Promise<void> {
  const filter = grant.filter === null ? null : stringifyJson(grant.filter);
  await transaction.query(
    `insert into collection_grants (workspace_id, collection_id, group_id, permission, filter, created_at, updated_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6)
     on conflict (workspace_id, collection_id, group_id)
       do update set permission = excluded.permission, filter = excluded.filter, updated_at = excluded.updated_at`,
    [transaction.workspaceId, grant.collectionId, grant.group_id, grant.permission, filter, grant.at],
  );
}

/** Deletes the recorded departures from a grant's slice, because its filter has changed. */
export function forgetDepartures(transaction: Transaction, collectionId: string, groupId: string): void {
  transaction.send(...deleteSql('record_departures', keyOf(transaction, collectionId, groupId)));
}

/** Deletes a grant and returns the group's id; undefined if there is none. */
export async function deleteGrant(
  transaction: Transaction,
  collectionId: string,
  groupId: string,
): Promise<string | undefined> {
  const deletion = deleteSql('collection_grants', keyOf(transaction, collectionId, groupId), 'returning group_id');
  return (await transaction.query<{ group_id: string }>(...deletion))[0]?.group_id;
}

function keyOf({ workspaceId }: Transaction, collectionId: string, groupId: string) {
  return { workspace_id: workspaceId, collection_id: collectionId, group_id: groupId };
}
