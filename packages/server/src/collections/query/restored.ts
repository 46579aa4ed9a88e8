import type { Services } from '../../platform/services.js';
import { byChange } from '../records/queries.js';

const kinds = [byChange.live, byChange.tombstoned];
const next = 'pg_snapshot_xmax(pg_current_snapshot())';
const newestOf = (kind: string) => `(select r.changed_xid from records r
  where r.workspace_id = c.workspace_id and r.collection_id = c.id and ${kind} order by r.changed_xid desc limit 1)`;

/**
 * Brings records in line with a database cluster that is not the one that wrote them, as after a restored dump: their
 * `changed_xid` may be beyond its transactions, which would have every query read them anew. One index look-up
 * per collection where there is nothing to do. Call before the first index is built.
 */
export async function renumberRestored({ database, log }: Pick<Services, 'database' | 'log'>): Promise<void> {
  const places = await database.asSystem(async (transaction) => {
    await transaction.query(
      `update collections set departures_forgotten_to = null where departures_forgotten_to >= ${next}`,
    );
    return transaction.query<{ workspace_id: string; collection_id: string }>(
      `select c.workspace_id, c.id as collection_id from collections c
       where ${kinds.map((kind) => `${newestOf(kind)} >= ${next}`).join(' or ')}`,
    );
  });
  for (const { workspace_id, collection_id } of places) {
    await database.inWorkspace(workspace_id, async (transaction) => {
      for (const kind of kinds) {
        // Any update does: a trigger sets the number of its transaction.
        await transaction.query(
          `update records r set changed_xid = r.changed_xid where r.collection_id = $1 and ${kind} and r.changed_xid >= ${next}`,
          [collection_id],
        );
      }
      // No index waits for what left slices there.
      await transaction.query(`delete from slice_departures where collection_id = $1 and changed_xid >= ${next}`, [
        collection_id,
      ]);
    });
    log.info({ workspace: workspace_id, collection: collection_id }, 'took over the records of another cluster');
  }
}
