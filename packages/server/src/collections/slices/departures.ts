import type { RowsToDelete } from '../../platform/database/delete-rows.js';

/** How long it is noted that a record has left a slice: far longer than it takes any index to learn of it. */
export const departuresKeptMs = 3_600_000;

/** Collections that have departures to forget, by the database's clock, which dated them. */
export const withForgettable = `select distinct d.workspace_id as "workspaceId", d.collection_id as "collectionId"
  from slice_departures d where ${isForgettable('$1')}`;

/** What a collection forgets of them. */
export function forgettable(collectionId: string): RowsToDelete {
  return {
    table: 'slice_departures',
    where: `collection_id = $1 and ${isForgettable('$2')}`,
    values: [collectionId, departuresKeptMs],
  };
}

function isForgettable(keptMs: string): string {
  return `left_at < now() - ${keptMs} * interval '1 millisecond'`;
}
