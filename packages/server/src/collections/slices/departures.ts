import type { InTransaction } from '../../platform/database/database.js';
import { deleteRows } from '../../platform/database/delete-rows.js';
import { areKeptSql } from './queries.js';

/** How long it is noted that a record has left a slice: far longer than it takes any index to learn of it. */
const keptMs = 3_600_000;

/** Collections that have departures to forget, by the database's clock, which dated them. */
export const withForgettable = `select distinct d.workspace_id as "workspaceId", d.collection_id as "collectionId"
  from slice_departures d where left_at < now() - ${keptMs} * interval '1 millisecond'`;

/** Forgets old departures of a collection, once it is noted up to which transaction. */
export async function forgetDepartures(
  inTransaction: InTransaction,
  collectionId: string,
  signal: AbortSignal,
): Promise<void> {
  await inTransaction((transaction) =>
    transaction.query(
      `update collections set departures_forgotten_to = greatest(departures_forgotten_to, (
         select d.changed_xid from slice_departures d
         where d.collection_id = $1 and d.left_at < now() - ${keptMs} * interval '1 millisecond'
         order by d.changed_xid desc limit 1))
       where id = $1`,
      [collectionId],
    ),
  );
  const where = `collection_id = $1
    and changed_xid <= (select c.departures_forgotten_to from collections c where c.id = $1)`;
  await deleteRows(inTransaction, { table: 'slice_departures', where, values: [collectionId] }, signal);
}

/**
 * SQL that is true where slices of a collection are kept, and nothing that left them has been forgotten since a snapshot.
 * For a statement whose first parameters are the collection, and the end and what was running in the snapshot.
 */
export function areDeparturesKeptSql(slices: string): string {
  return `(${areKeptSql(slices)}
    and (select c.departures_forgotten_to is null or (c.departures_forgotten_to < $2::xid8
        and not exists (select from unnest($3::xid8[]) as x (xid) where x.xid <= c.departures_forgotten_to))
      from collections c where c.id = $1))`;
}
