import type { Queryable } from '../../platform/database/database.js';
import type { CollectionConfig } from '../domain/index.js';
import { beginMoving, findKnownTo, type IdChange, listClaimRows, saveClaims, settleClaims } from './new-id-queries.js';
import { claimedId, earlierId, writtenAt } from './places.js';

/** What working out the new ids of a collection needs to know. */
export interface NewIdsWork extends IdChange {
  /** The identity_version with which the change under way began. */
  readonly since: number;
  readonly config: CollectionConfig;
  /** Records looked at in one transaction. */
  readonly pageSize: number;
  readonly at: Date;
}

/**
 * Takes the next page of a collection's records for what ids they ask for; after the last one, settles who gets which,
 * and from then on these ids count. Returns whether they did already. Only for who has the configuration alone: no record
 * may be written, or given a new id, before all are known.
 */
export async function workOutNewIds(transaction: Queryable, work: NewIdsWork): Promise<boolean> {
  const { collectionId, since, config, pageSize } = work;
  const after = await findKnownTo(transaction, work);
  if (after === null) {
    return true;
  }
  const fields = { id: config.id_field, writeDate: config.write_date_field };
  const rows = await listClaimRows(transaction, { collectionId, since, after, limit: pageSize, fields });
  const claims = rows
    .filter((row) => !row.tombstoned)
    .map((row) => ({
      earlierId: earlierId(row),
      newId: claimedId(row, config) ?? earlierId(row),
      externalId: row.external_id,
      writtenAt: writtenAt(row, config),
    }));
  await saveClaims(transaction, work, { claims, knownTo: rows.at(-1)?.external_id ?? after });
  if (rows.length < pageSize) {
    await settleClaims(transaction, work);
    await beginMoving(transaction, work, work.at);
  }
  return false;
}
