/**
 * SQL that is true of the keys `k` of an identifier, for a statement whose first parameter is the collection. Takes the
 * numbers of the parameters.
 */
export function isKey(identifier: number, keySet: number): string {
  return `k.collection_id = $1 and k.key_set_id = $${keySet}::uuid and k.key = $${identifier} collate "C"`;
}

/**
 * SQL that is true of a record `r` that has an identifier. Takes the same. Each record is looked up by itself: where it only
 * had to exist, the planner might read all keys of the identifier instead.
 */
export function hasKey(identifier: number, keySet: number): string {
  return `(select true from record_keys k where ${isKey(identifier, keySet)} and k.external_id = r.external_id limit 1) is true`;
}

const keySet = '(select c.key_set_id from collections c where c.id = $1)';

/**
 * SQL for the identifiers of a record `r`, for a statement whose first parameter is the collection. What all others have is
 * set apart, or the index by key might pass for the better one, which is then read as far as the key set goes.
 */
export const identifiersSql = `case when ${keySet} is null then '{}' else array(
  select of_record.key from (
    select k.key_set_id, k.key from record_keys k
    where k.collection_id = $1 and k.external_id = r.external_id and length(k.external_id) > 0 offset 0) of_record
  where of_record.key_set_id = ${keySet} order by of_record.key) end`;
