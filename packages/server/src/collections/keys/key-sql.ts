/** SQL for the identifiers that count. Takes the number of the collection's parameter. */
function keySet(collection: number): string {
  return `(select c.key_set_id from collections c where c.id = $${collection})`;
}

/** SQL that is true of the keys `k` of an identifier. Takes its parameter's number, and the collection's. */
export function isKey(identifier: number, collection = 1): string {
  return `k.collection_id = $${collection} and k.key_set_id = ${keySet(collection)} and k.key = $${identifier} collate "C"`;
}

/**
 * SQL that is true of a record `r` that has an identifier. Takes its parameter's number. Each record is looked up by itself:
 * where it only had to exist, the planner might read all keys of the identifier instead.
 */
export function hasKey(identifier: number): string {
  return `(select true from record_keys k where ${isKey(identifier)} and k.external_id = r.external_id limit 1) is true`;
}

/**
 * SQL for the identifiers of a record `r`, for a statement whose first parameter is the collection. What all others have is
 * set apart, or the index by key might pass for the better one, which is then read as far as the key set goes.
 */
export const identifiersSql = `case when ${keySet(1)} is null then '{}' else array(
  select of_record.key from (
    select k.key_set_id, k.key from record_keys k
    where k.collection_id = $1 and k.external_id = r.external_id and length(k.external_id) > 0 offset 0) of_record
  where of_record.key_set_id = ${keySet(1)} order by of_record.key) end`;
