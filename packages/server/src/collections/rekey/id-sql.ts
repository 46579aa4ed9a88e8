/** True of every row of `new_ids`: its index by where records are stored serves only statements that say so. */
export const byStoredId = 'length(n.stored_id) > 0';
/** The same of its index by the ids that records have. No statement says both of one `new_ids n`. */
export const byNewId = 'length(n.new_id) > 0';

/** SQL for the change of ids whose records are on their way to their places; null while all of the collection are there. */
function changeUnderWay(collection: number): string {
  return `(select c.id_change from collections c where c.id = $${collection})`;
}

/**
 * SQL for the id that a record `r` has, wherever a change of ids has come: it is stored under that, or is on its way there.
 * Takes the number of the collection's parameter.
 */
export function currentIdSql(collection = 1): string {
  return `coalesce((select n.new_id from new_ids n
    where n.collection_id = $${collection} and n.change_id = ${changeUnderWay(collection)} and n.stored_id = r.external_id and ${byStoredId}),
    r.external_id)`;
}

/**
 * SQL for where the record of an id is stored, if there is one: what is found there may have another id (`currentIdSql`).
 * Takes the id as SQL, and the number of the collection's parameter.
 */
export function storedIdSql(id: string, collection = 1): string {
  return `coalesce((select n.stored_id from new_ids n
    where n.collection_id = $${collection} and n.change_id = ${changeUnderWay(collection)} and n.new_id = ${id} collate "C" and ${byNewId}),
    ${id} collate "C")`;
}
