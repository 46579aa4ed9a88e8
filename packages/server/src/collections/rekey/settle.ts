import { limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import type { Preparation } from '../prepared/preparations.js';
import { byNewId } from './id-sql.js';

/** What a change of ids makes of the ids of live records. */
export interface ChangedIds {
  readonly records: number;
  readonly renamed: number;
  /** Those that keep their id because another record has the one they ask for, and some of them. */
  readonly kept: number;
  readonly kept_ids: string[];
}

/** Where each record keeps its id. */
export const noneChanged: ChangedIds = { records: 0, renamed: 0, kept: 0, kept_ids: [] };

/**
 * Settles who gets which id once all claims are known. A record keeps its earlier id if it asks for no other, if one that
 * was written later asks for the same, or if whoever has the id it asks for keeps that: so it goes back along chains of
 * records that ask for each other's ids. Records that pass theirs round in a circle all get what they ask for. A tombstone
 * never keeps a live record from an id; where one has no id left, it is put aside until another change.
 */
export async function settleClaims(transaction: Queryable, { collectionId, id }: Preparation): Promise<ChangedIds> {
  const change = [collectionId, id];
  const [kept] = await transaction.query<Pick<ChangedIds, 'kept' | 'kept_ids'>>(
    `${keepEarlier('not n.tombstoned', 'false')}
     select count(*)::int as kept,
       array(select earlier_id from kept order by earlier_id limit ${limits.keptIdsShown}) as kept_ids
     from kept`,
    change,
  );
  await transaction.query(
    `${keepEarlier('n.tombstoned', heldBy('o.new_id = n.new_id and not o.tombstoned'))} select from kept`,
    change,
  );
  // Of two tombstones that had an id, the one that is stored under it is the later one.
  await transaction.query(
    `update new_ids n set new_id = case when n.stored_id like ' ~%' then n.stored_id
       else ' ~' || gen_random_uuid() || ' ' || n.earlier_id end
     where n.collection_id = $1 and n.change_id = $2 and n.tombstoned and ${heldBy(`o.new_id = n.new_id and (not o.tombstoned
       or (o.stored_id = o.new_id, o.stored_id) > (n.stored_id = n.new_id, n.stored_id))`)}`,
    change,
  );
  const [live] = await transaction.query<Pick<ChangedIds, 'records' | 'renamed'>>(
    `select count(*)::int as records, count(*) filter (where new_id <> earlier_id)::int as renamed
     from new_ids n where collection_id = $1 and change_id = $2 and not tombstoned`,
    change,
  );
  return { ...noneChanged, ...live, ...kept };
}

function heldBy(condition: string): string {
  return `exists (select from new_ids o where o.collection_id = $1 and o.change_id = $2 and length(o.new_id) > 0
    and ${condition})`;
}

/** Has those of some records keep their earlier ids that do not get what they ask for, from others of them or at all. */
function keepEarlier(some: string, isTaken: string): string {
  return `
    with recursive keeps (id, stored_id) as (
      select earlier_id, stored_id from (
        select n.earlier_id, n.stored_id, n.new_id, ${isTaken} as is_taken,
          row_number() over (partition by n.new_id order by n.written_at desc, n.earlier_id, n.stored_id) as place
        from new_ids n where n.collection_id = $1 and n.change_id = $2 and ${some}) claims
      where place > 1 or is_taken or new_id = earlier_id
      union
      -- One look-up for each id that is kept, and never the whole list for each link of a chain.
      select asks.earlier_id, asks.stored_id from keeps, lateral (
        select n.earlier_id, n.stored_id from new_ids n
        where n.collection_id = $1 and n.change_id = $2 and n.new_id = keeps.id and ${byNewId} and ${some} offset 0) asks),
    kept as (
      update new_ids n set new_id = n.earlier_id from keeps
      where n.collection_id = $1 and n.change_id = $2 and n.stored_id = keeps.stored_id
        and n.new_id <> n.earlier_id
      returning n.earlier_id)`;
}
