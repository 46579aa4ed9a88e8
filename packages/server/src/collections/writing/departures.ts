import { compileSlice, matchesFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import type { GrantRow } from '../access/queries.js';
import type { CollectionView } from '../access/view.js';
import { sliceSql } from '../filters/sql.js';
import type { WriteTarget } from './store.js';
import type { ValidRecord } from './validate.js';

/**
 * Records which of the changed records leave the slice of a grant, for the change feeds of its group. Call it before
 * the records are stored, because it compares with the stored attributes.
 */
export function noteDepartures(
  transaction: Transaction,
  target: Pick<WriteTarget, 'collectionId' | 'sequenceNumber' | 'now'>,
  { grants, view, records }: { grants: readonly GrantRow[]; view: CollectionView; records: readonly ValidRecord[] },
): void {
  for (const { group_id, filter } of grants) {
    const compiled = compileSlice(filter === null ? [] : [filter], view.config.field_types);
    const outside = records.filter(({ record }) => !compiled.some((one) => matchesFilter(one, record)));
    if (outside.length > 0) {
      const inside = sliceSql(compiled, 7);
      transaction.send(
        `insert into record_departures (workspace_id, collection_id, group_id, external_id, change_mark, changed_at)
         select $1, $2, $3, external_id, $4, $5 from records
         where workspace_id = $1 and collection_id = $2 and external_id = any($6::text[]) and tombstoned_at is null
           and ${inside.text}
         on conflict (workspace_id, collection_id, group_id, external_id)
           do update set change_mark = excluded.change_mark, changed_at = excluded.changed_at`,
        [
          transaction.workspaceId,
          target.collectionId,
          group_id,
          target.sequenceNumber,
          target.now,
          outside.map(({ externalId }) => externalId),
          ...inside.values,
        ],
      );
    }
  }
}
