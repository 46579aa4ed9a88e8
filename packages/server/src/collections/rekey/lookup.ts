import type { Queryable } from '../../platform/database/database.js';
import type { CollectionView } from '../view.js';
import { currentIdSql, wantedSql } from './id-sql.js';

/** Where the records of ids are stored; those of ids that none has are left out. */
export async function findStoredIds(
  transaction: Queryable,
  { collection }: CollectionView,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (collection.id_change === null) {
    return ids;
  }
  const rows = await transaction.query<{ external_id: string }>(
    `select r.external_id from (select wanted.id as external_id, wanted.asked from ${wantedSql({ areIdsChanging: true }, 2).from} offset 0) r
     where ${currentIdSql} = r.asked`,
    [collection.id, ids],
  );
  return rows.map((row) => row.external_id);
}

/** The ids of records by where they are stored, in the same order. */
export async function findCurrentIds(
  transaction: Queryable,
  { collection }: CollectionView,
  storedIds: readonly string[],
): Promise<readonly string[]> {
  if (collection.id_change === null) {
    return storedIds;
  }
  const rows = await transaction.query<{ id: string }>(
    `select ${currentIdSql} as id from unnest($2::text[]) with ordinality as r (external_id, place) order by place`,
    [collection.id, storedIds],
  );
  return rows.map((row) => row.id);
}
