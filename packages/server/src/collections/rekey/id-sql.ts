/** True of every row of `new_ids n`: its index by the ids that records have serves only statements that say so. */
export const byNewId = 'length(n.new_id) > 0';

/** SQL for the change of ids whose records are on their way to their places; null while all of the collection are there. */
const idChange = '(select c.id_change from collections c where c.id = $1)';
/** SQL for the change that has the dates of records; null while each is stored with its own. */
const dateChange = '(select c.date_change from collections c where c.id = $1)';

/**
 * SQL for the id of the record that is stored under one, given as SQL, wherever a change of ids has come: it has that, or
 * is on its way from there. As all that follows, for a statement whose first parameter is the collection.
 */
export function idStoredUnder(storedId: string): string {
  return `case when ${idChange} is null then ${storedId} else coalesce((select n.new_id from new_ids n
  where n.collection_id = $1 and n.change_id = ${idChange} and n.stored_id = ${storedId}), ${storedId}) end`;
}

/** SQL for the id that a record `r` has. */
export const currentIdSql = idStoredUnder('r.external_id');

/** SQL for when a record `r` was written, by the field that says it now. */
export const currentDateSql = `case when ${dateChange} is null then r.write_date else coalesce((select n.written_at from new_ids n
  where n.collection_id = $1 and n.change_id = ${dateChange} and n.stored_id = r.external_id), r.write_date) end`;

/**
 * SQL for where the record of an id is stored, if there is one: what is found there may have another id (`currentIdSql`).
 * Takes the id as SQL.
 */
export function storedIdSql(id: string): string {
  return `case when ${idChange} is null then ${id} collate "C" else coalesce((select n.stored_id from new_ids n
    where n.collection_id = $1 and n.change_id = ${idChange} and n.new_id = ${id} collate "C" and ${byNewId}),
    ${id} collate "C") end`;
}

/** Whether records may be stored under other ids than they have. What is read goes by it to the end, as it began. */
export interface IdsChanging {
  readonly areIdsChanging: boolean;
}

/** Whether records may be stored with other dates than they have. */
export interface DatesChanging {
  readonly areDatesChanging: boolean;
}

/** SQL for the id that a record `r` has. */
export function idSql({ areIdsChanging }: IdsChanging): string {
  return areIdsChanging ? currentIdSql : 'r.external_id';
}

/** SQL for when a record `r` was written. */
export function dateSql({ areDatesChanging }: DatesChanging): string {
  return areDatesChanging ? currentDateSql : 'r.write_date';
}

/**
 * SQL for where the records of a list of ids are stored, `wanted.id`, with each id's `place` in the list; and what is true of
 * a record `r` found there that has the id. Takes the number of the list's parameter.
 */
export function wantedSql(
  { areIdsChanging }: IdsChanging,
  list: number,
): { readonly from: string; readonly where: string } {
  if (!areIdsChanging) {
    return { from: `unnest($${list}::text[]) with ordinality as wanted (id, place)`, where: 'true' };
  }
  // Set apart, or row security would have every record read before it is compared with what is not a plain value.
  const from = `(select ${storedIdSql('ids.id')} as id, ids.id as asked, ids.place
    from unnest($${list}::text[]) with ordinality as ids (id, place) offset 0) wanted`;
  return { from, where: `${currentIdSql} = wanted.asked` };
}
